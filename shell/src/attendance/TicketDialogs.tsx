import { lazy, Suspense } from 'react'
import type { Ticket } from '../contracts.ts'

const TransferDialog = lazy(async () => ({ default: (await import('../transfer/TransferDialog.tsx')).TransferDialog }))
const DeleteTicket = lazy(async () => ({ default: (await import('../transfer/DeleteTicket.tsx')).DeleteTicket }))

/** What is asked before a ticket goes from here. */
export type TicketDialog = 'transfer' | 'delete'

export function TicketDialogs({ ticket, shown, onClose, onGone }: { ticket: Ticket; shown: TicketDialog | null; onClose(): void; onGone(): void }) {
  return (
    <Suspense fallback={null}>
      {shown === 'transfer' && <TransferDialog ticket={ticket} onClose={onClose} onDone={(isSeen) => { if (!isSeen) onGone() }} />}
      {shown === 'delete' && <DeleteTicket ticket={ticket} onClose={onClose} onDone={onGone} />}
    </Suspense>
  )
}
