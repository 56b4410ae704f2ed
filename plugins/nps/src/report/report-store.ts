import type { PluginTransaction } from '@recado/sdk'
import type { SurveyKind } from '../survey/kind.ts'
import type { Outcome } from '../survey/request-state.ts'
import type { AnswerQuery, Position, ReportQuery } from './report.ts'

/** Width of the columns of a trend. */
export type Step = 'day' | 'week' | 'month'

export interface Scope extends ReportQuery {
  readonly surveyId: string
  readonly from: string
  readonly to: string
  readonly timeZone: string
}

/** Requests of a scope; the parameters are those of {@link valuesOf}. */
const within = `r.tenant_id = $1 and r.survey_id = $2
  and r.asked_at >= $3::date::timestamp at time zone $5 and r.asked_at < ($4::date + 1)::timestamp at time zone $5
  and ($6::text is null or r.queue_id::text = $6 or ($6 = 'none' and r.queue_id is null))
  and ($7::text is null or r.user_id::text = $7 or ($7 = 'none' and r.user_id is null))
  and ($8::uuid is null or r.connection_id = $8::uuid)`
const valuesOf = (tenantId: string, scope: Scope): unknown[] => [
  tenantId,
  scope.surveyId,
  scope.from,
  scope.to,
  scope.timeZone,
  scope.queueId ?? null,
  scope.userId ?? null,
  scope.connectionId ?? null,
]

export interface OutcomeCount {
  readonly outcome: Outcome | null
  readonly count: number
  readonly comments: number
}
/** Requests by their outcome; null for those that wait. */
export const countOutcomes = async (tx: PluginTransaction, tenantId: string, scope: Scope): Promise<OutcomeCount[]> =>
  (await tx.query(
    `select r.outcome, count(*)::integer as count, count(r.comment)::integer as comments
       from plg_nps.request r where ${within} group by r.outcome`,
    valuesOf(tenantId, scope),
    'object',
  )) as OutcomeCount[]

/** Ways to divide a report. */
const divisions = {
  survey: `''`,
  queue: 'r.queue_id::text',
  user: 'r.user_id::text',
  connection: 'r.connection_id::text',
} as const

export interface GradeRow {
  readonly part: string | null
  readonly grade: number
  readonly highest: number
  readonly count: number
  /** One ticket of the part. */
  readonly ticket: string
}
/** Answers by part and grade. */
export const countGrades = async (
  tx: PluginTransaction,
  tenantId: string,
  scope: Scope,
  division: keyof typeof divisions,
): Promise<GradeRow[]> =>
  (await tx.query(
    `select ${divisions[division]} as part, r.grade, r.highest, count(*)::integer as count,
            max(r.ticket_id::text) as ticket
       from plg_nps.request r where ${within} and r.outcome = 'answered' group by 1, 2, 3 order by 1, 2`,
    valuesOf(tenantId, scope),
    'object',
  )) as GradeRow[]

export interface TrendRow {
  readonly from: string
  readonly to: string
  readonly grade: number | null
  readonly highest: number | null
  readonly count: number
}
/** Answers by column and grade, with the columns that have none; first and last one end with the scope. */
export const countTrend = async (
  tx: PluginTransaction,
  tenantId: string,
  scope: Scope,
  step: Step,
): Promise<TrendRow[]> =>
  (await tx.query(
    `select greatest(c.day::date, $3::date)::text as "from",
            least((c.day + ('1 ' || $9)::interval)::date - 1, $4::date)::text as "to",
            g.grade, g.highest, coalesce(g.count, 0)::integer as count
       from generate_series(date_trunc($9, $3::date::timestamp), $4::date::timestamp, ('1 ' || $9)::interval) c(day)
       left join (
         select date_trunc($9, r.asked_at at time zone $5) as day, r.grade, r.highest, count(*) as count
           from plg_nps.request r where ${within} and r.outcome = 'answered' group by 1, 2, 3) g on g.day = c.day
      order by c.day, g.grade`,
    [...valuesOf(tenantId, scope), step],
    'object',
  )) as TrendRow[]

