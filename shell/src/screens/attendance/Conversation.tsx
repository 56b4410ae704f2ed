import {
  Dialog,
  ErrorState,
  NoPermission,
  Skeleton,
  TicketProvider,
  useMediaQuery,
  usePermission,
  useViewer,
  EmptyState,
  Button,
  ApiError,
} from '@recado/sdk/ui'
import { SearchX } from 'lucide-react'
import { lazy, Suspense, useCallback, useDeferredValue, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../base/contracts.ts'
import { useOfferCommands } from '../../base/shortcuts/commands.ts'
import { useOwnPresence } from './colleagues/use-own-presence.ts'
import { DropZone } from './composer/DropZone.tsx'
import { Foot } from './composer/Foot.tsx'
import { wasRefusedByWindow } from './composer/use-service-window.ts'
import type { OpenedToWrite } from './composer/use-write-at-once.ts'
import { useListFilter } from './list/use-list-filter.ts'
import { SidePanel } from './panel/SidePanel.tsx'
import { ThreadSearch } from './search/ThreadSearch.tsx'
import { MergedBar } from './MergedBar.tsx'
import { SnoozeBar } from './snooze/SnoozeMark.tsx'
import { Thread, ThreadSkeleton } from './thread/Thread.tsx'
import { useJump, useNumberedPage } from './thread/use-jump.ts'
import { useThread } from './thread/use-thread.ts'
import { ticketActs, type TicketAct } from './ticket-acts.ts'
import { TicketDialogs, type TicketDialog } from './TicketDialogs.tsx'
import { TicketHeader } from './TicketHeader.tsx'
import { useAfterResolving } from './use-after-resolving.ts'
import { useChannel } from './use-channel.ts'
import { DrawsMarks } from '../../parts/messages/ChannelText.tsx'
import { useMarkRead } from './use-mark-read.ts'
import { useMessageActs } from './use-message-acts.ts'
import { ThreadDialogs } from './thread/ThreadDialogs.tsx'
import { useTicketCommands } from './use-ticket-commands.tsx'
import { WatchFoot } from './WatchFoot.tsx'
import {
  missingOf,
  useTicketLogs,
  useTicketQuery,
  useTicketUpdate,
  type TicketChange,
} from '../../data/tickets/use-ticket.ts'

const ResolveWithAttributes = lazy(async () => ({
  default: (await import('./attributes/ResolveWithAttributes.tsx')).ResolveWithAttributes,
}))

const panelKey = 'recado.panel'
/** List, thread and panel side by side; below, the panel lies over the thread. */
const wide = '(width >= 80rem)'

export interface ConversationProps {
  ticketId: string
  /** Read along with: nothing is marked as read, said to be looked at, or done. */
  isWatching: boolean
  writing: OpenedToWrite | null
  onBack(): void
  /** From reading along into the conversation. */
  onJoin(): void
}

/** One ticket: header, thread, composer, and the side panel (a sheet on smaller screens). */
export function Conversation({ ticketId, isWatching, writing, onBack, onJoin }: ConversationProps) {
  const { t } = useTranslation('attendance')
  const ticket = useTicketQuery(ticketId, isWatching)
  const failure = ApiError.is(ticket.error) ? ticket.error : null
  if (ticket.data && !failure)
    return (
      <OpenTicket
        ticket={ticket.data}
        isWhole={!ticket.isPlaceholderData}
        isWatching={isWatching}
        writing={writing}
        onBack={onBack}
        onJoin={onJoin}
      />
    )
  return (
    <div className="flex h-full flex-col bg-canvas">
      {ticket.isPending && (
        <>
          <div className="flex h-14 shrink-0 items-center gap-3 border-b border-line bg-surface px-4" aria-hidden>
            <Skeleton width="2.25rem" height="2.25rem" className="rounded-full" />
            <Skeleton width="10rem" height="1rem" />
          </div>
          <ThreadSkeleton />
        </>
      )}
      {failure &&
        (failure.status === 404 ? (
          <div className="grid h-full place-items-center p-6">
            <EmptyState
              icon={<SearchX size={22} />}
              title={t('thread.notFound')}
              action={<Button onClick={onBack}>{t('thread.backToList')}</Button>}
            >
              {t('thread.notFoundDetail')}
            </EmptyState>
          </div>
        ) : failure.status === 403 ? (
          <div className="grid h-full place-items-center p-6">
            <NoPermission />
          </div>
        ) : (
          <div className="grid h-full place-items-center p-6">
            <ErrorState what={t('thread.what')} error={failure} onRetry={() => void ticket.refetch()} />
          </div>
        ))}
    </div>
  )
}

/** `isWhole`: the server has answered with the ticket, and not only the list. */
function OpenTicket({
  ticket,
  isWhole,
  isWatching,
  writing,
  onBack,
  onJoin,
}: Omit<ConversationProps, 'ticketId'> & { ticket: Ticket; isWhole: boolean }) {
  const { t } = useTranslation('attendance')
  const viewer = useViewer()
  const mayWrite = usePermission('tickets.write')
  const mayAnswer = usePermission('messages.write')
  const channel = useChannel(ticket.channel)
  const { query, messages, contact, find: findMessage, isFinding, toLatest } = useThread(ticket.id)
  const [jump, setJump] = useJump()
  useNumberedPage(ticket.id, setJump)
  const [searching, setSearching] = useState(false)
  const logs = useTicketLogs(ticket.id, isWhole)
  const update = useTicketUpdate(viewer.userId)
  const messageActs = useMessageActs()
  const isWide = useMediaQuery(wide)
  const [pinnedPanel, setPinnedPanel] = useState(() => localStorage.getItem(panelKey) !== '0')
  const [sheet, setSheet] = useState(false)
  const [dialog, setDialog] = useState<TicketDialog | null>(null)
  const togglePanel = useCallback(() => {
    if (!isWide) return setSheet((shown) => !shown)
    setPinnedPanel((shown) => {
      localStorage.setItem(panelKey, shown ? '0' : '1')
      return !shown
    })
  }, [isWide])

  const { mutate } = update
  const [lacking, setLacking] = useState<{ keys: readonly string[]; withoutFarewell: boolean } | null>(null)
  const askFor = useCallback(
    (withoutFarewell: boolean) => (error: unknown) => {
      const keys = missingOf(error)
      if (keys.length > 0) setLacking({ keys, withoutFarewell })
    },
    [],
  )
  const showMine = useShowMine()
  const beforeResolving = useAfterResolving(ticket)
  const act = useCallback(
    (name: TicketAct) => {
      const resolved = name === 'resolve' ? beforeResolving() : undefined
      mutate(
        { id: ticket.id, change: { status: ticketActs[name].to } },
        {
          onSuccess: () => {
            if (name === 'start') showMine()
            resolved?.()
          },
          onError: askFor(false),
        },
      )
    },
    [mutate, ticket.id, showMine, askFor, beforeResolving],
  )
  const start = useCallback(() => act(ticket.status === 'closed' ? 'reopen' : 'start'), [act, ticket.status])
  const maySnooze = mayWrite && ticket.status === 'open' && !isWatching
  const change = useCallback((what: TicketChange) => mutate({ id: ticket.id, change: what }), [mutate, ticket.id])
  const wake = useCallback(() => change({ snooze: null }), [change])
  const find = useCallback(() => setSearching(true), [])
  const resolveSilently = useCallback(
    () =>
      mutate(
        { id: ticket.id, change: { status: 'closed', withoutFarewell: true } },
        { onSuccess: beforeResolving(), onError: askFor(true) },
      ),
    [mutate, ticket.id, askFor, beforeResolving],
  )
  const leaveUnread = useCallback(() => {
    onBack()
    mutate({ id: ticket.id, change: { unreadMessages: 1 } })
  }, [onBack, mutate, ticket.id])
  const commands = useTicketCommands({
    ticket,
    isWatching,
    act,
    change,
    resolveSilently,
    leaveUnread,
    ask: setDialog,
    find,
    togglePanel,
  })
  useOfferCommands(commands)

  useOwnPresence(isWatching ? null : ticket.id)
  useMarkRead(ticket, mayWrite && !isWatching)

  const { fetchNextPage, fetchPreviousPage } = query
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  const loadNewer = useCallback(() => void fetchPreviousPage({ cancelRefetch: false }), [fetchPreviousPage])
  const latest = useCallback(() => {
    setJump(null)
    toLatest()
  }, [setJump, toLatest])
  const panel = isWhole && (
    <AfterPaint>
      <SidePanel ticket={ticket} contact={contact} logs={logs} />
    </AfterPaint>
  )

  return (
    <TicketProvider ticket={ticket}>
      <div className="flex h-full min-w-0">
        <DropZone
          ticket={ticket}
          channel={isWatching || !mayAnswer ? undefined : channel}
          className="flex min-w-0 flex-1 flex-col bg-canvas"
        >
          <TicketHeader
            ticket={ticket}
            channel={channel}
            commands={commands}
            busy={update.isPending && 'status' in (update.variables?.change ?? {})}
            onBack={onBack}
            panelOpen={isWide ? pinnedPanel : sheet}
            isWatching={isWatching}
          />
          {ticket.mergedInto && <MergedBar into={ticket.mergedInto} />}
          {ticket.snooze && <SnoozeBar snooze={ticket.snooze} onWake={maySnooze ? wake : undefined} />}
          {searching && <ThreadSearch ticketId={ticket.id} onJump={setJump} onClose={() => setSearching(false)} />}
          {query.isPending && <ThreadSkeleton />}
          {query.isError && messages.length === 0 && (
            <div className="grid min-h-0 flex-1 place-items-center p-6">
              <ErrorState what={t('thread.what')} error={query.error} onRetry={() => void query.refetch()} />
            </div>
          )}
          {query.data && (
            <DrawsMarks value={channel !== undefined && channel.capabilities.text.format !== 'plain'}>
              <Thread
                ticket={ticket}
                messages={messages}
                logs={logs.data ?? []}
                hasMore={query.hasNextPage}
                loadingMore={query.isFetchingNextPage}
                hasNewer={query.hasPreviousPage}
                busy={query.isFetching}
                jump={jump}
                isFinding={isFinding}
                capabilities={isWatching ? undefined : channel?.capabilities}
                selection={messageActs.selection}
                actions={messageActs.actions}
                onLoadMore={loadMore}
                onLoadNewer={loadNewer}
                onFind={findMessage}
                onLatest={latest}
              />
            </DrawsMarks>
          )}
          {isWatching ? (
            <WatchFoot onJoin={onJoin} />
          ) : (
            <Foot
              ticket={ticket}
              channel={channel}
              isRefused={wasRefusedByWindow(messages)}
              acts={messageActs}
              writing={writing}
              onStart={start}
            />
          )}
          <ThreadDialogs acts={messageActs} />
          <Suspense fallback={null}>
            {lacking && (
              <ResolveWithAttributes
                ticket={ticket}
                {...lacking}
                beforeResolving={beforeResolving}
                onClose={() => setLacking(null)}
              />
            )}
          </Suspense>
          <TicketDialogs
            ticket={ticket}
            shown={dialog}
            onChange={change}
            onClose={() => setDialog(null)}
            onGone={onBack}
          />
        </DropZone>
        {isWide && pinnedPanel && (
          <aside
            aria-label={t('panel.title')}
            className="scroll-thin w-80 shrink-0 overflow-y-auto border-l border-line bg-surface"
          >
            {panel}
          </aside>
        )}
        {!isWide && (
          <Dialog title={t('panel.title')} shape="sheet" open={sheet} onOpenChange={setSheet}>
            {panel}
          </Dialog>
        )}
      </div>
    </TicketProvider>
  )
}

/** Renders secondary content after the rest. */
const AfterPaint = ({ children }: { children: ReactNode }) => useDeferredValue(true, false) && children

/** After taking a ticket from the queue the user goes on among their own, where it now is. */
function useShowMine(): () => void {
  const [{ view }, setFilter] = useListFilter()
  return useCallback(() => {
    if (view === 'queue') setFilter({ view: 'mine' })
  }, [view, setFilter])
}
