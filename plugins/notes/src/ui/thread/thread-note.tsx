import { Icon, useWords } from '@recado/sdk/ui'
import type { Note } from '../../notes/note.ts'
import { NoteMenu } from '../note-menu.tsx'
import { NoteText } from '../note-text.tsx'
import { useAuthor } from '../use-author.ts'

/**
 * A note as it is in the thread: on the ground of notes, framed, so that nobody takes it for something the customer was
 * told.
 */
export function ThreadNote({ note, onEdit }: { note: Note; onEdit(note: Note): void }) {
  const { t, i18n } = useWords()
  const author = useAuthor(note)
  const written = new Date(note.createdAt)
  const at = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' }).format(written)
  return (
    <div className="flex justify-end px-4 pb-2.5">
      <article
        className={
          'flex min-w-0 max-w-[min(34rem,86%)] flex-col rounded-lg border border-dashed border-warning/50 bg-note ' +
          'px-3 py-2'
        }
        aria-label={t('noteOf', { author, at })}
      >
        <div className="flex items-center gap-1.5 text-xs text-ink-muted">
          <Icon name="notebook-pen" size={13} />
          <span className="min-w-0 flex-1 truncate">
            <span className="font-medium text-warning">{t(note.shared ? 'thread.internal' : 'onlyMe')}</span> · {author}
          </span>
          {note.pinned && (
            <span role="img" aria-label={t('pinned')} title={t('pinned')}>
              <Icon name="pin" size={13} />
            </span>
          )}
          {note.editable && <NoteMenu note={note} label={t('actsOf', { author, at })} onEdit={onEdit} />}
        </div>
        <NoteText note={note} className="text-thread" />
        <span className="mt-0.5 self-end text-xs leading-4 text-ink-muted tabular-nums">
          {note.updatedAt !== note.createdAt && <>{t('changed')} · </>}
          <time dateTime={note.createdAt} title={at}>
            {new Intl.DateTimeFormat(i18n.language, { hour: '2-digit', minute: '2-digit' }).format(written)}
          </time>
        </span>
      </article>
    </div>
  )
}
