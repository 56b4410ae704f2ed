import { TicketUpdated, type Logger, type Role } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import { isWithinHours } from '../../credentials/login-hours.ts'
import type { Permissions } from '../../credentials/permissions.ts'
import type { EventBus } from '../../bus/bus.ts'
import type { Clock } from '../../base/clock.ts'
import type { Database, Tx } from '../../db/database.ts'
import { newId } from '../../base/ids.ts'
import type { SettingsReader } from '../../settings/settings-reader.ts'
import type { TicketFeed } from '../../realtime/ticket-feed.ts'
import { factsOf } from '../ticket-lock.ts'
import { ticketLog } from '../../tables/ticket.table.ts'
import { planDistribution, type Agent } from './plan.ts'
import { beyondHours, holdWaiting, type Held } from './waiting-tickets.ts'

export interface TicketDistributionDeps {
  readonly db: Database
  readonly bus: EventBus
  readonly feed: TicketFeed
  readonly settings: Pick<SettingsReader, 'distribution'>
  readonly timeZone: (tenantId: string) => Promise<string>
  readonly permissions: Pick<Permissions, 'can'>
  readonly clock: Clock
  readonly log: Logger
}

/** Users who are present: those at work, each with their open tickets, and those who are so out of their hours. */
interface Present {
  readonly atWork: readonly Agent[]
  readonly offWork: readonly Agent[]
}

/** Companies of one round; the rest follows with the next. */
const companiesOfRound = 1_000

/**
 * Assigns waiting tickets to available users (S9-133…135, S6-026). One company is served by one transaction at a time,
 * which sees the assignments of the one before it: two tickets that come together never go to the same least busy
 * agent. A ticket that fits no user waits, and is checked again as long as somebody is available: a user who signs in,
 * frees up or begins their hours is found. That it waits for hours alone is said in its log, once.
 */
export class TicketDistribution {
  readonly #deps: TicketDistributionDeps
  constructor(deps: TicketDistributionDeps) {
    this.#deps = deps
  }

