import { Avatar, Button, EmptyState, ErrorState, Skeleton } from '@recado/sdk/ui'
import { StickyNote } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { NoteText } from '../../parts/contacts/ContactNotes.tsx'
import { useContactNotes } from '../../data/contacts/use-contacts.ts'

/** S2-094: notes of all contacts, newest first. */
export function NotesView({ onOpen }: { onOpen(contactId: string): void }) {
  const { t } = useTranslation('contacts')
  const query = useContactNotes()
  const notes = query.data?.pages.flatMap((page) => page.notes) ?? []
  if (query.isPending) return <Skeleton height="12rem" className="rounded-lg" />
  if (query.isError && notes.length === 0)
    return <ErrorState what={t('note.what')} error={query.error} onRetry={() => void query.refetch()} />
  if (notes.length === 0)
    return (
      <EmptyState icon={<StickyNote size={22} />} title={t('note.empty')}>
        {t('note.emptyDetail')}
      </EmptyState>
    )
  return (
    <div className="scroll-thin h-full overflow-y-auto" tabIndex={0} role="region" aria-label={t('view.notes')}>
      <ul className="grid gap-3 pane:grid-cols-2 side:grid-cols-3">
        {notes.map((note) => (
          <li key={note.id} className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-surface p-3">
            <button
              type="button"
              className="flex min-w-0 items-center gap-2 text-left text-list font-medium hover:underline"
              onClick={() => onOpen(note.contact.id)}
            >
              <Avatar name={note.contact.name} src={note.contact.profilePicUrl} size={24} decorative />
              <span className="truncate">{note.contact.name}</span>
            </button>
            <NoteText note={note} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="grid place-items-center pt-3">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </div>
  )
}
