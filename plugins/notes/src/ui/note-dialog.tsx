import { Checkbox, Field, FormDialog, Select, Textarea, useApi, useErrorText, useWords } from '@recado/sdk/ui'
import type { Queue } from '@recado/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { maxContentLength } from '../notes/limits.ts'
import { withIds, withNames } from '../notes/mentions.ts'
import type { Note } from '../notes/note.ts'
import { useNoteActs } from './use-notes.ts'

/**
 * Editor of a note, or of one without a conversation (S2-102). Unmounted when it closes, so that it starts empty each
 * time.
 */
export function NoteDialog({ note, onClose }: { note: Note | undefined; onClose(): void }) {
  const { t } = useWords()
  const textOf = useErrorText()
  const api = useApi()
  const { save } = useNoteActs()
  const [content, setContent] = useState(note ? withNames(note.content, note.mentions) : '')
  const [pinned, setPinned] = useState(note?.pinned ?? false)
  const [shared, setShared] = useState(note?.shared ?? false)
  const [queueId, setQueueId] = useState('')
  const [tried, setTried] = useState(false)
  const queues = useQuery({
    queryKey: ['notes', 'queues'],
    queryFn: ({ signal }) => api.get<Queue[]>('/queue', { signal }),
    enabled: note === undefined,
  })
  const canShare = note !== undefined && (note.ticket !== null || note.queue !== null)
  const submit = (): void => {
    setTried(true)
    if (content.trim() === '' || save.isPending) return
    save.mutate(
      {
        target: note ? { id: note.id } : { queueId: queueId || null },
        content: withIds(content, note?.mentions ?? []),
        pinned,
        shared: note ? shared : queueId !== '',
      },
      { onSuccess: onClose },
    )
  }
  return (
    <FormDialog
      title={t(note ? 'dialog.edit' : 'dialog.create')}
      busy={save.isPending}
      problem={save.isError ? textOf(save.error) : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      {note?.ticket && (
        <p className="text-sm">{t('dialog.of', { name: note.ticket.name, protocol: note.ticket.protocol })}</p>
      )}
      <Field
        label={t('field.content')}
        required
        error={tried && content.trim() === '' ? t('invalid.content') : undefined}
      >
        <Textarea
          rows={6}
          autoFocus
          value={content}
          maxLength={maxContentLength}
          onChange={(event) => setContent(event.target.value)}
        />
      </Field>
      {note === undefined && (
        <Field
          label={t('field.audience')}
          help={t('help.audience')}
          error={queues.isError ? textOf(queues.error) : undefined}
        >
          <Select
            value={queueId}
            onValueChange={setQueueId}
            options={[
              { value: '', label: t('audience.me') },
              ...(queues.data ?? [])
                .filter((queue) => queue.isActive)
                .map(({ id, queue }) => ({ value: id, label: t('audience.queue', { queue }) })),
            ]}
          />
        </Field>
      )}
      {canShare && (
        <Checkbox
          checked={shared}
          onCheckedChange={setShared}
          label={note.ticket ? t('field.shared') : t('audience.queue', { queue: note.queue?.queue })}
        />
      )}
      <Checkbox checked={pinned} onCheckedChange={setPinned} label={t('field.pinned')} />
    </FormDialog>
  )
}
