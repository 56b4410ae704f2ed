import type { FactClock } from '@recado/contracts'
import type { Query, SqlBuilder } from '../db/database.ts'

/**
 * The hours of a company by whose they are, as lists that are searched by halves: when it opens and closes, and how
 * many seconds it was open before. Stands in `with`, as `hours`.
 */
export const hoursOf = (sql: SqlBuilder, tenantId: string): Query => sql`
  select s.owner_id, array_agg(lower(s.span) order by s.span) filter (where s.span is not null) as opens,
         array_agg(upper(s.span) order by s.span) filter (where s.span is not null) as closes,
         array_agg(s.before order by s.span) filter (where s.span is not null) as before
    from (select o.owner_id, r.span,
                 coalesce(sum(extract(epoch from upper(r.span) - lower(r.span))) over (
                   partition by o.owner_id order by r.span rows between unbounded preceding and 1 preceding), 0)
                   ::double precision as before
            from core.opening o left join lateral unnest(o.open) r (span) on true
           where o.tenant_id = ${tenantId}) s
   group by s.owner_id`

/**
 * Joins the hours that count for a conversation `t` as `h`: see `OpeningsAnswer` of the contracts for whose they are.
 */
export const joinHours = (sql: SqlBuilder): Query => sql`
  left join hours hu on hu.owner_id = t.user_id
  left join hours hq on hq.owner_id = t.queue_id
  left join hours hc on hc.owner_id = t.connection_id
  left join hours h on h.owner_id = coalesce(hu.owner_id, hq.owner_id, hc.owner_id, t.tenant_id)`

/**
 * Seconds between two instants of `t`; by the clock `opening`, those in which it was open by `h`. `date_part` reckons
 * in floating point; `extract` would in decimals, which takes longer than all the rest of a question.
 */
export function secondsBetween(sql: SqlBuilder, earlier: Query, later: Query, clock: FactClock): Query {
  const wall = sql`date_part('epoch', ${later} - ${earlier})`
  if (clock === 'wall') return wall
  return sql`case when h.owner_id is null then ${wall} else ${openUntil(sql, later)} - ${openUntil(sql, earlier)} end`
}

/** Seconds of being open from the first that is known until `at`; null for null. */
const openUntil = (sql: SqlBuilder, at: Query): Query => {
  const nth = sql`width_bucket(${at}, h.opens)`
  return sql`case when ${at} is not null then coalesce(h.before[${nth}]
    + date_part('epoch', least(${at}, h.closes[${nth}]) - h.opens[${nth}]), 0) end`
}
