import {
  gradeScores,
  isOfGrades,
  isOfMessages,
  type FactClock,
  type FactConversationsQuery,
  type FactDimension,
  type FactMeasure,
  type FactQuery,
  type GradeMeasure,
  type TicketId,
  type Viewer,
  type VisibilitySettings,
} from '@recado/contracts'
import type { Query, SqlBuilder } from '../db/database.ts'
import { hoursOf, joinHours, secondsBetween } from './opening-time-sql.ts'
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
  readonly kept: number | null
  readonly broken: number | null
}

/** A conversation behind a number; `rank` orders them and is where the next page begins. */
export interface StoredConversation {
  readonly ticket: TicketId
  readonly at: Date
  readonly amount: number | null
  readonly rank: string
}

/** A measure over `core.ticket_fact t` or `core.message_fact t`. */
interface MeasureSql {
  /** The moment at which it counts. */
  readonly at: Query
  readonly count: Query
  /** Seconds of each; none for counts. */
  readonly seconds?: Query
  /** How often it happened to a conversation, where that is not once. */
  readonly times?: Query
  /** What each adds to the score of grades. */
  readonly points?: Query
}

const measures: Readonly<
  Record<Exclude<FactMeasure, GradeMeasure>, (sql: SqlBuilder, clock: FactClock) => MeasureSql>
> = {
  opened: (sql) => ({ at: sql`t.opened_at`, count: sql`count(*)` }),
  closed: (sql) => ({ at: sql`t.closed_at`, count: sql`count(*)` }),
  transfers: (sql) => ({ at: sql`t.opened_at`, count: sql`sum(t.transfers)`, times: sql`t.transfers` }),
  reopenings: (sql) => ({ at: sql`t.opened_at`, count: sql`sum(t.reopenings)`, times: sql`t.reopenings` }),
  waiting: (sql, clock) => duration(sql, clock, sql`t.opened_at`, sql`t.taken_at`, sql`t.opened_at`),
  firstAnswer: (sql, clock) => duration(sql, clock, sql`t.opened_at`, sql`t.answered_at`, sql`t.opened_at`),
  handling: (sql, clock) => duration(sql, clock, sql`t.closed_at`, sql`t.closed_at`, sql`t.taken_at`),
  resolution: (sql, clock) => duration(sql, clock, sql`t.closed_at`, sql`t.closed_at`, sql`t.opened_at`),
  received: (sql) => ({ at: sql`t.hour`, count: sql`sum(t.messages) filter (where not t.from_me)` }),
  sent: (sql) => ({ at: sql`t.hour`, count: sql`sum(t.messages) filter (where t.from_me)` }),
}

/** What a grade adds to a score, as surveys judge grades themselves. */
const points: Readonly<Record<(typeof gradeScores)[GradeMeasure], (sql: SqlBuilder) => Query>> = {
  net: (sql) =>
    sql`case when t.grade >= ceil(t.highest * 0.9) then 100 when t.grade <= floor(t.highest * 0.6) then -100
             else 0 end`,
  share: (sql) => sql`case when t.grade > (t.highest + 1) / 2.0 then 100 else 0 end`,
  mean: (sql) => sql`t.grade`,
}

const measureOf = (sql: SqlBuilder, measure: FactMeasure, clock: FactClock): MeasureSql =>
  isOfGrades(measure)
    ? {
        at: sql`t.graded_at`,
        count: sql`count(*)`,
        points: sql`(${points[gradeScores[measure]](sql)})::double precision`,
      }
    : measures[measure](sql, clock)

const duration = (sql: SqlBuilder, clock: FactClock, at: Query, later: Query, earlier: Query): MeasureSql => {
  const seconds = secondsBetween(sql, earlier, later, clock)
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
  hour: (sql, at) => ({ value: sql`date_part('hour', ${at} at time zone z.zone)`, name: nameless }),
  weekday: (sql, at) => ({ value: sql`date_part('isodow', ${dayOf(sql, at)})`, name: nameless }),
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
  tag: (sql) => ({
    value: sql`w.tag_id`,
    name: (_, id) => sql`(select n.name from core.tag n where n.tenant_id = z.tenant_id and n.id = ${id})`,
  }),
}

