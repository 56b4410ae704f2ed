import { Button, EmptyState, Icon, ListStates, NoPermission, PageHeader, usePermission, useWords } from '@recado/sdk/ui'
import { useDeferredValue, useState } from 'react'
import type { Note } from '../../notes/note.ts'
import { NoteCard } from '../note-card.tsx'
import { NoteDialog } from '../note-dialog.tsx'
import { noFilter, useNotePage } from '../use-notes.ts'
import { NoteFilters } from './note-filters.tsx'

/** `/notas` (S2-034): one's own notes and what colleagues share, over all conversations that one may see. */
export default function NotesPage() {
  return usePermission('use') ? <Notes /> : <NoPermission />
}

function Notes() {
  const { t } = useWords()
  const [filter, setFilter] = useState(noFilter)
  const [open, setOpen] = useState<Note | 'new'>()
  const searchParam = useDeferredValue(filter.searchParam).trim()
  const list = useNotePage({ ...filter, searchParam })
  const notes = list.data?.pages.flatMap((page) => page.notes) ?? []
  const isFiltered = JSON.stringify({ ...filter, searchParam }) !== JSON.stringify(noFilter)
  const create = (
    <Button variant="primary" icon={<Icon name="plus" size={16} />} onClick={() => setOpen('new')}>
      {t('page.create')}
    </Button>
  )
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-4 px-4 py-6 md:px-8 md:py-8">
      <PageHeader className="mb-0" title={t('page.title')} description={t('page.description')} actions={create} />
      <NoteFilters filter={filter} onChange={setFilter} />
      <ListStates query={list} what={t('what')} rowHeight="5rem" isEmpty={notes.length === 0}>
        {isFiltered ? (
          <EmptyState
            icon={<Icon name="notebook-pen" />}
            title={t('empty.filtered')}
            action={<Button onClick={() => setFilter(noFilter)}>{t('empty.clear')}</Button>}
          />
        ) : (
          <EmptyState icon={<Icon name="notebook-pen" />} title={t('empty.title')} action={create}>
            {t('empty.help')}
          </EmptyState>
        )}
      </ListStates>
      {notes.length > 0 && (
        <ul aria-label={t('page.title')} className="grid items-start gap-3 md:grid-cols-2">
          {notes.map((note) => (
            <li key={note.id}>
              <NoteCard note={note} onEdit={setOpen} onNarrow={(about) => setFilter({ ...noFilter, ...about })} />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button className="self-center" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
      {open !== undefined && <NoteDialog note={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}
