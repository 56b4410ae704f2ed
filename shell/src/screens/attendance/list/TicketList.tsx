import {
  Button,
  CountBadge,
  EmptyState,
  ErrorState,
  IconButton,
  Input,
  Skeleton,
  Tabs,
  useViewer,
} from '@recado/sdk/ui'
import { Inbox, ListTree, MessageSquarePlus, Search, X } from 'lucide-react'
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchedFor, type Ticket } from '../../../base/contracts.ts'
import { useKeysHints } from '../../../base/shortcuts/bindings-context.ts'
import { useShortcut } from '../../../base/shortcuts/use-shortcut.ts'
import { rowHeight } from '../../../base/preferences/density.ts'
import { usePreferences } from '../../../base/preferences/use-preferences.ts'
import {
  choicesOf,
  defaultFilter,
  ticketViews,
  type TicketFilter,
  type TicketView,
} from '../../../data/tickets/ticket-filter.ts'
import { useTicketCounts } from '../../../data/tickets/use-ticket-counts.ts'
import type { BulkAct } from '../bulk/bulk-acts.ts'
import { isPreviewed } from '../bulk/bulk-preview.ts'
import { BulkBar } from '../bulk/BulkBar.tsx'
import { useBulkAct } from '../bulk/use-bulk-act.ts'
import { useSelection } from '../bulk/use-selection.ts'
import { SnoozeDialog } from '../snooze/SnoozeDialog.tsx'
import { CurrentView } from '../views/CurrentView.tsx'
import { worstFirst } from '../views/ready-views.ts'
import { useOpenView } from '../views/use-open-view.ts'
import { ViewsMenu } from '../views/ViewsMenu.tsx'
import { SearchBeyond } from '../search/SearchBeyond.tsx'
import { MessageResults } from '../search/MessageResults.tsx'
import { searchPlaces, useSearchPlace, type SearchPlace } from '../search/use-search-place.ts'
import { FilterChips } from './FilterChips.tsx'
import { ListFilters } from './ListFilters.tsx'
import { TicketRows } from './TicketRows.tsx'
import { useListFilter } from './use-list-filter.ts'
import { useTicketList } from './use-ticket-list.ts'

const BulkPreview = lazy(async () => ({ default: (await import('../bulk/BulkPreview.tsx')).BulkPreview }))

const noTickets: readonly Ticket[] = []

/** Place at which an opened ticket goes on: a message, or the composer. */
export interface OpenAt {
  readonly messageId?: string
  readonly toWrite?: boolean
}

export interface TicketListProps {
  openId: string | null
  onOpen(id: string, at?: OpenAt): void
  /** Whether the tree of views, queues, channels and tags is open beside the list. */
  isTreeOpen: boolean
  onTree(): void
  /** Begins a new ticket; undefined where the viewer may not. */
  onBegin: (() => void) | undefined
}

