import { lazy, Suspense } from 'react'
import type { Ticket } from '../../base/contracts.ts'
import type { TicketChange } from '../../data/tickets/use-ticket.ts'

const TransferDialog = lazy(async () => ({ default: (await import('./transfer/TransferDialog.tsx')).TransferDialog }))
const DeleteTicket = lazy(async () => ({ default: (await import('./transfer/DeleteTicket.tsx')).DeleteTicket }))

const PriorityDialog = lazy(async () => ({ default: (await import('./priority/PriorityDialog.tsx')).PriorityDialog }))
const SnoozeDialog = lazy(async () => ({ default: (await import('./snooze/SnoozeDialog.tsx')).SnoozeDialog }))
const TagDialog = lazy(async () => ({ default: (await import('./tagging/TagDialog.tsx')).TagDialog }))
const JoinDialog = lazy(async () => ({ default: (await import('./transfer/JoinDialog.tsx')).JoinDialog }))

/** Dialogs of the open ticket. */
export type TicketDialog = 'transfer' | 'delete' | 'priority' | 'tag' | 'snooze' | 'join'

export function TicketDialogs({
  ticket,
  shown,
  onChange,
  onClose,
  onGone,
}: {
  ticket: Ticket
  shown: TicketDialog | null
  onChange(change: TicketChange): void
  onClose(): void
  onGone(): void
}) {
  return (
    <Suspense fallback={null}>
      {shown === 'transfer' && (
        <TransferDialog
          ticket={ticket}
          onClose={onClose}
          onDone={(isSeen) => {
            if (!isSeen) onGone()
          }}
        />
      )}
      {shown === 'delete' && <DeleteTicket ticket={ticket} onClose={onClose} onDone={onGone} />}
      {shown === 'join' && <JoinDialog ticket={ticket} onClose={onClose} />}
      {shown === 'tag' && <TagDialog ticket={ticket} onClose={onClose} />}
      {shown === 'priority' && (
        <PriorityDialog
          name={ticket.name}
          priority={ticket.priority}
          onChoose={(priority) => onChange({ priority })}
          onClose={onClose}
        />
      )}
      {shown === 'snooze' && (
        <SnoozeDialog what={ticket.name} onSnooze={(until) => onChange({ snooze: { until } })} onClose={onClose} />
      )}
    </Suspense>
  )
}
