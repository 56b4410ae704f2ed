import type { Distribution } from '@recado/contracts'
import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import type { DistributionSettings } from '../../settings/settings-reader.ts'
import type { Agent, Waiting } from './plan.ts'

/** A waiting ticket that is locked until it is assigned. */
export interface Held extends Waiting {
  readonly contactId: string
  readonly connectionId: string
}

/** Tickets of one round; the rest follows with the next. */
const ticketsOfRound = 200

type Rules = Pick<DistributionSettings, 'mode' | 'walletRouting'>

/** Waiting tickets as `t`, with their queue `q`, the owners of their contact, and who gave them back. */
const waitingTickets = (tenantId: string, { walletRouting }: Rules): SQL => sql`
  core.ticket t
  left join core.queue q on q.tenant_id = t.tenant_id and q.id = t.queue_id
  cross join lateral (select case when ${walletRouting} then array(
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
 where t.tenant_id = ${tenantId} and t.status = 'pending' and t.user_id is null and t.bot is null`

/** Whether a waiting ticket fits one of these users. */
function fits({ mode, walletRouting }: Rules, agents: readonly Agent[]): SQL {
  const places = agents.flatMap((agent) => agent.queueIds.map((queueId) => ({ queueId, userId: agent.id })))
  const [queues, users] = [places.map(({ queueId }) => queueId), places.map(({ userId }) => userId)]
  return sql`(
    (${walletRouting} or t.queue_id = any (${sql.param([...new Set(queues)])}::uuid[]))
    and case when cardinality(owners.ids) > 0 then exists (
               select 1
                 from unnest(owners.ids) o (id)
                where o.id = any (${sql.param(agents.map(({ id }) => id))}::uuid[])
                  and o.id is distinct from returned.by)
             else coalesce(q.distribution, ${mode}) <> 'none'
               and exists (
                 select 1
                   from unnest(${sql.param(queues)}::uuid[], ${sql.param(users)}::uuid[]) p (queue_id, user_id)
                  where p.queue_id = t.queue_id and p.user_id is distinct from returned.by) end)`
}

/**
 * Waiting tickets that fit a user, the longest waiting first, however often the customer wrote meanwhile; locked until
 * they are assigned. A ticket that a user takes up at this moment is left to them.
 */
export async function holdWaiting(tx: Tx, tenantId: string, rules: Rules, agents: readonly Agent[]): Promise<Held[]> {
  const rows = await tx.execute<{
    id: string
    queue_id: string | null
    contact_id: string
    connection_id: string
    mode: Distribution
    owner_ids: string[]
    returned_by: string | null
  }>(sql`
    select t.id, t.queue_id, t.contact_id, t.connection_id, coalesce(q.distribution, ${rules.mode}) as mode,
           owners.ids as owner_ids, returned.by as returned_by
      from ${waitingTickets(tenantId, rules)} and ${fits(rules, agents)}
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

/**
 * Waiting tickets that fit nobody at work, but somebody who is present out of their hours, as long as their log does
 * not say so; `since` is when they began to wait.
 */
export async function beyondHours(
  tx: Tx,
  tenantId: string,
  rules: Rules,
  atWork: readonly Agent[],
  offWork: readonly Agent[],
): Promise<{ readonly id: string; readonly queueId: string | null; readonly since: Date }[]> {
  const rows = await tx.execute<{ id: string; queue_id: string | null; since: string }>(sql`
    select t.id, t.queue_id, to_json(t.pending_since) #>> '{}' as since
      from ${waitingTickets(tenantId, rules)} and ${fits(rules, offWork)} and not ${fits(rules, atWork)}
       and not exists (
         select 1
           from core.ticket_log l
          where l.tenant_id = t.tenant_id
            and l.ticket_id = t.id
            and l.type = 'outOfHours'
            and l.created_at >= date_trunc('milliseconds', t.pending_since))
     order by t.pending_since, t.id limit ${ticketsOfRound} for update of t skip locked`)
  return rows.map((row) => ({ id: row.id, queueId: row.queue_id, since: new Date(row.since) }))
}