export function TicketList({ openId, isTreeOpen, onTree, onOpen, onBegin }: TicketListProps) {
  const { t } = useTranslation('attendance')
  const [{ density }] = usePreferences()
  const [kept, setFilter, viewId] = useListFilter()
  const openView = useOpenView()
  const [search, setSearch] = useSearchText(kept.searchParam, (searchParam) => setFilter({ searchParam }))
  const [place, setPlace] = useSearchPlace()
  const inMessages = place === 'messages' && search !== ''
  const searchField = useRef<HTMLInputElement>(null)
  const filtersButton = useRef<HTMLButtonElement>(null)
  const filter: TicketFilter = { ...kept, searchParam: useDeferredValue(search) }
  const { tickets, query } = useTicketList(filter)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const openRow = useCallback((id: string, toWrite: boolean) => onOpen(id, { toWrite }), [onOpen])
  const selection = useSelection(tickets)
  const bulk = useBulkAct()
  const [toSnooze, setToSnooze] = useState<readonly Ticket[]>([])
  const [previewed, setPreviewed] = useState<{ tickets: readonly Ticket[]; act: BulkAct } | null>(null)
  const run = (chosen: readonly Ticket[], what: BulkAct) => {
    bulk.run(chosen, what)
    selection.clear()
  }
  const act = (chosen: readonly Ticket[], what: BulkAct) =>
    isPreviewed(chosen) ? setPreviewed({ tickets: chosen, act: what }) : run(chosen, what)
  useShortcut('back', selection.clear, selection.chosen.length > 0)
  const searchKeys = useKeysHints()('search')
  useShortcut('search', () => searchField.current?.focus())

  const searching = searchedFor(filter.searchParam) !== ''
  return (
    <div className="relative flex h-full flex-col bg-surface">
      <header className="flex shrink-0 flex-col gap-2 px-3 pt-3">
        <div className="flex items-center gap-1.5">
          <IconButton
            className={isTreeOpen ? 'text-accent-text' : ''}
            icon={<ListTree size={17} />}
            label={t(isTreeOpen ? 'tree.hide' : 'tree.show')}
            aria-expanded={isTreeOpen}
            onClick={onTree}
          />
          <div className="relative min-w-0 flex-1">
            <Search
              size={15}
              className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-muted"
              aria-hidden
            />
            <Input
              ref={searchField}
              type="search"
              className="pl-8"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Escape') {
                  setSearch('')
                  event.currentTarget.blur()
                }
              }}
              placeholder={t('list.search')}
              aria-label={t('list.search')}
              title={searchKeys.shortcut}
              aria-keyshortcuts={searchKeys['aria-keyshortcuts']}
            />
            {search !== '' && (
              <IconButton
                size="small"
                className="absolute top-1/2 right-1 -translate-y-1/2"
                icon={<X size={14} />}
                label={t('list.clearSearch')}
                onClick={() => setSearch('')}
              />
            )}
          </div>
          <ViewsMenu filter={filter} currentId={viewId} onOpen={openView} onNarrow={setFilter} />
          <ListFilters filter={kept} onChange={setFilter} trigger={filtersButton} />
        </div>
        {search !== '' && (
          <Tabs
            label={t('find.places')}
            value={place}
            onValueChange={(next) => setPlace(next as SearchPlace)}
            tabs={searchPlaces.map((value) => ({ value, label: t(`find.place.${value}`) }))}
          />
        )}
        {viewId && <CurrentView id={viewId} filter={filter} onLeave={() => setFilter({ ...defaultFilter })} />}
        {!inMessages && <ViewTabs view={kept.view} onChange={(view) => setFilter({ view })} />}
        {!inMessages && <FilterChips filter={kept} onChange={setFilter} afterLast={filtersButton} />}
      </header>
      <TicketRows
        tickets={inMessages ? noTickets : tickets}
        density={density}
        openId={openId}
        hasMore={hasNextPage}
        selection={selection}
        busy={query.isPending}
        onMore={hasNextPage && !isFetchingNextPage && !inMessages ? more : undefined}
        onOpen={openRow}
        onAct={act}
        onSnooze={setToSnooze}
        after={
          searching &&
          !inMessages &&
          query.isSuccess &&
          !hasNextPage && (
            <SearchBeyond
              text={filter.searchParam}
              listed={tickets}
              onOpen={(id, messageId) => onOpen(id, messageId === undefined ? {} : { messageId })}
              onMessages={() => setPlace('messages')}
            />
          )
        }
      >
        {inMessages ? (
          <MessageResults text={kept.searchParam} onOpen={(id, messageId) => onOpen(id, { messageId })} />
        ) : (
          <>
            {query.isPending && <ListSkeleton height={rowHeight[density]} />}
            {query.isError && (
              <ErrorState what={t('list.what')} error={query.error} onRetry={() => void query.refetch()} />
            )}
            {query.isSuccess &&
              tickets.length === 0 &&
              (searching ? (
                <EmptyState
                  icon={<Search size={20} />}
                  title={t('list.noMatch', { term: searchedFor(filter.searchParam) })}
                  action={
                    <div className="flex flex-wrap justify-center gap-2">
                      <Button size="small" variant="primary" onClick={() => setPlace('messages')}>
                        {t('find.inMessages')}
                      </Button>
                      <Button size="small" onClick={() => setSearch('')}>
                        {t('list.clearSearch')}
                      </Button>
                    </div>
                  }
                >
                  {t('list.noMatchDetail')}
                </EmptyState>
              ) : choicesOf(kept).length > 0 ? (
                <EmptyState
                  icon={<Inbox size={20} />}
                  title={t('list.filteredOut')}
                  action={
                    <Button size="small" onClick={() => setFilter({ ...defaultFilter, view: kept.view })}>
                      {t('list.clearFilters')}
                    </Button>
                  }
                />
              ) : (
                <EmptyState
                  icon={<Inbox size={20} />}
                  title={t(`list.empty.${kept.view}`)}
                  {...(kept.view === 'mine'
                    ? {
                        action: (
                          <div className="flex flex-wrap justify-center gap-2">
                            <Button size="small" variant="primary" onClick={() => setFilter(worstFirst)}>
                              {t('views.ready.unanswered')}
                            </Button>
                            <Button size="small" onClick={() => setFilter({ view: 'queue' })}>
                              {t('list.seeQueue')}
                            </Button>
                          </div>
                        ),
                      }
                    : {})}
                >
                  {t(`list.emptyDetail.${kept.view}`)}
                </EmptyState>
              ))}
          </>
        )}
      </TicketRows>
      {selection.chosen.length > 0 ? (
        <BulkBar
          chosen={selection.chosen}
          busy={bulk.busy}
          onAct={(what) => act(selection.chosen, what)}
          onSnooze={() => setToSnooze(selection.chosen)}
          onClear={selection.clear}
        />
      ) : (
        onBegin && (
          <IconButton
            variant="primary"
            className="absolute right-4 bottom-4 size-11 rounded-full shadow-lg"
            icon={<MessageSquarePlus size={20} />}
            label={t('act.new')}
            onClick={onBegin}
          />
        )
      )}
      {previewed && (
        <Suspense fallback={null}>
          <BulkPreview
            {...previewed}
            onAct={() => run(previewed.tickets, previewed.act)}
            onClose={() => setPreviewed(null)}
          />
        </Suspense>
      )}
      {toSnooze.length > 0 && (
        <SnoozeDialog
          what={toSnooze.length === 1 ? toSnooze[0]!.name : t('list.count', { count: toSnooze.length })}
          onSnooze={(snoozeUntil) => act(toSnooze, { snoozeUntil })}
          onClose={() => setToSnooze([])}
        />
      )}
    </div>
  )
}