const messageFacts = (sql: SqlBuilder): Query =>
  sql`(select f.*, nullif(f.author, f.connection_id) as user_id from core.message_fact f) t`

/** Grades with the conversation that they are about now: a part of another one counts as that. */
const gradeFacts = (sql: SqlBuilder, kind: GradeMeasure): Query => sql`(
  select f.*, g.grade, g.highest, g.graded_at
    from core.grade_fact g
    join core.ticket k on k.tenant_id = g.tenant_id and k.id = g.ticket_id
    join core.ticket_fact f on f.tenant_id = k.tenant_id and f.ticket_id = coalesce(k.merged_into, k.id)
   where g.kind = ${kind}) t`

const factsOf = (sql: SqlBuilder, measure: FactMeasure): Query =>
  isOfMessages(measure) ? messageFacts(sql) : isOfGrades(measure) ? gradeFacts(sql, measure) : sql`core.ticket_fact t`

/** What the viewer may count: all without one. Of messages, agents count those that they wrote themselves. */
export interface FactsSeen {
  readonly viewer: Viewer
  readonly visibility: VisibilitySettings
}

/** Since when a first answer is late, in seconds after the beginning, and by which clock. */
export interface FactDeadline {
  readonly deadline: number
  readonly slaClock: FactClock
}

/** Whether a person answered before the deadline: true, false, or null where that is not decided or not asked. */
const keptSla = (sql: SqlBuilder, { deadline, slaClock }: FactDeadline): Query => {
  const seconds = (later: Query): Query => secondsBetween(sql, sql`t.opened_at`, later, slaClock)
  return sql`coalesce(${seconds(sql`t.answered_at`)} <= ${deadline}::double precision,
    case when t.closed_at is null and (t.bot is null or t.user_id is not null)
          and ${seconds(sql`now()`)} > ${deadline}::double precision
         then false end)`
}

/** Whether a question needs the opening hours of the company: see {@link joinHours}. */
const needsHours = ({ measure, clock, slaClock }: { measure: FactMeasure; clock: FactClock } & FactDeadline): boolean =>
  !isOfMessages(measure) &&
  !isOfGrades(measure) &&
  (clock === 'opening' || (measure === 'firstAnswer' && slaClock === 'opening'))

/** The company with its time zone, the first day that is asked for, and the midnights of all of them. */
const spanOf = (sql: SqlBuilder, tenantId: string, { from, until }: Pick<FactQuery, 'from' | 'until'>): Query => sql`
  select c.id as tenant_id, c.time_zone as zone, ${from}::text::date as first,
         (select array_agg(d.day at time zone c.time_zone order by d.day)
            from generate_series(${from}::text::timestamp, ${until}::text::timestamp + interval '1 day', '1 day')
                 d (day)) as midnights
    from core.tenant c where c.id = ${tenantId}`

/** What a question counts, among the facts `t`. */
function counted(
  sql: SqlBuilder,
  tenantId: string,
  { measure, users, queues, connections, tags }: Omit<FactConversationsQuery, 'sla' | 'cursor' | 'limit'>,
  seen: FactsSeen | undefined,
): Query {
  const messages = isOfMessages(measure)
  const { at } = measureOf(sql, measure, 'wall')
  const among = (column: Query, ids: readonly (string | null)[] | undefined): Query =>
    ids === undefined
      ? sql`true`
      : sql`(${column} = any (${ids.filter((each) => each !== null)}::uuid[])
             or (${ids.includes(null)} and ${column} is null))`
  const tagged = (condition: Query): Query =>
    sql`exists (select from core.ticket_tag a
                 where a.tenant_id = t.tenant_id and a.ticket_id = t.ticket_id and ${condition})`
  const hasTag =
    tags === undefined
      ? sql`true`
      : sql`(${tagged(sql`a.tag_id = any (${tags.filter((each) => each !== null)}::uuid[])`)}
             or (${tags.includes(null)} and not ${tagged(sql`true`)}))`
  const isVisible = !seen
    ? sql`true`
    : messages
      ? sql`(${seen.viewer.role !== 'user'} or t.user_id = ${seen.viewer.userId})`
      : visibleTickets(sql, seen.viewer, seen.visibility)
  return sql`t.tenant_id = ${tenantId} and ${at} >= z.midnights[1] and ${at} < z.midnights[cardinality(z.midnights)]
    and ${among(sql`t.user_id`, users)} and ${messages ? sql`true` : among(sql`t.queue_id`, queues)}
    and ${among(sql`t.connection_id`, connections)} and ${hasTag} and ${isVisible}`
}

