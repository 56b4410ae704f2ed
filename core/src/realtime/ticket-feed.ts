import type { TicketFacts } from '@recado/contracts'

/** Changes of conversations of one tenant; ids of tickets and messages as they are stored now. */
export interface FeedChange {
  readonly tickets?: readonly {
    readonly id: string
    readonly type:
      | 'ticket:create'
      | 'ticket:update'
      | 'ticket:woken'
      | 'ticket:waiting'
      | 'ticket:transferred'
      | 'ticket:merge'
    readonly before?: TicketFacts
  }[]
  readonly messages?: readonly {
    readonly id: string
    readonly ticketId: string
    readonly type: 'chat:create' | 'chat:update' | 'chat:ack' | 'chat:delete'
  }[]
}

/**
 * Shows committed changes to open clients, in their order. Reads the rows again, once for all changes that come while a
 * reading is under way, and only while somebody of the tenant is connected. Never throws: when the rows cannot be read,
 * clients have to fetch again.
 */
export interface TicketFeed {
  show(tenantId: string, change: FeedChange): Promise<void>
  /**
   * A message that waits for its time was stored, changed or ended. One that was sent is shown by {@link show}, under
   * the same id.
   */
  scheduled(tenantId: string, id: string): Promise<void>
  removed(tenantId: string, ticketId: string, before: TicketFacts): void
}
