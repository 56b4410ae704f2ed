import { ContextMenu, MenuItem, MenuLabel, MenuSeparator } from '@recado/sdk/ui'
import { SquareCheck, SquareX } from 'lucide-react'
import { useState, type ReactElement, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../../base/contracts.ts'
import { useTouch } from '../../../base/shortcuts/use-touch.ts'
import type { BulkAct } from '../bulk/bulk-acts.ts'
import { BulkMenuItems } from '../bulk/BulkMenuItems.tsx'
import type { Selection } from '../bulk/use-selection.ts'

interface RowMenuProps {
  tickets: readonly Ticket[]
  selection: Selection
  onAct(tickets: readonly Ticket[], act: BulkAct): void
  /** Asks until when. */
  onSnooze(tickets: readonly Ticket[]): void
  /** The list, whose rows say by `data-ticket` whose they are. */
  children: ReactElement
}

/**
 * The acts of a ticket on right click, long press and the menu key: one menu for all rows, about the one under it or
 * everything chosen with it.
 */
export function RowMenu({ tickets, selection, onAct, onSnooze, children }: RowMenuProps) {
  const { t } = useTranslation('attendance')
  const isTouch = useTouch()
  const [ticket, setTicket] = useState<Ticket | null>(null)
  const about = ({ target }: SyntheticEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-ticket]') : null
    if (row) setTicket(tickets.find(({ id }) => id === row.dataset['ticket']) ?? null)
  }
  const subjects = ticket === null ? [] : selection.has(ticket.id) ? selection.chosen : [ticket]
  const isSelected = ticket !== null && selection.has(ticket.id)
  return (
    <ContextMenu
      trigger={
        <div onContextMenuCapture={about} onPointerDownCapture={about}>
          {children}
        </div>
      }
    >
      {/* The sheet covers the row. */}
      {isTouch && subjects.length > 0 && (
        <MenuLabel>{subjects.length === 1 ? subjects[0]!.name : t('list.count', { count: subjects.length })}</MenuLabel>
      )}
      {/* The only way in for a finger, which has nothing to hover with. */}
      <MenuItem
        icon={isSelected ? <SquareX size={16} /> : <SquareCheck size={16} />}
        onSelect={() => {
          if (ticket) selection.toggle(ticket.id)
        }}
      >
        {t(isSelected ? 'bulk.leaveOut' : 'bulk.choose')}
      </MenuItem>
      <MenuSeparator />
      <BulkMenuItems tickets={subjects} onAct={(act) => onAct(subjects, act)} onSnooze={() => onSnooze(subjects)} />
    </ContextMenu>
  )
}
