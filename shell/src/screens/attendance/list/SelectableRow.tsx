import { classNames } from '@recado/sdk/ui'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { TicketRow, type TicketRowProps } from './TicketRow.tsx'

export interface SelectableRowProps extends TicketRowProps {
  selected: boolean
  /** Some row is: every row shows its box. */
  selecting: boolean
  onSelect(id: string, range: boolean): void
}

/** A row that can be chosen by the box over its avatar. */
export const SelectableRow = memo(function SelectableRow({
  selected,
  selecting,
  onSelect,
  ...row
}: SelectableRowProps) {
  const { t } = useTranslation('attendance')
  const { ticket, density } = row
  return (
    <div className={classNames('group/row relative size-full [&_.k-avatar-badge]:z-1', selected && 'bg-selected')}>
      <TicketRow {...row} />
      <label
        className={classNames(
          'absolute top-1/2 left-3 grid -translate-y-1/2 place-items-center rounded-full bg-surface has-focus-visible:opacity-100',
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
