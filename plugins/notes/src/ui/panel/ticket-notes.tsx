import {
  Button,
  Checkbox,
  ErrorState,
  Field,
  Skeleton,
  Textarea,
  useErrorText,
  usePermission,
  useWords,
  type SlotMap,
} from '@recado/sdk/ui'
import { useState, type FormEvent } from 'react'
import { maxContentLength } from '../../notes/limits.ts'
import type { Note } from '../../notes/note.ts'
import { NoteCard } from '../note-card.tsx'
import { NoteDialog } from '../note-dialog.tsx'
import { useNoteActs, useTicketNotes } from '../use-notes.ts'

/** Unsaved notes, by ticket: they wait while their author looks at another conversation. */
const drafts = new Map<string, string>()

/** Notes of the conversation beside it (S2-056): written without leaving it, new ones of colleagues as they come. */
export default function TicketNotes({ ticket }: SlotMap['ticket.sidebar']) {
  return usePermission('use') ? <Notes key={ticket.id} ticketId={ticket.id} /> : null
}

function Notes({ ticketId }: { ticketId: string }) {
  const { t } = useWords()
  const list = useTicketNotes(ticketId)
  const [edited, setEdited] = useState<Note>()
  const notes = list.data?.pages.flatMap((page) => page.notes) ?? []
  return (
    <div className="flex flex-col gap-3">
      <NewNote ticketId={ticketId} />
      {list.isPending && <Skeleton lines={3} />}
      {list.isError && <ErrorState what={t('what')} error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && notes.length === 0 && <p className="text-sm text-ink-muted">{t('panel.empty')}</p>}
      {notes.length > 0 && (
        <ul className="flex flex-col gap-2" aria-label={t('page.title')}>
          {notes.map((note) => (
            <li key={note.id}>
              <NoteCard note={note} onEdit={setEdited} />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button size="small" variant="ghost" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
      {edited && <NoteDialog note={edited} onClose={() => setEdited(undefined)} />}
    </div>
  )
}

function NewNote({ ticketId }: { ticketId: string }) {
  const { t } = useWords()
  const textOf = useErrorText()
  const { save } = useNoteActs()
  const [content, setContent] = useState(() => drafts.get(ticketId) ?? '')
  const [onlyMe, setOnlyMe] = useState(false)
  const type = (text: string): void => {
    setContent(text)
    if (text === '') drafts.delete(ticketId)
    else drafts.set(ticketId, text)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (content.trim() !== '' && !save.isPending)
      save.mutate({ target: { ticketId }, content, shared: !onlyMe, pinned: false }, { onSuccess: () => type('') })
  }
  return (
    <form className="flex flex-col gap-2" onSubmit={submit}>
      <Field label={t('panel.write')} hideLabel error={save.isError ? textOf(save.error) : undefined}>
        <Textarea
          rows={2}
          placeholder={t('panel.write')}
          value={content}
          maxLength={maxContentLength}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
          }}
        />
      </Field>
      {content.trim() !== '' && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Checkbox checked={onlyMe} onCheckedChange={setOnlyMe} label={t('panel.onlyMe')} />
          <Button type="submit" size="small" variant="primary" busy={save.isPending}>
            {t('panel.save')}
          </Button>
        </div>
      )}
    </form>
  )
}
