import { TicketClosed, TicketUpdated, type Logger } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { EventBus } from '../bus/bus.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Tx } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import type { PartingWords, StoredWords } from '../messages/parting-words.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import type { TicketFeed } from '../realtime/ticket-feed.ts'
import { factsOf } from './ticket-lock.ts'
import { ticketLog } from '../tables/ticket.table.ts'

export interface IdleTicketsDeps {
  readonly db: Database
  readonly bus: EventBus
  readonly feed: TicketFeed
  readonly settings: Pick<SettingsReader, 'get'>
  readonly words: PartingWords
  /** Signals the sender of a connection after commit. */
  readonly wake: (connectionId: string) => void
  readonly clock: Clock
  readonly log: Logger
}

type Act = 'close' | 'return'
interface Due extends Record<string, unknown> {
  tenant_id: string
  ticket_id: string
  act: Act
  idle_since: string
}
interface Held extends Record<string, unknown> {
  id: string
  act: Act
  status: 'open' | 'pending'
  contact_id: string
  connection_id: string
  user_id: string | null
  queue_id: string | null
  bot: string | null
}

/** Tickets of one round, over all companies, and of one queue in it. */
const roundSize = 500
const perQueue = 100

/**
 * Idle tickets (S4-034, S4-035): closed after the company's time or its queue's, or given back to their queue before
 * that. Any number of nodes may sweep: each locks the ticket and checks that it is still as idle as it was found, so a
 * message in this moment, or the other node, comes first.
 */
export class IdleTickets {
  readonly #deps: IdleTicketsDeps
  constructor(deps: IdleTicketsDeps) {
    this.#deps = deps
  }

  /** Moves what is due now. Ends when nothing is, or when nothing more could be moved. */
  async sweep(): Promise<void> {
    const { db, clock, log } = this.#deps
    for (let more = true; more;) {
      const due = await db.platform((tx) =>
        tx.execute<Due>(
          sql`select * from core.idle_tickets(${clock.now().toISOString()}::timestamptz, ${perQueue}, ${roundSize})`,
        ),
      )
      let moved = 0
      for (const [tenantId, tickets] of Map.groupBy(due, (row) => row.tenant_id)) {
        // A failure for one company is retried with the next sweep and delays no other.
        moved += await this.#move(tenantId, tickets).catch((error: unknown) => {
          log.error({ err: error, tenantId }, 'idle tickets of a company could not be moved')
          return 0
        })
      }
      more = moved > 0
    }
  }

  async #move(tenantId: string, due: readonly Due[]): Promise<number> {
    const { db, bus, feed, settings, wake } = this.#deps
    const message = await settings.get(tenantId, 'autoCloseMessage')
    const { held, said } = await db.tenant(tenantId, async (tx) => {
      const still = await hold(tx, tenantId, due)
      const words: StoredWords[] = []
      for (const ticket of still) {
        const stored =
          ticket.act === 'close' ? await this.#deps.words.store(tx, tenantId, ticket.id, message) : undefined
        if (stored) words.push(stored)
      }
      if (still.length > 0) await this.#apply(tx, tenantId, still)
      return { held: still, said: words }
    })
    if (held.length === 0) return 0
    bus.poke()
    void feed.show(tenantId, {
      tickets: held.map((ticket) => ({ id: ticket.id, type: 'ticket:update', before: factsOf(ticket) })),
      messages: said.flatMap(({ messageIds, ticketId }) =>
        messageIds.map((id) => ({ id, ticketId, type: 'chat:create' as const })),
      ),
    })
    for (const { connectionId } of said) wake(connectionId)
    return held.length
  }

  async #apply(tx: Tx, tenantId: string, held: readonly Held[]): Promise<void> {
    const now = this.#deps.clock.now().toISOString()
    const ids = (act: Act) => sql.param(held.filter((ticket) => ticket.act === act).map((ticket) => ticket.id))
    await tx.execute(sql`
      update core.ticket
         set status = 'closed', bot = null, closed_at = ${now}::timestamptz,
             updated_at = greatest(updated_at, ${now}::timestamptz)
       where tenant_id = ${tenantId} and id = any (${ids('close')}::uuid[])`)
    await tx.execute(sql`
      update core.ticket
         set status = 'pending', user_id = null, started_at = null,
             updated_at = greatest(updated_at, ${now}::timestamptz)
       where tenant_id = ${tenantId} and id = any (${ids('return')}::uuid[])`)
    await tx.insert(ticketLog).values(
      held.map((ticket) => ({
        id: newId(),
        tenantId,
        ticketId: ticket.id,
        type: ticket.act === 'close' ? ('autoClose' as const) : ('autoReturn' as const),
        userId: ticket.user_id,
        queueId: ticket.queue_id,
      })),
    )
    for (const ticket of held) {
      const ref = { ticketId: ticket.id, contactId: ticket.contact_id, connectionId: ticket.connection_id }
      const next =
        ticket.act === 'close'
          ? { status: 'closed' as const, userId: ticket.user_id }
          : { status: 'pending' as const, userId: null }
      await this.#deps.bus.publish(tx, TicketUpdated, {
        tenantId,
        key: ticket.id,
        data: {
          ...ref,
          ...next,
          queueId: ticket.queue_id,
          before: { status: ticket.status, userId: ticket.user_id, queueId: ticket.queue_id },
        },
      })
      if (ticket.act === 'close')
        await this.#deps.bus.publish(tx, TicketClosed, {
          tenantId,
          key: ticket.id,
          data: { ...ref, userId: ticket.user_id },
        })
    }
  }
}

/** Locks those that are still as they were found. A ticket that is being worked on at this moment is not idle. */
async function hold(tx: Tx, tenantId: string, due: readonly Due[]): Promise<Held[]> {
  return tx.execute<Held>(sql`
    select t.id, d.act, t.status, t.contact_id, t.connection_id, t.user_id, t.queue_id, t.bot
      from unnest(${sql.param(due.map((row) => row.ticket_id))}::uuid[],
                  ${sql.param(due.map((row) => row.act))}::text[],
                  ${sql.param(due.map((row) => row.idle_since))}::text[]) d (id, act, idle_since)
      join core.ticket t on t.tenant_id = ${tenantId} and t.id = d.id
     where t.idle_since = d.idle_since::timestamptz
       and t.status in ('open', 'pending')
       and (d.act = 'close' or t.status = 'open')
     order by t.id for no key update of t skip locked`)
}
