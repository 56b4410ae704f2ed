import {
  ApiError,
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  NoPermission,
  PageHeader,
  Skeleton,
  Tabs,
  usePermission,
} from '@recado/sdk/ui'
import { RefreshCw, SearchX, UserPlus } from 'lucide-react'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContactListed, ContactSegment } from '../../base/contracts.ts'
import { ContactBulkMenu } from './bulk/ContactBulkMenu.tsx'
import { SyncContacts } from './bulk/SyncContacts.tsx'
import { ColumnMenu } from './ColumnMenu.tsx'
import { SegmentBar } from './segments/SegmentBar.tsx'
import {
  filterOfSegment,
  isNarrowed,
  keepColumns,
  keptColumns,
  noFilter,
  queryOf,
} from '../../data/contacts/contact-filter.ts'
import { ContactFilters } from './ContactFilters.tsx'
import { ContactForm, EditContact, type ContactPart } from '../../parts/contacts/ContactForm.tsx'
import { ContactTable, type ContactAct } from './ContactTable.tsx'
import { NotesView } from './NotesView.tsx'
import { useKeptFilter } from './use-kept-filter.ts'
import { useContactActs, useContactList } from '../../data/contacts/use-contacts.ts'

const NewTicketDialog = lazy(async () => ({
  default: (await import('../../parts/new-ticket/NewTicketDialog.tsx')).NewTicketDialog,
}))

type Open =
  | { act: 'create' | 'sync' }
  | { act: 'edit'; id: string; part: ContactPart }
  | { act: 'talk' | 'delete'; contact: ContactListed }
type View = 'table' | 'notes'

/**
 * `/contatos` (S2-027, S2-093), as a segment shows it where one is open, and, beside the list of tickets,
 * `/atendimento/contatos` (S2-049).
 */
export function Contacts({ beside = false, segment }: { beside?: boolean; segment?: ContactSegment }) {
  const { t } = useTranslation('contacts')
  const mayWrite = usePermission('contacts.write')
  const [mayImport, maySeeChannels] = [usePermission('contacts.import'), usePermission('channels.read')]
  const [view, setView] = useState<View>('table')
  const [filter, setFilter] = useKeptFilter(segment ? filterOfSegment(segment.filter) : noFilter)
  const [columns, setColumns] = useState(keptColumns)
  const searchParam = useDeferredValue(filter.searchParam)
  const wanted = { ...filter, searchParam }
  const query = useContactList(wanted)
  const { remove } = useContactActs()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const router = useRouter()
  const show = (ticketId: string) => void router.navigate({ to: '/atendimento/$ticketId', params: { ticketId } })
  const contacts = query.data?.pages.flatMap((page) => page.contacts) ?? []
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const act = (name: ContactAct, contact: ContactListed): void =>
    setOpen(
      name === 'edit' || name === 'notes'
        ? { act: 'edit', id: contact.id, part: name === 'notes' ? 'notes' : 'data' }
        : { act: name, contact },
    )

  if (ApiError.is(query.error) && query.error.status === 403)
    return (
      <div className="grid h-full place-items-center p-6">
        <NoPermission />
      </div>
    )
  return (
    <div className="flex h-full min-h-0 flex-col gap-3 px-4 py-4 pane:px-6 pane:py-6">
      <PageHeader
        className="mb-0"
        title={t('title')}
        description={beside ? undefined : t('description')}
        actions={
          <>
            {view === 'table' && !beside && (
              <span className="hidden pane:contents">
                <ColumnMenu
                  columns={columns}
                  onChange={(next) => {
                    keepColumns(next)
                    setColumns(next)
                  }}
                />
              </span>
            )}
            {!beside && view === 'table' && mayImport && maySeeChannels && (
              <Button icon={<RefreshCw size={16} />} onClick={() => setOpen({ act: 'sync' })}>
                {t('sync.action')}
              </Button>
            )}
            {mayWrite && (
              <Button variant="primary" icon={<UserPlus size={16} />} onClick={() => setOpen({ act: 'create' })}>
                {t('form.new')}
              </Button>
            )}
            {!beside && view === 'table' && <ContactBulkMenu filter={queryOf(filter)} />}
          </>
        }
      />
      <Tabs
        value={view}
        onValueChange={(value) => setView(value as View)}
        label={t('view.title')}
        tabs={(['table', 'notes'] as const).map((value) => ({ value, label: t(`view.${value}`) }))}
      />
      {view === 'notes' ? (
        <div className="min-h-0 flex-1">
          <NotesView onOpen={(id) => setOpen({ act: 'edit', id, part: 'notes' })} />
        </div>
      ) : (
        <>
          {!beside && <SegmentBar segment={segment} filter={filter} />}
          <ContactFilters filter={filter} onChange={setFilter} />
          <div className="min-h-0 flex-1" aria-busy={query.isFetching}>
            {query.isPending && <Skeleton height="100%" className="rounded-lg" />}
            {query.isError && contacts.length === 0 && (
              <ErrorState what={t('what')} error={query.error} onRetry={() => void query.refetch()} />
            )}
            {query.isSuccess &&
              contacts.length === 0 &&
              (isNarrowed(wanted) ? (
                <EmptyState
                  icon={<SearchX size={22} />}
                  title={t('empty.found')}
                  action={<Button onClick={() => setFilter(noFilter)}>{t('filter.clear')}</Button>}
                >
                  {t('empty.foundDetail')}
                </EmptyState>
              ) : (
                <EmptyState
                  icon={<UserPlus size={22} />}
                  title={t('empty.title')}
                  action={
                    mayWrite && (
                      <Button variant="primary" onClick={() => setOpen({ act: 'create' })}>
                        {t('form.new')}
                      </Button>
                    )
                  }
                >
                  {t('empty.detail')}
                </EmptyState>
              ))}
            {contacts.length > 0 && (
              <ContactTable
                key={JSON.stringify(queryOf(wanted))}
                contacts={contacts}
                columns={columns}
                order={filter.order}
                onOrder={(order) => setFilter({ ...filter, order })}
                onAct={act}
                onEnd={onEnd}
                narrow={beside}
              />
            )}
          </div>
          <p role="status" className="shrink-0 text-xs text-ink-muted">
            {query.isSuccess && contacts.length > 0
              ? t(hasNextPage ? 'countMore' : 'count', { count: contacts.length })
              : ''}
          </p>
        </>
      )}
      {open?.act === 'create' && <ContactForm onClose={close} />}
      {open?.act === 'edit' && <EditContact contactId={open.id} part={open.part} onClose={close} />}
      <Suspense fallback={null}>
        {open?.act === 'sync' && <SyncContacts onClose={close} />}
        {open?.act === 'talk' && <NewTicketDialog contact={open.contact} onClose={close} onOpen={show} />}
      </Suspense>
      {open?.act === 'delete' && (
        <ConfirmDialog
          title={t('delete.title', { name: open.contact.name })}
          description={t('delete.detail')}
          confirmLabel={t('delete.submit')}
          open
          onOpenChange={(stays) => {
            if (!stays) close()
          }}
          onConfirm={() => remove.mutateAsync(open.contact)}
        />
      )}
    </div>
  )
}
