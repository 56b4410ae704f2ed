import { Badge, Icon, MenuItem, useWords } from '@recado/sdk/ui'
import type { Note } from '../notes/note.ts'
import { NoteMenu } from './note-menu.tsx'
import { NoteText } from './note-text.tsx'
import { useAuthor } from './use-author.ts'

interface NoteCardProps {
  note: Note
  onEdit(note: Note): void
  /** In the overview: says what the note is about, and narrows the list to it. */
  onNarrow?(filter: { ticketId: string } | { contactId: string }): void
}

/** A note with who wrote it and when, whom it is for, and what may be done with it. */
export function NoteCard({ note, onEdit, onNarrow }: NoteCardProps) {
  const { t, i18n } = useWords()
  const { ticket } = note
  const author = useAuthor(note)
  const written = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(note.createdAt),
  )
  return (
    <article
      className="flex flex-col gap-1.5 rounded-lg border border-line bg-surface p-3"
      aria-label={t('noteOf', { author, at: written })}
    >
      <div className="flex items-start gap-2">
        <p className="min-w-0 flex-1 text-xs text-ink-muted">
          <span className="font-medium text-ink">{author}</span> · <time dateTime={note.createdAt}>{written}</time>
          {note.updatedAt !== note.createdAt && <> · {t('changed')}</>}
        </p>
        {(note.editable || (onNarrow && ticket)) && (
          <NoteMenu note={note} label={t('actsOf', { author, at: written })} onEdit={onEdit}>
            {onNarrow && ticket && (
              <MenuItem icon={<Icon name="ticket" size={15} />} onSelect={() => onNarrow({ ticketId: ticket.id })}>
                {t('act.ofTicket')}
              </MenuItem>
            )}
            {onNarrow && ticket && (
              <MenuItem
                icon={<Icon name="contact" size={15} />}
                onSelect={() => onNarrow({ contactId: ticket.contactId })}
              >
                {t('act.ofContact')}
              </MenuItem>
            )}
          </NoteMenu>
        )}
      </div>
      <NoteText note={note} className="text-sm" />
      <div className="flex flex-wrap items-center gap-1.5">
        {note.pinned && (
          <Badge tone="warning" icon={<Icon name="pin" size={12} />}>
            {t('pinned')}
          </Badge>
        )}
        {!note.shared && <Badge icon={<Icon name="lock" size={12} />}>{t('onlyMe')}</Badge>}
        {onNarrow && note.queue && <Badge icon={<Icon name="users" size={12} />}>{note.queue.queue}</Badge>}
        {onNarrow && ticket && (
          <a className="min-w-0 max-w-full truncate text-xs underline" href={`#/atendimento/${ticket.id}`}>
            {t('ofTicket', { name: ticket.name, protocol: ticket.protocol })}
          </a>
        )}
      </div>
    </article>
  )
}
