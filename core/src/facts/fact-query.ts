import {
  isOfMessages,
  type FactDimension,
  type FactMeasure,
  type FactQuery,
  type Viewer,
  type VisibilitySettings,
} from '@recado/contracts'
import type { Query, SqlBuilder } from '../db/database.ts'
import { visibleTickets } from '../tickets/visibility-sql.ts'

/** One row as the database answers it. A question is told apart by two dimensions at most. */
export interface StoredFact {
  readonly value0: string | null
  readonly name0: string | null
  readonly value1: string | null
  readonly name1: string | null
  readonly count: number
  readonly mean: number | null
  readonly quantiles: readonly number[] | null
}

/** A measure over `core.ticket_fact t` or `core.message_fact t`. */
interface MeasureSql {
  /** The moment at which it counts. */
  readonly at: Query
  readonly count: Query
  /** Seconds of each; none for counts. */
  readonly seconds?: Query
}

const since = (sql: SqlBuilder, later: Query, earlier: Query): Query =>
  sql`extract(epoch from ${later} - ${earlier})::double precision`

const measures: Readonly<Record<FactMeasure, (sql: SqlBuilder) => MeasureSql>> = {
  opened: (sql) => ({ at: sql`t.opened_at`, count: sql`count(*)` }),
  closed: (sql) => ({ at: sql`t.closed_at`, count: sql`count(*)` }),
  transfers: (sql) => ({ at: sql`t.opened_at`, count: sql`sum(t.transfers)` }),
  reopenings: (sql) => ({ at: sql`t.opened_at`, count: sql`sum(t.reopenings)` }),
  waiting: (sql) => duration(sql, sql`t.opened_at`, sql`t.taken_at`, sql`t.opened_at`),
  firstAnswer: (sql) => duration(sql, sql`t.opened_at`, sql`t.answered_at`, sql`t.opened_at`),
  handling: (sql) => duration(sql, sql`t.closed_at`, sql`t.closed_at`, sql`t.taken_at`),
  resolution: (sql) => duration(sql, sql`t.closed_at`, sql`t.closed_at`, sql`t.opened_at`),
  received: (sql) => ({ at: sql`t.hour`, count: sql`sum(t.messages) filter (where not t.from_me)` }),
  sent: (sql) => ({ at: sql`t.hour`, count: sql`sum(t.messages) filter (where t.from_me)` }),
}

const duration = (sql: SqlBuilder, at: Query, later: Query, earlier: Query): MeasureSql => {
  const seconds = since(sql, later, earlier)
  return { at, count: sql`count(${seconds})`, seconds }
}

/** A group, and how the name of `value` is looked up; `z` is the company with its time zone. */
interface Group {
  readonly value: Query
  readonly name: (sql: SqlBuilder, value: Query) => Query
}
const nameless = (sql: SqlBuilder): Query => sql`null::text`
const ungrouped = (sql: SqlBuilder): Group => ({ value: sql`null::text`, name: nameless })

/** The day of a moment, by the midnights of the span: converting each moment would cost more than counting. */
const dayOf = (sql: SqlBuilder, at: Query): Query => sql`(z.first + width_bucket(${at}, z.midnights) - 1)`

const dimensions: Readonly<Record<FactDimension, (sql: SqlBuilder, at: Query) => Group>> = {
  day: (sql, at) => ({ value: dayOf(sql, at), name: nameless }),
  hour: (sql, at) => ({ value: sql`extract(hour from ${at} at time zone z.zone)`, name: nameless }),
  weekday: (sql, at) => ({ value: sql`extract(isodow from ${dayOf(sql, at)})`, name: nameless }),
  user: (sql) => ({
    value: sql`t.user_id`,
    name: (_, id) => sql`(select u.name from core.user_account u where u.tenant_id = z.tenant_id and u.id = ${id})`,
  }),
  queue: (sql) => ({
    value: sql`t.queue_id`,
    name: (_, id) => sql`(select q.name from core.queue q where q.tenant_id = z.tenant_id and q.id = ${id})`,
  }),
  connection: (sql) => ({
    value: sql`t.connection_id`,
    name: (_, id) => sql`(select c.name from core.connection c where c.tenant_id = z.tenant_id and c.id = ${id})`,
  }),
  channel: (sql) => ({
    value: sql`(select c.type from core.connection c where c.tenant_id = t.tenant_id and c.id = t.connection_id)`,
    name: nameless,
  }),
}

const messageFacts = (sql: SqlBuilder): Query =>
  sql`(select f.*, nullif(f.author, f.connection_id) as user_id from core.message_fact f) t`

/** What the viewer may count: all without one. Of messages, agents count those that they wrote themselves. */
export interface FactsSeen {
  readonly viewer: Viewer
  readonly visibility: VisibilitySettings
}

/** The statement of a question that was checked. The names of groups are looked up for the groups alone. */
export function factStatement(
  sql: SqlBuilder,
  tenantId: string,
  { measure, by = [], from, until, users, queues, connections }: FactQuery,
  seen: FactsSeen | undefined,
): Query<StoredFact> {
  const messages = isOfMessages(measure)
  const { at, count, seconds } = measures[measure](sql)
  const [first = ungrouped(sql), second = ungrouped(sql)] = by.map((dimension) => dimensions[dimension](sql, at))
  const among = (column: Query, ids: readonly (string | null)[] | undefined): Query =>
    ids === undefined
      ? sql`true`
      : sql`(${column} = any (${ids.filter((each) => each !== null)}::uuid[])
             or (${ids.includes(null)} and ${column} is null))`
  const isVisible = !seen
    ? sql`true`
    : messages
      ? sql`(${seen.viewer.role !== 'user'} or t.user_id = ${seen.viewer.userId})`
      : visibleTickets(sql, seen.viewer, seen.visibility)
  return sql<StoredFact>`
    with z as materialized (
      select c.id as tenant_id, c.time_zone as zone, ${from}::text::date as first,
             (select array_agg(d.day at time zone c.time_zone order by d.day)
                from generate_series(${from}::text::timestamp, ${until}::text::timestamp + interval '1 day', '1 day')
                     d (day)) as midnights
        from core.tenant c where c.id = ${tenantId}
    )
    select g.value0::text as value0, ${first.name(sql, sql`g.value0`)} as name0,
           g.value1::text as value1, ${second.name(sql, sql`g.value1`)} as name1,
           g.count::integer as count, g.mean, g.quantiles
      from z cross join lateral (
        select ${first.value} as value0, ${second.value} as value1, ${count} as count,
               ${seconds ? sql`avg(${seconds})` : sql`null::double precision`} as mean,
               ${
                 seconds
                   ? sql`percentile_cont(array[0.5, 0.9]) within group (order by ${seconds})`
                   : sql`null::double precision[]`
               } as quantiles
          from ${messages ? messageFacts(sql) : sql`core.ticket_fact t`}
         where t.tenant_id = ${tenantId} and ${at} >= z.midnights[1]
           and ${at} < z.midnights[cardinality(z.midnights)]
           and ${among(sql`t.user_id`, users)} and ${messages ? sql`true` : among(sql`t.queue_id`, queues)}
           and ${among(sql`t.connection_id`, connections)} and ${isVisible}
         group by 1, 2) g
     where g.count > 0 order by g.value0, g.value1`
}
