import type { TenantId } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Clock } from '../base/clock.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import type { TicketFeed } from '../realtime/ticket-feed.ts'
import type { PluginActor } from '../tickets/ticket-actor.ts'
import { factsOf, lockTicket } from '../tickets/ticket-lock.ts'
import { writeStep } from '../tickets/ticket-step.ts'

export interface ExpectedRepliesDeps {
  readonly db: Database
  readonly bus: EventBus
  readonly feed: Pick<TicketFeed, 'show'>
  readonly clock: Clock
}

/** Closed tickets in which a plugin expects a reply, which does not reopen them; `core.open_ticket` goes by them. */
export class ExpectedReplies {
  readonly #deps: ExpectedRepliesDeps
  constructor(deps: ExpectedRepliesDeps) {
    this.#deps = deps
  }

  /** @returns false for a ticket that is not closed, is a group's, or in which another plugin expects a reply */
  expect(tenantId: string, ticketId: string, plugin: string, until: string): Promise<boolean> {
    const now = this.#deps.clock.now().toISOString()
    return this.#deps.db.tenant(tenantId, async (tx) => {
      const [row] = await tx.execute(sql`
        insert into core.expected_reply as e (tenant_id, ticket_id, plugin, until)
        select t.tenant_id, t.id, ${plugin}, ${until}::timestamptz from core.ticket t
         where t.tenant_id = ${tenantId} and t.id = ${ticketId} and t.status = 'closed' and not t.is_group
           and t.merged_into is null
        on conflict (tenant_id, ticket_id) do update set plugin = excluded.plugin, until = excluded.until,
               since = case when e.plugin = excluded.plugin then e.since else now() end
         where e.plugin = excluded.plugin or e.until <= ${now}::timestamptz
        returning 1`)
      return row !== undefined
    })
  }

  /** @returns false where this plugin expects nothing; with `reopen` also where the ticket cannot be reopened */
  async end(tenantId: string, ticketId: string, plugin: string, reopen: boolean): Promise<boolean> {
    const { db, bus, feed } = this.#deps
    const done = await db.tenant(tenantId, async (tx) => {
      const current = await lockTicket(tx, tenantId, ticketId)
      const [expected] = await tx.execute<{ since: string }>(sql`
        delete from core.expected_reply
         where tenant_id = ${tenantId} and ticket_id = ${ticketId} and plugin = ${plugin} returning since`)
      if (!current || !expected) return { is: false }
      if (!reopen) return { is: true }
      if (current.status !== 'closed' || current.merged_into !== null) return { is: false }
      // A conversation that the contact began meanwhile by another way keeps this one closed.
      const [live] = await tx.execute(sql`
        select 1 from core.ticket t
         where t.tenant_id = ${tenantId} and t.connection_id = ${current.connection_id} and t.status <> 'closed'
           and coalesce(t.origin_id, t.contact_id) = ${current.origin_id ?? current.contact_id}`)
      if (live) return { is: false }
      const actor: PluginActor = { tenantId: tenantId as TenantId, userId: null, plugin, note: null }
      await tx.execute(sql`
        with said as (
          update core.message m set is_read = false
           where m.tenant_id = ${tenantId} and m.ticket_id = ${ticketId} and not m.from_me
             and m.created_at >= ${expected.since}::timestamptz
          returning 1)
        update core.ticket t set unread = t.unread + (select count(*) from said)::integer, answered = false
         where t.tenant_id = ${tenantId} and t.id = ${ticketId}`)
      await writeStep(
        tx,
        bus,
        tenantId,
        ticketId,
        current,
        {
          next: { status: 'pending', userId: null, queueId: current.queue_id },
          started: false,
          closed: false,
          logs: [{ type: 'pending', userId: null, queueId: current.queue_id }],
        },
        actor,
      )
      return { is: true, before: factsOf(current) }
    })
    if ('before' in done && done.before) {
      bus.poke()
      void feed.show(tenantId, { tickets: [{ id: ticketId, type: 'ticket:update', before: done.before }] })
    }
    return done.is
  }
}
