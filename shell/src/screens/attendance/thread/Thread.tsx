import { Button, EmptyState, IconButton, Skeleton, Spinner } from '@recado/sdk/ui'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, MessageCircle } from 'lucide-react'
import {
  lazy,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkplace } from '../../../data/workplace/workplace-context.ts'
import type { ChannelCapabilities, Message, Ticket, TicketLogEntry } from '../../../base/contracts.ts'
import { MediaViewer, type ViewedPicture } from '../../../parts/files/MediaViewer.tsx'
import { MessageBubble } from './MessageBubble.tsx'
import { ThreadMenu } from './ThreadMenu.tsx'
import { OutgoingBubble } from './OutgoingBubble.tsx'
import { DayLine, SystemLine } from './SystemLine.tsx'
import type { ThreadActions } from './thread-actions.ts'
import { loadedSince, threadItems } from './thread-items.ts'
import { useFollowedEnd } from './use-followed-end.ts'
import { useHeldEnd } from './use-held-end.ts'
import { isPluginEntry, PluginEntryView, usePluginEntries } from './use-plugin-entries.tsx'

const OlderInChannel = lazy(async () => ({ default: (await import('./OlderInChannel.tsx')).OlderInChannel }))
/** Height that it takes above the first message, with an answer in a second line, in pixels. */
const offerHeight = 72

/** This close to the end, in pixels, new messages keep the end in view. */
const nearEnd = 120
const highlightTime = 1_600

export interface ThreadProps {
  ticket: Ticket
  messages: readonly Message[]
  logs: readonly TicketLogEntry[]
  hasMore: boolean
  loadingMore: boolean
  /** Newer messages are there and not loaded: the end of what is shown is not the end of the conversation. */
  hasNewer: boolean
  /** True while a page is loaded: one at a time. */
  busy: boolean
  /** The message, or a plugin's entry, to be at; another id leads there. */
  jump: string | null
  isFinding: boolean
  capabilities: ChannelCapabilities | undefined
  /** The chosen messages; null outside of the selection mode. */
  selection: ReadonlySet<string> | null
  actions: Omit<ThreadActions, 'onJump' | 'onView'>
  onLoadMore(): void
  onLoadNewer(): void
  /** Loads what stands around a message that is not loaded; false when there is none. */
  onFind(id: string): Promise<boolean>
  onLatest(): void
}

/**
 * The conversation. The newest is at the bottom and stays there; older ones are added above without a jump. Jumping to
 * a message that is far away shows the stretch around it, which grows in both directions.
 */
