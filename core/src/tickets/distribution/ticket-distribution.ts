import { TicketUpdated, type Distribution, type Logger, type Role } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import { isWithinHours } from '../../credentials/login-hours.ts'
import type { Permissions } from '../../credentials/permissions.ts'
import type { EventBus } from '../../bus/bus.ts'
import type { Clock } from '../../base/clock.ts'
import type { Database, Tx } from '../../db/database.ts'
import { newId } from '../../base/ids.ts'
import type { DistributionSettings, SettingsReader } from '../../settings/settings-reader.ts'
import type { TicketFeed } from '../../realtime/ticket-feed.ts'
import { factsOf } from '../ticket-lock.ts'
import { ticketLog } from '../../tables/ticket.table.ts'
import { planDistribution, type Agent, type Waiting } from './plan.ts'

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

interface Held extends Waiting {
  readonly contactId: string
  readonly connectionId: string
}

/** Limits of one round: companies, and assigned tickets; the rest follows with the next. */
const companiesOfRound = 1_000
const ticketsOfRound = 200

/**
 * Assigns waiting tickets to available users (S9-133…135, S6-026). One company is served by one transaction at a time,
 * which sees the assignments of the one before it: two tickets that come together never go to the same least busy
 * agent. A ticket that fits no user waits, and is checked again as long as somebody is available: a user who signs in,
 * frees up or begins their hours is found.
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
      const agents = await this.#present(tx, tenantId, rules.capacity, zone)
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
   * Users who are present, work at this hour, may answer and have capacity, locked so that nobody gets a ticket while
   * they are deleted.
   */
  async #present(tx: Tx, tenantId: string, capacity: number, zone: string): Promise<Agent[]> {
    const rows = await tx.execute<{
      id: string
      role: Role
      custom: string[] | null
      granted: string[]
      denied: string[]
      availability: unknown
      queue_ids: string[]
      open: number
    }>(sql`
      select u.id, u.profile as role,
             (select r.permissions from core.role r where r.tenant_id = u.tenant_id and r.id = u.role_id) as custom,
             u.granted, u.denied, u.availability,
             array(select m.queue_id
                     from core.user_queue m
                    where m.tenant_id = u.tenant_id and m.user_id = u.id) as queue_ids,
             (select count(*)::integer
                from core.ticket t
               where t.tenant_id = u.tenant_id and t.user_id = u.id and t.status = 'open') as open
        from core.user_account u
       where u.tenant_id = ${tenantId} and u.is_online and u.is_active and not u.is_hidden and u.deleted_at is null
       order by u.id for key share of u`)
    const now = this.#deps.clock.now()
    return rows
      .filter(
        (row) =>
          this.#deps.permissions.can(row, 'messages.write') &&
          isWithinHours({ role: 'user', loginHours: row.availability, timeZone: zone }, now) &&
          (capacity === 0 || row.open < capacity),
      )
      .map((row) => ({ id: row.id, queueIds: row.queue_ids, open: row.open }))
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

/**
 * Waiting tickets that fit a user, the longest waiting first, however often the customer wrote meanwhile; locked until
 * they are assigned. A ticket that a user takes up at this moment is left to them.
 */
async function holdWaiting(
  tx: Tx,
  tenantId: string,
  rules: DistributionSettings,
  agents: readonly Agent[],
): Promise<Held[]> {
  const places = agents.flatMap((agent) => agent.queueIds.map((queueId) => ({ queueId, userId: agent.id })))
  const rows = await tx.execute<{
    id: string
    queue_id: string | null
    contact_id: string
    connection_id: string
    mode: Distribution
    owner_ids: string[]
    returned_by: string | null
  }>(sql`
    with place as (
      select *
        from unnest(${sql.param(places.map((place) => place.queueId))}::uuid[],
                    ${sql.param(places.map((place) => place.userId))}::uuid[]) p (queue_id, user_id))
    select t.id, t.queue_id, t.contact_id, t.connection_id, coalesce(q.distribution, ${rules.mode}) as mode,
           owners.ids as owner_ids, returned.by as returned_by
      from core.ticket t
      left join core.queue q on q.tenant_id = t.tenant_id and q.id = t.queue_id
      cross join lateral (select case when ${rules.walletRouting} then array(
        with recursive person as (
          select t.contact_id as id
          union all select c.id
            from core.contact c
            join person on c.tenant_id = t.tenant_id and c.merged_into = person.id)
        select distinct w.user_id
          from person
          join core.contact_wallet w on w.tenant_id = t.tenant_id and w.contact_id = person.id
          join core.user_account u on u.tenant_id = w.tenant_id
             and u.id = w.user_id
             and u.is_active
             and u.deleted_at is null)
          else '{}'::uuid[] end as ids) owners
      left join lateral (
        select l.user_id as by
          from core.ticket_log l
         where l.tenant_id = t.tenant_id and l.ticket_id = t.id and l.type in ('pending', 'autoReturn')
         order by l.created_at desc, l.id desc limit 1) returned on true
     where t.tenant_id = ${tenantId} and t.status = 'pending' and t.user_id is null and t.bot is null
       and (${rules.walletRouting}
            or t.queue_id = any (${sql.param([...new Set(places.map((place) => place.queueId))])}::uuid[]))
       and case when cardinality(owners.ids) > 0 then exists (
                  select 1
                    from unnest(owners.ids) o (id)
                   where o.id = any (${sql.param(agents.map((agent) => agent.id))}::uuid[])
                     and o.id is distinct from returned.by)
                else coalesce(q.distribution, ${rules.mode}) <> 'none'
                  and exists (
                    select 1 from place p where p.queue_id = t.queue_id and p.user_id is distinct from returned.by) end
     order by t.pending_since, t.id limit ${ticketsOfRound} for update of t skip locked`)
  return rows.map((row) => ({
    id: row.id,
    queueId: row.queue_id,
    contactId: row.contact_id,
    connectionId: row.connection_id,
    mode: row.mode,
    ownerIds: row.owner_ids,
    returnedBy: row.returned_by,
  }))
}
