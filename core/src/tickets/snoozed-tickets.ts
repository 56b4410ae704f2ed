import { TicketWoken, type Logger } from '@recado/contracts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { EventBus } from '../bus/bus.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Tx } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import type { TicketFeed } from '../realtime/ticket-feed.ts'
import { factsOf } from './ticket-lock.ts'
import { awake } from './ticket-snooze.ts'
import { ticket, ticketLog } from '../tables/ticket.table.ts'

export interface SnoozedTicketsDeps {
  readonly db: Database
  readonly bus: EventBus
  readonly feed: TicketFeed
  readonly clock: Clock
  readonly log: Logger
}

interface Held extends Record<string, unknown> {
  id: string
  contact_id: string
  connection_id: string
  user_id: string | null
  queue_id: string | null
  bot: string | null
}

/** Tickets of one round, over all companies. */
const roundSize = 500

/**
 * Brings tickets back whose time has come. Any number of nodes may sweep: each locks the ticket and checks that it is
 * still put off and due, so each comes back once.
 */
export class SnoozedTickets {
  readonly #deps: SnoozedTicketsDeps
  constructor(deps: SnoozedTicketsDeps) {
    this.#deps = deps
  }

  /** Ends when nothing is due, or when nothing more could be brought back. */
  async sweep(): Promise<void> {
    const { db, clock, log } = this.#deps
    for (let more = true; more;) {
      const due = await db.raw<{ tenant_id: string; ticket_id: string }[]>`
        select * from core.due_snoozes(${clock.now().toISOString()}::timestamptz, ${roundSize})`
      let woken = 0
      for (const [tenantId, tickets] of Map.groupBy(due, (row) => row.tenant_id)) {
        // A failure for one company is retried with the next sweep and delays no other.
        woken += await this.#wake(
          tenantId,
          tickets.map((row) => row.ticket_id),
        ).catch((error: unknown) => {
          log.error({ err: error, tenantId }, 'tickets of a company that were put off could not be brought back')
          return 0
        })
      }
      more = woken > 0
    }
  }

  async #wake(tenantId: string, due: readonly string[]): Promise<number> {
    const { db, bus, feed } = this.#deps
    const held = await db.tenant(tenantId, (tx) => this.#apply(tx, tenantId, due))
    if (held.length === 0) return 0
    bus.poke()
    void feed.show(tenantId, {
      tickets: held.map((row) => ({ id: row.id, type: 'ticket:woken', before: factsOf(row) })),
    })
    return held.length
  }

  async #apply(tx: Tx, tenantId: string, due: readonly string[]): Promise<Held[]> {
    const held = await tx.execute<Held>(sql`
      select t.id, t.contact_id, t.connection_id, t.user_id, t.queue_id, t.bot from core.ticket t
       where t.tenant_id = ${tenantId}
         and t.id = any (${sql.param([...due])}::uuid[])
         and t.snoozed_until <= ${this.#deps.clock.now().toISOString()}::timestamptz
       order by t.id for update of t skip locked`)
    if (held.length === 0) return []
    await tx
      .update(ticket)
      .set(awake)
      .where(
        and(
          eq(ticket.tenantId, tenantId),
          inArray(
            ticket.id,
            held.map((row) => row.id),
          ),
        ),
      )
    await tx
      .insert(ticketLog)
      .values(held.map((row) => ({ id: newId(), tenantId, ticketId: row.id, type: 'wake' as const, detail: 'time' })))
    for (const row of held) {
      await this.#deps.bus.publish(tx, TicketWoken, {
        tenantId,
        key: row.id,
        data: { ticketId: row.id, contactId: row.contact_id, connectionId: row.connection_id, by: 'time' },
      })
    }
    return held
  }
}
