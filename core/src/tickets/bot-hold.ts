import { TicketUpdated } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import type { TicketFeed } from '../realtime/ticket-feed.ts'
import { factsOf, lockTicket, stateOf } from './ticket-lock.ts'
import { ticketLog } from '../tables/ticket.table.ts'

export interface BotHoldDeps {
  readonly db: Database
  readonly bus: EventBus
  readonly feed: Pick<TicketFeed, 'show'>
}

/**
 * Conversations that a plugin's bot holds (S4-005, reading 49). A user who takes or closes one takes it from the bot:
 * see `writeStep`.
 */
export class BotHold {
  readonly #deps: BotHoldDeps
  constructor(deps: BotHoldDeps) {
    this.#deps = deps
  }

  /** Holds a waiting ticket without a user; holding it again changes nothing. */
  hold(tenantId: string, ticketId: string, plugin: string): Promise<boolean> {
    return this.#change(tenantId, ticketId, plugin, plugin)
  }

  /** Back to the people of its queue, who are told as of a new one. */
  release(tenantId: string, ticketId: string, plugin: string): Promise<boolean> {
    return this.#change(tenantId, ticketId, plugin, null)
  }

  async #change(tenantId: string, ticketId: string, plugin: string, next: string | null): Promise<boolean> {
    const { db, bus, feed } = this.#deps
    const done = await db.tenant(tenantId, async (tx) => {
      const current = await lockTicket(tx, tenantId, ticketId)
      const isFree =
        current?.status === 'pending' && current.user_id === null && (current.bot === null || current.bot === plugin)
      if (!current || (next === null ? current.bot !== plugin : !isFree)) return { is: false } as const
      if (current.bot === next) return { is: true } as const
      await tx.execute(sql`update core.ticket set bot = ${next} where tenant_id = ${tenantId} and id = ${ticketId}`)
      // A turn without the name of a responder: it is held outside of any order.
      await tx.execute(sql`delete from core.responder_turn where tenant_id = ${tenantId} and ticket_id = ${ticketId}`)
      if (next !== null)
        await tx.execute(sql`
          insert into core.responder_turn (tenant_id, ticket_id, plugin, state, until)
          values (${tenantId}, ${ticketId}, ${next}, 'kept', now() + interval '31 days')`)
      if (next !== null)
        await tx
          .insert(ticketLog)
          .values({ id: newId(), tenantId, ticketId, type: 'chatBot', userId: null, queueId: current.queue_id })
      await bus.publish(tx, TicketUpdated, {
        tenantId,
        key: ticketId,
        data: {
          ticketId,
          contactId: current.contact_id,
          connectionId: current.connection_id,
          ...stateOf(current),
          before: stateOf(current),
          by: plugin,
        },
      })
      return { is: true, before: factsOf(current) } as const
    })
    if ('before' in done) {
      bus.poke()
      void feed.show(tenantId, { tickets: [{ id: ticketId, type: 'ticket:update', before: done.before }] })
    }
    return done.is
  }
}
