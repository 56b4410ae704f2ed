import { classNames, ContextMenu, MenuItem, MenuSeparator } from '@recado/sdk/ui'
import { SquareCheck, SquareX } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../contracts.ts'
import type { BulkAct } from '../bulk/bulk-acts.ts'
import { BulkMenuItems } from '../bulk/BulkMenuItems.tsx'
import { TicketRow, type TicketRowProps } from './TicketRow.tsx'

export interface SelectableRowProps extends TicketRowProps {
  selected: boolean
  /** Some row is: every row shows its box. */
  selecting: boolean
  /** What the menu of this row is about: the row, or everything chosen with it. */
  subjects(ticket: Ticket): readonly Ticket[]
  onSelect(id: string, range: boolean): void
  onAct(tickets: readonly Ticket[], act: BulkAct): void
  /** Asks until when. */
  onSnooze(tickets: readonly Ticket[]): void
}

/** A row that can be chosen by the box over its avatar, and has the acts of a ticket on right click, long press and the menu key. */
export const SelectableRow = memo(function SelectableRow({ selected, selecting, subjects, onSelect, onAct, onSnooze, ...row }: SelectableRowProps) {
  const { t } = useTranslation('attendance')
  const { ticket, density } = row
  return (
    <ContextMenu
      trigger={
        <div className={classNames('group/row relative size-full', selected && 'bg-selected')}>
          <TicketRow {...row} />
          <label className={classNames('absolute top-1/2 left-3 grid -translate-y-1/2 place-items-center rounded-full bg-surface has-focus-visible:opacity-100', density === 'comfortable' ? 'size-10' : density === 'compact' ? 'size-8' : 'size-6', selected || selecting ? 'opacity-100' : 'opacity-0 pointer-coarse:pointer-events-none group-hover/row:opacity-100')}>
            <input
              type="checkbox" className="size-4 accent-accent" checked={selected} aria-label={t('bulk.select', { name: ticket.name })}
              onChange={() => undefined} onClick={(event) => { onSelect(ticket.id, event.shiftKey) }}
            />
          </label>
        </div>
      }
    >
      {/* The only way in for a finger, which has nothing to hover with. */}
      <MenuItem icon={selected ? <SquareX size={16} /> : <SquareCheck size={16} />} onSelect={() => onSelect(ticket.id, false)}>{t(selected ? 'bulk.leaveOut' : 'bulk.choose')}</MenuItem>
      <MenuSeparator />
      <BulkMenuItems tickets={subjects(ticket)} onAct={(act) => onAct(subjects(ticket), act)} onSnooze={() => onSnooze(subjects(ticket))} />
    </ContextMenu>
  )
})
