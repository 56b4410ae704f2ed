import { classNames } from '@recado/sdk/ui'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../../base/contracts.ts'
import type { SwipeAct } from './swipe/swipe-act.ts'
import { SwipeRow } from './swipe/SwipeRow.tsx'
import { TicketRow, type TicketRowProps } from './TicketRow.tsx'

export interface SelectableRowProps extends TicketRowProps {
  selected: boolean
  /** Some row is: every row shows its box. */
  selecting: boolean
  onSelect(id: string, range: boolean): void
  /** A finger drew the row aside. */
  onSwipe(ticket: Ticket, act: SwipeAct): void
}

/** A row that can be chosen by the box over its avatar. */
export const SelectableRow = memo(function SelectableRow({
  selected,
  selecting,
  onSelect,
  onSwipe,
  ...row
}: SelectableRowProps) {
  const { t } = useTranslation('attendance')
  const { ticket, density } = row
  return (
    <div className={classNames('group/row relative size-full [&_.k-avatar-badge]:z-1', selected && 'bg-selected')}>
      <SwipeRow ticket={ticket} isOff={selecting} onSwipe={onSwipe}>
        <TicketRow {...row} />
      </SwipeRow>
      <label
        className={classNames(
          'absolute top-1/2 left-3 grid -translate-y-1/2 place-items-center rounded-full bg-surface ' +
            'has-focus-visible:opacity-100',
          density === 'comfortable' ? 'size-10' : density === 'compact' ? 'size-8' : 'size-6',
          selected || selecting
            ? 'opacity-100'
            : 'opacity-0 pointer-coarse:pointer-events-none group-hover/row:opacity-100',
        )}
      >
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={selected}
          aria-label={t('bulk.select', { name: ticket.name })}
          onChange={() => undefined}
          onClick={(event) => {
            onSelect(ticket.id, event.shiftKey)
          }}
        />
      </label>
    </div>
  )
})
