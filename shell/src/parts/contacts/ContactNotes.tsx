import {
  Button,
  ConfirmDialog,
  Dialog,
  Field,
  IconButton,
  Input,
  Textarea,
  useErrorText,
  usePermission,
} from '@recado/sdk/ui'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { TimeAgo } from '../../base/ui/TimeAgo.tsx'
import { contactNoteLengths, type ContactNote } from '../../base/contracts.ts'
import { useContactActs } from '../../data/contacts/use-contacts.ts'

/** The notes about one contact (S3-017); each is saved by itself. */
export function ContactNotes({ contactId, notes }: { contactId: string; notes: readonly ContactNote[] }) {
  const { t } = useTranslation('contacts')
  const mayWrite = usePermission('contacts.write')
  const { removeNote } = useContactActs()
  const [open, setOpen] = useState<{ act: 'write'; note?: ContactNote } | { act: 'remove'; note: ContactNote } | null>(
    null,
  )
  return (
    <div className="flex flex-col gap-3">
      {mayWrite && (
        <Button className="self-start" size="small" icon={<Plus size={14} />} onClick={() => setOpen({ act: 'write' })}>
          {t('note.add')}
        </Button>
      )}
      {notes.length === 0 && <p className="text-list text-ink-muted">{t('note.none')}</p>}
      <ul className="flex flex-col gap-3 empty:hidden">
        {notes.map((note) => (
          <li key={note.id} className="rounded-lg border border-line bg-surface p-3">
            <NoteText note={note}>
              {mayWrite && (
                <span className="flex shrink-0">
                  <IconButton
                    size="small"
                    icon={<Pencil size={14} />}
                    label={t('note.edit', { title: note.title })}
                    onClick={() => setOpen({ act: 'write', note })}
                  />
                  <IconButton
                    size="small"
                    icon={<Trash2 size={14} />}
                    label={t('note.remove', { title: note.title })}
                    onClick={() => setOpen({ act: 'remove', note })}
                  />
                </span>
              )}
            </NoteText>
          </li>
        ))}
      </ul>
      {open?.act === 'write' && (
        <NoteForm contactId={contactId} {...(open.note && { note: open.note })} onClose={() => setOpen(null)} />
      )}
      {open?.act === 'remove' && (
        <ConfirmDialog
          title={t('note.removeTitle', { title: open.note.title })}
          description={t('note.removeDetail')}
          confirmLabel={t('note.removeSubmit')}
          open
          onOpenChange={(stays) => {
            if (!stays) setOpen(null)
          }}
          onConfirm={() => removeNote.mutateAsync({ id: open.note.id, contactId })}
        />
      )}
    </div>
  )
}

/** Text, author and time of a note. */
export function NoteText({ note, children }: { note: ContactNote; children?: React.ReactNode }) {
  const { t } = useTranslation('contacts')
  return (
    <div className="flex min-w-0 flex-col gap-1 text-list">
      <div className="flex items-start gap-2">
        <h3 className="min-w-0 flex-1 font-medium wrap-anywhere">{note.title}</h3>
        {children}
      </div>
      {note.description !== '' && <p className="wrap-anywhere">{note.description}</p>}
      {note.information !== '' && (
        <p className="whitespace-pre-wrap text-ink-muted wrap-anywhere">{note.information}</p>
      )}
      <p className="text-xs text-ink-muted">
        {note.user?.name ?? t('note.nobody')} · <TimeAgo at={note.createdAt} />
      </p>
    </div>
  )
}

function NoteForm({ contactId, note, onClose }: { contactId: string; note?: ContactNote; onClose(): void }) {
  const { t } = useTranslation('contacts')
  const textOf = useErrorText()
  const form = useId()
  const { writeNote } = useContactActs()
  const [draft, setDraft] = useState({
    title: note?.title ?? '',
    description: note?.description ?? '',
    information: note?.information ?? '',
  })
  const [tried, setTried] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // Portals bubble through React: the form of the contact around this one is not meant.
    event.stopPropagation()
    setTried(true)
    if (draft.title.trim() !== '') writeNote.mutate({ contactId, id: note?.id, ...draft }, { onSuccess: onClose })
  }
  return (
    <Dialog
      title={t(note ? 'note.editTitle' : 'note.add')}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:action.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" busy={writeNote.isPending}>
            {t('shell:action.save')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex min-w-0 flex-col gap-3">
        <Field
          label={t('note.title')}
          required
          error={tried && draft.title.trim() === '' ? t('problem.title') : undefined}
        >
          <Input
            value={draft.title}
            maxLength={contactNoteLengths.title}
            autoFocus
            autoComplete="off"
            onChange={(event) => setDraft({ ...draft, title: event.target.value })}
          />
        </Field>
        <Field label={t('note.description')}>
          <Input
            value={draft.description}
            maxLength={contactNoteLengths.description}
            autoComplete="off"
            onChange={(event) => setDraft({ ...draft, description: event.target.value })}
          />
        </Field>
        <Field label={t('note.information')}>
          <Textarea
            value={draft.information}
            maxLength={contactNoteLengths.information}
            rows={5}
            onChange={(event) => setDraft({ ...draft, information: event.target.value })}
          />
        </Field>
        {writeNote.isError && (
          <p role="alert" className="k-field-error">
            {textOf(writeNote.error)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