/** Quiet after typing until the text goes into the address. Milliseconds. */
const addressDelay = 400

/** Typed text is searched at once, and is in the address a moment later; another address sets the field. */
function useSearchText(address: string, toAddress: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(address)
  const latest = useRef(toAddress)
  useEffect(() => {
    latest.current = toAddress
  })
  useEffect(() => setText(address), [address])
  useEffect(() => {
    if (text === address) return
    const due = setTimeout(() => latest.current(text), addressDelay)
    return () => clearTimeout(due)
  }, [text, address])
  return [text, setText]
}

function ViewTabs({ view, onChange }: { view: TicketView; onChange(view: TicketView): void }) {
  const { t } = useTranslation('attendance')
  const viewer = useViewer()
  const counts = useTicketCounts().data
  const countOf = (one: TicketView): number =>
    !counts
      ? 0
      : one === 'mine'
        ? counts.mine
        : one === 'queue'
          ? counts.pending
          : one === 'group'
            ? counts.group
            : one === 'snoozed'
              ? counts.snoozed
              : one === 'watched'
                ? counts.watched
                : one === 'bot'
                  ? counts.bot
                  : one === 'all'
                    ? counts.open + counts.pending + counts.bot
                    : 0
  // Most companies have no groups and no bots, few tickets are put off or followed, and eight tabs are more than the
  // list is wide.
  const shown = ticketViews.filter(
    (one) =>
      !(['group', 'bot', 'snoozed', 'watched'] as const).some((seldom) => seldom === one) ||
      view === one ||
      countOf(one) > 0,
  )
  const words = shown.map((one) => ({
    value: one,
    label: t(`list.view.${one}`),
    badge: <CountBadge count={countOf(one)} max={counts?.cap ?? 99} label={t('list.count', { count: countOf(one) })} />,
  }))
  return (
    <Tabs
      label={t('list.views', { name: viewer.name })}
      value={view}
      onValueChange={(next) => onChange(next as TicketView)}
      tabs={words}
    />
  )
}

const ListSkeleton = ({ height }: { height: number }) => (
  <div aria-hidden>
    {Array.from({ length: 9 }, (_, row) => (
      <div key={row} className="flex items-center gap-3 border-b border-line/60 px-3" style={{ height }}>
        {height > 40 && (
          <Skeleton
            width={height > 60 ? '2.5rem' : '2rem'}
            height={height > 60 ? '2.5rem' : '2rem'}
            className="rounded-full"
          />
        )}
        <div className="flex-1">
          <Skeleton lines={height > 40 ? 2 : 1} />
        </div>
      </div>
    ))}
  </div>
)