/** The statement of a question that was checked. The names of groups are looked up for the groups alone. */
export function factStatement(
  sql: SqlBuilder,
  tenantId: string,
  query: FactQuery & FactDeadline,
  seen: FactsSeen | undefined,
): Query<StoredFact> {
  const { measure, by = [], clock = 'wall' } = query
  const { at, count, seconds, points: score } = measureOf(sql, measure, clock)
  const averaged = seconds ?? score
  const counts = needsHours({ ...query, clock })
  const [first = ungrouped(sql), second = ungrouped(sql)] = by.map((dimension) => dimensions[dimension](sql, at))
  const kept = measure === 'firstAnswer' ? keptSla(sql, query) : sql`null::boolean`
  return sql<StoredFact>`
    with z as materialized (${spanOf(sql, tenantId, query)}),
         hours as materialized (${counts ? hoursOf(sql, tenantId) : sql`select`})
    select g.value0::text as value0, ${first.name(sql, sql`g.value0`)} as name0,
           g.value1::text as value1, ${second.name(sql, sql`g.value1`)} as name1,
           g.count::integer as count, g.mean, g.quantiles, g.kept::integer as kept, g.broken::integer as broken
      from z cross join lateral (
        select ${first.value} as value0, ${second.value} as value1, ${count} as count,
               ${averaged ? sql`avg(${averaged})` : sql`null::double precision`} as mean,
               ${
                 seconds
                   ? sql`percentile_cont(array[0.5, 0.9]) within group (order by ${seconds})`
                   : sql`null::double precision[]`
               } as quantiles,
               count(*) filter (where ${kept}) as kept, count(*) filter (where not ${kept}) as broken
          from ${factsOf(sql, measure)} ${counts ? joinHours(sql) : sql``} ${
            by.includes('tag') ? sql`left join core.ticket_tag w using (tenant_id, ticket_id)` : sql``
          }
         where ${counted(sql, tenantId, query, seen)}
         group by 1, 2) g
     where g.count > 0 or g.broken > 0 order by g.value0, g.value1`
}

/** Where a page of conversations ended. */
export interface FactPlace {
  readonly rank: string
  readonly id: string
}

/** A page of the conversations behind a number. */
type AskedConversations = Omit<FactConversationsQuery, 'cursor' | 'limit'> &
  FactDeadline & { readonly limit: number; readonly after: FactPlace | undefined }

/** Whether a moment is on the weekday and in the hour of the day that are asked for. */
function isInHours(
  sql: SqlBuilder,
  at: Query,
  { weekday, hour }: Pick<FactConversationsQuery, 'weekday' | 'hour'>,
): Query {
  const is = (dimension: 'weekday' | 'hour', value: number | undefined): Query =>
    value === undefined ? sql`true` : sql`${dimensions[dimension](sql, at).value} = ${value}::integer`
  return sql`(${is('weekday', weekday)} and ${is('hour', hour)})`
}