  async sweep(): Promise<void> {
    const { db, log } = this.#deps
    const companies = await db.platform((tx) =>
      tx.execute<{ tenant_id: string }>(sql`select tenant_id from core.companies_to_distribute(${companiesOfRound})`),
    )
    for (const { tenant_id: tenantId } of companies) {
      await this.#serve(tenantId).catch((error: unknown) =>
        log.error({ err: error, tenantId }, 'waiting tickets of a company could not be given to anybody'),
      )
    }
  }

  async #serve(tenantId: string): Promise<void> {
    const { db, bus, feed, settings, timeZone } = this.#deps
    const [rules, zone] = await Promise.all([settings.distribution(tenantId), timeZone(tenantId)])
    const given = await db.tenant(tenantId, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('distribution ' || ${tenantId}, 0))`)
      const { atWork, offWork } = await this.#present(tx, tenantId, zone)
      if (offWork.length > 0) await this.#explain(tx, tenantId, await beyondHours(tx, tenantId, rules, atWork, offWork))
      const agents = atWork.filter(({ open }) => rules.capacity === 0 || open < rules.capacity)
      if (agents.length === 0) return []
      const waiting = await holdWaiting(tx, tenantId, rules, agents)
      const plan = new Map(
        planDistribution(waiting, agents, rules.capacity, Math.random).map(({ ticketId, userId }) => [
          ticketId,
          userId,
        ]),
      )
      const chosen = waiting.flatMap((ticket) =>
        plan.has(ticket.id) ? [{ ...ticket, userId: plan.get(ticket.id)! }] : [],
      )
      if (chosen.length > 0) await this.#give(tx, tenantId, chosen)
      return chosen
    })
    if (given.length === 0) return
    bus.poke()
    void feed.show(tenantId, {
      tickets: given.map(({ id, queueId }) => ({
        id,
        type: 'ticket:update',
        before: factsOf({ user_id: null, queue_id: queueId, bot: null }),
      })),
    })
  }

  /**
   * Users who are present and may answer, locked so that nobody gets a ticket while they are deleted. At work is who
   * may be signed in at this hour, and whose own opening hours, as far as they are kept, say so (decision 253).
   */
  async #present(tx: Tx, tenantId: string, zone: string): Promise<Present> {
    const now = this.#deps.clock.now()
    const at = now.toISOString()
    const rows = await tx.execute<{
      id: string
      role: Role
      custom: string[] | null
      granted: string[]
      denied: string[]
      availability: unknown
      queue_ids: string[]
      open: number
      is_open: boolean | null
    }>(sql`
      select u.id, u.profile as role,
             (select r.permissions from core.role r where r.tenant_id = u.tenant_id and r.id = u.role_id) as custom,
             u.granted, u.denied, u.availability,
             array(select m.queue_id
                     from core.user_queue m
                    where m.tenant_id = u.tenant_id and m.user_id = u.id) as queue_ids,
             (select count(*)::integer
                from core.ticket t
               where t.tenant_id = u.tenant_id and t.user_id = u.id and t.status = 'open') as open,
             (select o.open @> ${at}::timestamptz
                from core.openings_kept k
                join core.opening o on o.tenant_id = k.tenant_id and o.owner_id = u.id
               where k.tenant_id = u.tenant_id and k.since <= ${at}::timestamptz and k.until > ${at}::timestamptz)
               as is_open
        from core.user_account u
       where u.tenant_id = ${tenantId} and u.is_online and u.is_active and not u.is_hidden and u.deleted_at is null
       order by u.id for key share of u`)
    const { atWork = [], offWork = [] } = Object.groupBy(
      rows
        .filter((row) => this.#deps.permissions.can(row, 'messages.write'))
        .map((row) => ({
          agent: { id: row.id, queueIds: row.queue_ids, open: row.open },
          isAtWork:
            row.is_open !== false && isWithinHours({ role: 'user', loginHours: row.availability, timeZone: zone }, now),
        })),
      ({ isAtWork }) => (isAtWork ? 'atWork' : 'offWork'),
    )
    return { atWork: atWork.map(({ agent }) => agent), offWork: offWork.map(({ agent }) => agent) }
  }

  /** Says in the log of these tickets why nobody has them. */
  async #explain(tx: Tx, tenantId: string, tickets: Awaited<ReturnType<typeof beyondHours>>): Promise<void> {
    if (tickets.length === 0) return
    const now = this.#deps.clock.now().getTime()
    await tx.insert(ticketLog).values(
      tickets.map(({ id, queueId, since }) => ({
        id: newId(),
        tenantId,
        ticketId: id,
        type: 'outOfHours' as const,
        queueId,
        createdAt: new Date(Math.max(now, since.getTime())),
      })),
    )
  }

  async #give(tx: Tx, tenantId: string, chosen: readonly (Held & { readonly userId: string })[]): Promise<void> {
    const now = this.#deps.clock.now().toISOString()
    await tx.execute(sql`
      update core.ticket t
         set status = 'open', user_id = g.user_id, started_at = ${now}::timestamptz, assigned_at = ${now}::timestamptz,
             updated_at = greatest(t.updated_at, ${now}::timestamptz)
        from unnest(${sql.param(chosen.map((ticket) => ticket.id))}::uuid[],
                    ${sql.param(chosen.map((ticket) => ticket.userId))}::uuid[]) g (ticket_id, user_id)
       where t.tenant_id = ${tenantId} and t.id = g.ticket_id`)
    await tx.insert(ticketLog).values(
      chosen.map((ticket) => ({
        id: newId(),
        tenantId,
        ticketId: ticket.id,
        type: 'userDefine' as const,
        userId: ticket.userId,
        queueId: ticket.queueId,
      })),
    )
    for (const { id, contactId, connectionId, userId, queueId } of chosen) {
      await this.#deps.bus.publish(tx, TicketUpdated, {
        tenantId,
        key: id,
        data: {
          ticketId: id,
          contactId,
          connectionId,
          status: 'open',
          userId,
          queueId,
          before: { status: 'pending', userId: null, queueId },
        },
      })
    }
  }
}