export function Thread({
  ticket,
  messages,
  logs,
  hasMore,
  loadingMore,
  hasNewer,
  busy,
  jump,
  isFinding,
  capabilities,
  selection,
  actions,
  onLoadMore,
  onLoadNewer,
  onFind,
  onLatest,
}: ThreadProps) {
  const { t } = useTranslation('attendance')
  const { outbox, typing } = useWorkplace()
  const outgoing = useSyncExternalStore(outbox.subscribe, () => outbox.of(ticket.id))
  const writers = useSyncExternalStore(typing.subscribe, () => typing.of(ticket.id))
  const { entries, isComplete, feeds } = usePluginEntries(ticket, loadedSince(messages, hasMore))
  const items = useMemo(
    () => threadItems(messages, outgoing, logs, { hasMore, hasNewer }, entries),
    [messages, outgoing, logs, hasMore, hasNewer, entries],
  )
  const byId = useMemo(() => new Map<string, Message>(messages.map((message) => [message.id, message])), [messages])
  const images = useMemo(
    () =>
      messages.flatMap((message) =>
        message.isDeleted ? [] : message.media.filter((media) => media.mime.startsWith('image/')),
      ),
    [messages],
  )
  const [viewed, setViewed] = useState<ViewedPicture | null>(null)
  const [target, setTarget] = useState<string | null>(jump)
  const [highlighted, setHighlighted] = useState<string | null>(null)
  const all = useMemo((): ThreadActions => ({ ...actions, onJump: setTarget, onView: setViewed }), [actions])

  // Rows out of sight are drawn when those in sight stand.
  const isSettled = useDeferredValue(true, false)
  const scroller = useRef<HTMLDivElement>(null)
  const offersOlder =
    !hasMore && !isFinding && ticket.status !== 'closed' && capabilities?.operations.includes('history.older') === true
  const list = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 64,
    overscan: isSettled ? 12 : 0,
    getItemKey: useCallback((index: number) => items[index]!.key, [items]),
    anchorTo: 'end',
    followOnAppend: !hasNewer,
    scrollEndThreshold: nearEnd,
    paddingStart: offersOlder ? offerHeight : 12,
    paddingEnd: 36,
  })
  useLayoutEffect(() => list.scrollToEnd(), [list])
  useHeldEnd(scroller)
  useFollowedEnd(
    scroller,
    items,
    nearEnd,
    useCallback(() => list.scrollToEnd(), [list]),
  )

  // A message of a loaded page is confirmed, though its push was lost: else it would be shown at the end again, as
  // pending, once that page is gone.
  useEffect(() => {
    const waiting = new Set(outgoing.map(({ idFront }) => idFront))
    for (const { idFront } of messages) if (idFront !== null && waiting.has(idFront)) outbox.confirm(ticket.id, idFront)
  }, [messages, outgoing, outbox, ticket.id])

  // A sent message is scrolled to, wherever its author was reading.
  const newest = outgoing.at(-1)?.idFront
  const followed = useRef(newest)
  useEffect(() => {
    if (newest === undefined || newest === followed.current) return
    followed.current = newest
    if (hasNewer) onLatest()
    else list.scrollToEnd()
  }, [newest, hasNewer, onLatest, list])

  const shown = list.getVirtualItems()
  const first = shown[0]?.index ?? 0
  // Once what is asked for stands: a page before would only keep it waiting.
  useEffect(() => {
    if (isSettled && hasMore && !busy && target === null && first < 8) onLoadMore()
  }, [isSettled, hasMore, busy, target, first, onLoadMore])

  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasNewer && !busy && target === null && last >= items.length - 8) onLoadNewer()
  }, [hasNewer, busy, target, last, items.length, onLoadNewer])

  // The target of a jump may be far from the loaded messages.
  const asked = useRef<string | null>(null)
  useEffect(() => {
    if (jump !== null) setTarget(jump)
  }, [jump])
  useEffect(() => {
    if (target === null || !isComplete) return
    const index = items.findIndex((item) => item.key === target)
    if (index < 0 && isPluginEntry(target)) {
      // The position of a plugin's entry is known to its plugin alone: it is searched from the end.
      if (busy) return
      if (hasNewer) onLatest()
      else if (hasMore) onLoadMore()
      return
    }
    if (index < 0) {
      if (asked.current === target) return
      asked.current = target
      void onFind(target).then((found) => {
        if (!found) {
          asked.current = null
          setTarget(null)
        }
      })
      return
    }
    // A page that comes now would move what is scrolled to.
    if (busy) return
    asked.current = null
    list.scrollToIndex(index, { align: 'center' })
    setHighlighted(target)
    setTarget(null)
  }, [target, items, busy, onFind, list, isComplete, hasMore, hasNewer, onLoadMore, onLatest])
  useEffect(() => {
    if (highlighted === null) return
    const timer = setTimeout(() => setHighlighted(null), highlightTime)
    return () => clearTimeout(timer)
  }, [highlighted])

  const away = items.length > 0 && scroller.current !== null && !list.isAtEnd(nearEnd * 3)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {feeds}
      <div
        ref={scroller}
        className={
          'scroll-thin min-h-0 flex-1 overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none]'
        }
        tabIndex={0}
        role="log"
        aria-label={t('thread.with', { name: ticket.name })}
        aria-live="polite"
        aria-relevant="additions"
      >
        {(loadingMore || isFinding) && (
          <div className="absolute inset-x-0 top-2 z-10 flex justify-center text-ink-muted">
            <Spinner label={t('thread.loadingOlder')} />
          </div>
        )}
        {items.length === 0 && (
          <div className="grid h-full place-items-center p-6">
            <EmptyState icon={<MessageCircle size={20} />} title={t('thread.empty')}>
              {t('thread.emptyDetail')}
            </EmptyState>
          </div>
        )}
        <div className="flex min-h-full flex-col justify-end">
          <ThreadMenu items={items} isOff={selection !== null} capabilities={capabilities} actions={all}>
            <div className="relative mx-auto w-full max-w-4xl shrink-0" style={{ height: list.getTotalSize() }}>
              {offersOlder && first === 0 && items.length > 0 && (
                <Suspense fallback={null}>
                  <OlderInChannel ticketId={ticket.id} />
                </Suspense>
              )}
              {shown.map((row) => {
                const item = items[row.index]!
                return (
                  <div
                    key={row.key}
                    data-index={row.index}
                    ref={list.measureElement}
                    className="absolute inset-x-0 top-0"
                    style={{ transform: `translateY(${row.start}px)` }}
                  >
                    {item.kind === 'day' && <DayLine at={item.at} />}
                    {item.kind === 'log' && <SystemLine entry={item.entry} />}
                    {item.kind === 'plugin' && (
                      <PluginEntryView entry={item.entry} highlighted={highlighted === item.key} />
                    )}
                    {item.kind === 'outgoing' && (
                      <OutgoingBubble message={item.message} starts={item.starts} ends={item.ends} />
                    )}
                    {item.kind === 'message' && (
                      <MessageBubble
                        inGroup={ticket.isGroup}
                        message={item.message}
                        quoted={item.message.quotedMsgId ? byId.get(item.message.quotedMsgId) : undefined}
                        starts={item.starts}
                        ends={item.ends}
                        highlighted={highlighted === item.key}
                        selected={selection && selection.has(item.key)}
                        capabilities={capabilities}
                        actions={all}
                      />
                    )}
                  </div>
                )
              })}
            </div>
          </ThreadMenu>
        </div>
      </div>
      {writers && (
        <p
          className={
            'absolute bottom-1 left-4 flex items-center gap-2 rounded-full border border-line bg-raised px-3 py-1 ' +
            'text-list text-ink-muted'
          }
          role="status"
        >
          <span className="typing-dots" aria-hidden>
            <span />
            <span />
            <span />
          </span>
          {t('thread.typing', { name: writers })}
        </p>
      )}
      {hasNewer && (
        <Button
          size="small"
          className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-raised"
          icon={<ArrowDown size={14} />}
          onClick={onLatest}
        >
          {t('thread.toLatest')}
        </Button>
      )}
      {away && !hasNewer && (
        <IconButton
          className="absolute right-4 bottom-3 rounded-full border border-line bg-raised shadow-raised"
          icon={<ArrowDown size={16} />}
          label={t('thread.toEnd')}
          onClick={() => list.scrollToEnd({ behavior: 'smooth' })}
        />
      )}
      {viewed && <MediaViewer items={images} current={viewed} onChange={setViewed} />}
    </div>
  )
}

/** Bubbles to come, on both sides. */
export const ThreadSkeleton = () => (
  <div className="mx-auto flex h-full w-full max-w-4xl flex-1 flex-col justify-end gap-3 p-4" aria-hidden>
    {[16, 22, 12, 26, 18].map((width, row) => (
      <Skeleton
        key={row}
        width={`${width}rem`}
        height="3rem"
        className={row % 2 === 1 ? 'max-w-[70%] self-end' : 'max-w-[70%]'}
      />
    ))}
  </div>
)