/** One row more than the page has, so that it is known whether another one follows. */
export function conversationStatement(
  sql: SqlBuilder,
  tenantId: string,
  asked: AskedConversations,
  seen: FactsSeen | undefined,
): Query<StoredConversation> {
  if (isOfMessages(asked.measure)) return messagesStatement(sql, tenantId, asked, seen)
  const { limit, after, sla, ...query } = asked
  const { clock = 'wall' } = query
  const { at, seconds, times, points: score } = measureOf(sql, query.measure, clock)
  const needs = needsHours({ ...query, clock })
  // What still lasts comes before all that has ended, the oldest first.
  const rank = seconds
    ? sql`coalesce(${seconds}, 1e12 - extract(epoch from t.opened_at))`
    : sql`extract(epoch from ${at})`
  const counts =
    sla !== undefined
      ? sql`${keptSla(sql, query)} = ${sla === 'kept'}`
      : seconds
        ? sql`${seconds} is not null`
        : times
          ? sql`${times} > 0`
          : sql`true`
  return sql<StoredConversation>`
    with z as materialized (${spanOf(sql, tenantId, query)}),
         hours as materialized (${needs ? hoursOf(sql, tenantId) : sql`select`})
    select f.ticket, f.at, f.amount, f.rank::text as rank
      from (select t.ticket_id as ticket, ${at} as at,
                   ${seconds ?? times ?? (score ? sql`t.grade` : sql`1`)} as amount,
                   (${rank})::double precision as rank
              from z cross join ${factsOf(sql, query.measure)} ${needs ? joinHours(sql) : sql``}
             where ${counted(sql, tenantId, query, seen)} and ${counts} and ${isInHours(sql, at, query)}) f
     where ${after ? sql`(f.rank, f.ticket) < (${after.rank}::text::double precision, ${after.id}::uuid)` : sql`true`}
     order by f.rank desc, f.ticket desc limit ${limit + 1}`
}

/**
 * Conversations by the messages in them that a number counts, the latest begun first. The messages are counted for the
 * conversations of the page alone. They lie in the hour that their number was added to.
 */
function messagesStatement(
  sql: SqlBuilder,
  tenantId: string,
  { measure, users, connections, limit, after, ...query }: AskedConversations,
  seen: FactsSeen | undefined,
): Query<StoredConversation> {
  const hour = sql`date_trunc('hour', m.sent_at, 'UTC')`
  const began = sql`extract(epoch from t.created_at)::double precision`
  const isOf =
    users === undefined
      ? sql`true`
      : sql`(m.user_id = any (${users.filter((each) => each !== null)}::uuid[])
             or (${users.includes(null)} and m.user_id is null))`
  const isVia = connections === undefined ? sql`true` : sql`m.connection_id = any (${[...connections]}::uuid[])`
  const isVisible = !seen
    ? sql`true`
    : sql`((${seen.viewer.role !== 'user'} or m.user_id = ${seen.viewer.userId})
           and ${visibleTickets(sql, seen.viewer, seen.visibility)})`
  return sql<StoredConversation>`
    with z as materialized (${spanOf(sql, tenantId, query)})
    select t.id as ticket, n.at, n.messages as amount, ${began}::text as rank
      from z join core.ticket t on t.tenant_id = z.tenant_id
       and coalesce(t.last_message_at, 'infinity') >= z.midnights[1]
     cross join lateral (
       select max(m.sent_at) as at, count(*)::integer as messages
         from core.message m
        where m.tenant_id = t.tenant_id and m.ticket_id = t.id and m.from_me = ${measure === 'sent'}
          and m.sent_at >= z.midnights[1] and ${hour} >= z.midnights[1]
          and ${hour} < z.midnights[cardinality(z.midnights)]
          and ${isInHours(sql, hour, query)} and ${isOf} and ${isVia} and ${isVisible}) n
     where t.tenant_id = ${tenantId} and t.merged_into is null and n.messages > 0
       and ${
         after
           ? sql`t.created_at <= to_timestamp(${after.rank}::text::double precision) + interval '1 millisecond'
                 and (${began}, t.id) < (${after.rank}::text::double precision, ${after.id}::uuid)`
           : sql`true`
       }
     order by t.created_at desc, t.id desc limit ${limit + 1}`
}
