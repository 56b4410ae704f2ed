import type { TicketStatus } from '../../base/contracts.ts'

/** Acts of a ticket, by its status: the transitions of `PUT /tickets/{id}` and no others. */
export const ticketActs = {
  start: { from: 'pending', to: 'open' },
  returnToQueue: { from: 'open', to: 'pending' },
  resolve: { from: 'open', to: 'closed' },
  reopen: { from: 'closed', to: 'open' },
} as const satisfies Record<string, { from: TicketStatus; to: 'open' | 'pending' | 'closed' }>
export type TicketAct = keyof typeof ticketActs

export const actsOf = (status: TicketStatus): TicketAct[] =>
  (Object.keys(ticketActs) as TicketAct[]).filter((act) => ticketActs[act].from === status)
