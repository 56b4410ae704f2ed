import { usePermission } from '@recado/sdk/ui'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../../base/contracts.ts'
import { rowHeight, type Density } from '../../../base/preferences/density.ts'
import { useShortcut } from '../../../base/shortcuts/use-shortcut.ts'
import type { BulkAct } from '../bulk/bulk-acts.ts'
import type { Selection } from '../bulk/use-selection.ts'
import { useSlaThresholds } from '../../../data/company/use-sla-thresholds.ts'
import { usePrefetchThread } from '../thread/use-thread.ts'
import { RowMenu } from './RowMenu.tsx'
import { SelectableRow } from './SelectableRow.tsx'
import type { SwipeAct } from './swipe/swipe-act.ts'
import { TicketRow } from './TicketRow.tsx'

/**
 * So many rows before the end of what is loaded, the next page is asked for: about as far as a quick hand turns the
 * wheel while it comes.
 */
const ahead = 20
/** Below the last row, so that the button for a new ticket covers none of it. Pixels. */
const below = 76

interface TicketRowsProps {
  /** None while the pane shows other content, as the results of a search in messages. */
  tickets: readonly Ticket[]
  density: Density
  openId: string | null
  hasMore: boolean
  selection: Selection
  busy: boolean
  /** Content of the pane above the rows, or in their place. */
  children: ReactNode
  /** Content of the pane below the rows. */
  after?: ReactNode
  /** Asks for the next page; not again while it comes. */
  onMore: (() => void) | undefined
  onOpen(id: string, toWrite: boolean): void
  onAct(tickets: readonly Ticket[], act: BulkAct): void
  onSnooze(tickets: readonly Ticket[]): void
}

/**
 * The pane with the rows, of which only the visible ones are drawn: scrolling redraws this component alone. A user
 * without bulk rights cannot choose rows.
 */
export function TicketRows({
  tickets,
  density,
  openId,
  hasMore,
  selection,
  busy,
  children,
  after,
  onMore,
  onOpen,
  onAct,
  onSnooze,
}: TicketRowsProps) {
  const { t } = useTranslation('attendance')
  const pane = useRef<HTMLDivElement>(null)
  const height = rowHeight[density]
  const list = useVirtualizer({
    count: tickets.length,
    getScrollElement: () => pane.current,
    estimateSize: () => height,
    overscan: 8,
    paddingEnd: after ? 0 : below,
    // The same function for the same rows: positions are not computed again for every step of the wheel.
    getItemKey: useCallback((index: number) => tickets[index]!.id, [tickets]),
  })
  useEffect(() => list.measure(), [height, list])

  const shown = list.getVirtualItems()
  const lastShown = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (lastShown >= tickets.length - ahead) onMore?.()
  }, [onMore, lastShown, tickets.length])

  // The keys move a mark of their own: reading on does not mark what was passed as read.
  const [markedId, setMarkedId] = useState<string | null>(openId)
  useEffect(() => setMarkedId(openId), [openId])
  const move = (by: number): string => {
    const at = tickets.findIndex((ticket) => ticket.id === markedId)
    const next = Math.min(tickets.length - 1, Math.max(0, at < 0 ? 0 : at + by))
    const { id } = tickets[next]!
    setMarkedId(id)
    list.scrollToIndex(next)
    // Enter now is for the mark, and no longer for the button or row that was used before.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    return id
  }
  const isListed = tickets.length > 0
  const mayAct = usePermission('tickets.write')
  useShortcut('next', () => move(1), isListed)
  useShortcut('previous', () => move(-1), isListed)
  useShortcut('nextOpen', () => onOpen(move(1), false), isListed)
  useShortcut('previousOpen', () => onOpen(move(-1), false), isListed)
  useShortcut(
    'open',
    () => {
      if (markedId) onOpen(markedId, false)
    },
    isListed && markedId !== null && markedId !== openId,
  )
  useShortcut(
    'select',
    () => {
      if (markedId) selection.toggle(markedId)
    },
    mayAct && isListed && markedId !== null,
  )
  useShortcut('selectAll', selection.all, mayAct, pane)

  const prefetch = usePrefetchThread()
  /**
   * Between pressing a button of the mouse and letting it go a conversation has time to come. A finger that presses may
   * be about to scroll.
   */
  const press = ({ pointerType, button, target }: PointerEvent) => {
    if (pointerType !== 'mouse' || button !== 0 || !(target instanceof Element)) return
    const id = target.closest('a')?.closest<HTMLElement>('[data-ticket]')?.dataset['ticket']
    if (id) prefetch(id)
  }

  // The same function for as long as the rows live: each is drawn again only when it changes itself.
  const acts = useRef({ onAct, onSnooze })
  useEffect(() => {
    acts.current = { onAct, onSnooze }
  })
  const swipe = useCallback((ticket: Ticket, act: SwipeAct) => {
    if (act === 'snooze') acts.current.onSnooze([ticket])
    else acts.current.onAct([ticket], act)
  }, [])
  const slaThresholds = useSlaThresholds()
  const selecting = selection.chosen.length > 0
  const rows = (
    <div
      className="relative"
      onPointerDown={press}
      {...(isListed && { role: 'list', 'aria-label': t('list.title') })}
      style={{ height: list.getTotalSize() }}
    >
      {shown.map(({ key, index, size, start }) => {
        const ticket = tickets[index]!
        return (
          <div
            key={key}
            data-ticket={ticket.id}
            role="listitem"
            className="absolute inset-x-0 top-0"
            style={{ height: size, transform: `translateY(${start}px)` }}
            aria-posinset={index + 1}
            aria-setsize={hasMore ? -1 : tickets.length}
          >
            {mayAct ? (
              <SelectableRow
                ticket={ticket}
                density={density}
                slaThresholds={slaThresholds}
                open={ticket.id === openId}
                marked={ticket.id === markedId}
                onOpen={onOpen}
                selected={selection.has(ticket.id)}
                selecting={selecting}
                onSelect={selection.toggle}
                onSwipe={swipe}
              />
            ) : (
              <TicketRow
                ticket={ticket}
                density={density}
                slaThresholds={slaThresholds}
                open={ticket.id === openId}
                marked={ticket.id === markedId}
                onOpen={onOpen}
              />
            )}
          </div>
        )
      })}
    </div>
  )
  return (
    <div ref={pane} className="scroll-thin min-h-0 flex-1 overflow-y-auto" aria-busy={busy}>
      {children}
      {mayAct ? (
        <RowMenu tickets={tickets} selection={selection} onAct={onAct} onSnooze={onSnooze}>
          {rows}
        </RowMenu>
      ) : (
        rows
      )}
      {after}
    </div>
  )
}