export interface AnswerRow {
  readonly id: string
  readonly askedAt: string
  /** The instant with all of its digits. */
  readonly place: string
  readonly outcome: Outcome | null
  readonly grade: number | null
  readonly highest: number
  readonly comment: string | null
  readonly ticketId: string
  readonly userId: string | null
}
type Narrowing = Pick<AnswerQuery, 'outcome' | 'grade' | 'commented'> & { readonly grades: readonly number[] | null }

/** Requests of a scope, latest first, those before `after`. */
export const listRequests = async (
  tx: PluginTransaction,
  tenantId: string,
  scope: Scope,
  { outcome, grade, commented, grades }: Narrowing,
  after: Position | undefined,
  limit: number,
): Promise<AnswerRow[]> =>
  (await tx.query(
    `select r.id, to_char(r.asked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "askedAt",
            to_char(r.asked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place, r.outcome, r.grade,
            r.highest, r.comment, r.ticket_id as "ticketId", r.user_id as "userId"
       from plg_nps.request r
      where ${within} and ($9::text is null or coalesce(r.outcome, 'waiting') = $9)
        and ($10::integer is null or r.grade = $10) and (not $11::boolean or r.comment is not null)
        and ($12::jsonb is null or to_jsonb(r.grade) <@ $12::jsonb)
        and ($13::timestamptz is null or (r.asked_at, r.id) < ($13::timestamptz, $14::uuid))
      order by r.asked_at desc, r.id desc limit $15`,
    [
      ...valuesOf(tenantId, scope),
      outcome ?? null,
      grade ?? null,
      commented === 'true',
      grades === null ? null : JSON.stringify(grades),
      after?.[0] ?? null,
      after?.[1] ?? null,
      limit,
    ],
    'object',
  )) as AnswerRow[]

/** The survey that asked last. */
export async function latestSurvey(tx: PluginTransaction, tenantId: string): Promise<string | undefined> {
  const [row] = await tx.query(
    `select survey_id as id from plg_nps.request where tenant_id = $1 order by id desc limit 1`,
    [tenantId],
    'object',
  )
  return (row as { id: string } | undefined)?.id
}

/** The latest grade of a ticket, or of a contact, by their ids. */
export const latestGrades = async (
  tx: PluginTransaction,
  tenantId: string,
  of: 'ticket' | 'contact',
  ids: readonly string[],
): Promise<
  ReadonlyArray<{ readonly id: string; readonly kind: string; readonly grade: number; readonly highest: number }>
> =>
  (await tx.query(
    `select distinct on (r.${of}_id, r.kind) r.${of}_id as id, r.kind, r.grade, r.highest from plg_nps.request r
      where r.tenant_id = $1 and r.${of}_id in (select value::uuid from jsonb_array_elements_text($2::jsonb))
        and r.outcome = 'answered' order by r.${of}_id, r.kind, r.asked_at desc`,
    [tenantId, JSON.stringify(ids)],
    'object',
  )) as { id: string; kind: string; grade: number; highest: number }[]

export interface GradeAbout {
  readonly ticketId: string
  /** ISO 8601. */
  readonly at: string
  readonly kind: SurveyKind
  readonly grade: number
  readonly highest: number
}
/** Grades that contacts gave about these tickets from `since` on, oldest first; 1,000 at most. */
export const gradesAbout = async (
  tx: PluginTransaction,
  tenantId: string,
  tickets: readonly string[],
  since: string,
): Promise<GradeAbout[]> =>
  (await tx.query(
    `select "ticketId", kind, grade, highest,
            to_char(given_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from (
       select r.ticket_id as "ticketId", r.kind, r.grade, r.highest,
              coalesce((r.state ->> 'gradedAt')::timestamptz, r.asked_at) as given_at
         from plg_nps.request r
        where r.tenant_id = $1 and r.ticket_id in (select value::uuid from jsonb_array_elements_text($2::jsonb))
          and r.outcome = 'answered') given
      where given_at >= $3::timestamptz order by given_at limit 1000`,
    [tenantId, JSON.stringify(tickets), since],
    'object',
  )) as GradeAbout[]
