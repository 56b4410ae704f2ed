import type { QueueId, SessionContext, TicketId, UserId } from '@recado/sdk'
import { csvFile } from '@recado/sdk/server'
import { refusal } from '../errors.ts'
import { classOf, gradesOf, rangeOf, scoreOf, type GradeCount, type SurveyKind } from '../survey/kind.ts'
import { readSurveys } from '../surveys/survey-store.ts'
import type { Survey } from '../surveys/survey.ts'
import { tableOf } from './answer-table.ts'
import {
  position,
  type Answer,
  type AnswerPage,
  type AnswerQuery,
  type ExportQuery,
  type Position,
  type Report,
  type ReportQuery,
} from './report.ts'
import {
  countGrades,
  countOutcomes,
  countTrend,
  latestSurvey,
  listRequests,
  type AnswerRow,
  type GradeRow,
  type Scope,
  type Step,
} from './report-store.ts'

const pageSize = 50
/** Rows read at once, and reads for one page: who sees few conversations gets a short page and a cursor. */
const batch = 100
const mostBatches = 5
const mostExported = 5_000
const mostNamed = 200
const dayMs = 86_400_000

const stepOf = ({ from, to }: Pick<Scope, 'from' | 'to'>): Step => {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs
  return days <= 31 ? 'day' : days <= 185 ? 'week' : 'month'
}
/** Longest span of a report, in days, and the one without any. */
const mostDays = 1_100
const usualDays = 30

/** The days that are asked for; what is not said ends today by the company's clock, or begins before that. */
function daysOf({ from, to }: Pick<ReportQuery, 'from' | 'to'>, timeZone: string): Pick<Scope, 'from' | 'to'> {
  const last = to ?? new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date())
  const span = {
    from: from ?? new Date(Date.parse(last) - (usualDays - 1) * dayMs).toISOString().slice(0, 10),
    to: last,
  }
  const days = (Date.parse(span.to) - Date.parse(span.from)) / dayMs
  if (days >= 0 && days <= mostDays) return span
  throw refusal('ERR_VALIDATION', {
    issues: [{ path: 'query.to', message: `a span of at most ${mostDays} days` }],
  })
}

/** The survey that a report is about, with its scope. Undefined where nothing was asked yet. */
async function scopeOf(
  query: ReportQuery,
  { db, tenant, core }: SessionContext,
): Promise<{ surveys: Survey[]; survey: Survey | undefined; scope: Scope | undefined }> {
  const { timeZone } = await core.company.profile()
  const days = daysOf(query, timeZone)
  return db.transaction(async (tx) => {
    const surveys = (await readSurveys(tx, tenant, { archived: true })).filter(
      ({ asked, enabled }) => asked > 0 || enabled,
    )
    const id = query.surveyId ?? (await latestSurvey(tx, tenant)) ?? surveys[0]?.id
    const survey = surveys.find((one) => one.id === id)
    if (query.surveyId !== undefined && !survey) throw refusal('ERR_NO_SURVEY_FOUND')
    return { surveys, survey, scope: survey && { ...query, ...days, surveyId: survey.id, timeZone } }
  })
}

export async function readReport({ query }: { query: ReportQuery }, ctx: SessionContext): Promise<Report> {
  const { surveys, survey, scope } = await scopeOf(query, ctx)
  const listed = surveys.map(({ id, name, kind }) => ({ id, name, kind }))
  const outcomes = { waiting: 0, answered: 0, invalid: 0, timedOut: 0, undelivered: 0 }
  const classes = { good: 0, middle: 0, bad: 0 }
  const empty = { distribution: [], trend: [], queues: [], users: [], connections: [] }
  if (!survey || !scope)
    return { surveys: listed, survey: null, asked: 0, outcomes, score: null, classes, comments: 0, ...empty }
  const { kind } = survey
  const [counted, all, trend, byQueue, byUser, byConnection] = await ctx.db.transaction(async (tx) => [
    await countOutcomes(tx, ctx.tenant, scope),
    await countGrades(tx, ctx.tenant, scope, 'survey'),
    await countTrend(tx, ctx.tenant, scope, stepOf(scope)),
    await countGrades(tx, ctx.tenant, scope, 'queue'),
    await countGrades(tx, ctx.tenant, scope, 'user'),
    await countGrades(tx, ctx.tenant, scope, 'connection'),
  ])
  for (const { outcome, count } of counted) outcomes[outcome ?? 'waiting'] += count
  for (const { grade, highest, count } of all) classes[classOf(kind, grade, highest)] += count
  const range = rangeOf(kind, Math.max(survey.scale, ...all.map(({ highest }) => (kind === 'nps' ? highest : 0))))
  const days = Map.groupBy(trend, ({ from }) => from)
  return {
    surveys: listed,
    survey: { id: survey.id, name: survey.name, kind },
    asked: Object.values(outcomes).reduce((sum, count) => sum + count, 0),
    outcomes,
    score: scoreOf(kind, all),
    classes,
    comments: counted.reduce((sum, { comments }) => sum + comments, 0),
    distribution: gradesOf(range).map((grade) => ({
      grade,
      count: all.reduce((sum, row) => sum + (row.grade === grade ? row.count : 0), 0),
    })),
    trend: [...days].map(([from, rows]) => {
      const grades = rows.filter((row): row is typeof row & GradeCount => row.grade !== null)
      return { from, to: rows[0]!.to, score: scoreOf(kind, grades), answers: sum(grades) }
    }),
    queues: await partsOf(kind, byQueue, queueNames(ctx)),
    users: await partsOf(kind, byUser, userNames(ctx)),
    connections: await partsOf(kind, byConnection, connectionNames(byConnection, ctx)),
  }
}

const sum = (rows: ReadonlyArray<{ readonly count: number }>): number => rows.reduce((all, { count }) => all + count, 0)

/** Parts with their names, those with most answers first. */
async function partsOf(
  kind: SurveyKind,
  rows: readonly GradeRow[],
  names: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<Report['queues']> {
  const parts = Map.groupBy(rows, ({ part }) => part)
  const named = await names([...parts.keys()].filter((id) => id !== null))
  return [...parts]
    .map(([id, grades]) => ({
      id,
      name: id === null ? null : (named.get(id) ?? ''),
      score: scoreOf(kind, grades),
      answers: sum(grades),
    }))
    .toSorted((one, other) => other.answers - one.answers)
    .slice(0, 100)
}

const queueNames =
  ({ core }: SessionContext) =>
  async () =>
    new Map((await core.queues.list()).map(({ id, queue }) => [id as QueueId as string, queue]))
const userNames =
  ({ core }: SessionContext) =>
  async (ids: readonly string[]) =>
    new Map((await core.users.named(ids.slice(0, mostNamed) as UserId[])).map(({ id, name }) => [id as string, name]))
/** A connection is known by a ticket of it. */
const connectionNames =
  (rows: readonly GradeRow[], { core }: SessionContext) =>
  async (ids: readonly string[]) => {
    const tickets = await Promise.all(
      ids.slice(0, 50).map((id) => core.tickets.get(rows.find(({ part }) => part === id)!.ticket as TicketId)),
    )
    return new Map(tickets.flatMap((ticket) => (ticket ? [[ticket.channelId as string, ticket.whatsapp.name]] : [])))
  }

/** Of these rows those whose conversation the reader may see, with what they see of it. */
async function permitted(rows: readonly AnswerRow[], ctx: SessionContext): Promise<Answer[]> {
  const seen = new Map(
    (await ctx.core.tickets.visibleTo(ctx.viewer, [...new Set(rows.map(({ ticketId }) => ticketId as TicketId))])).map(
      (ticket) => [ticket.id as string, ticket],
    ),
  )
  const users = [...new Set(rows.flatMap(({ userId }) => (userId === null ? [] : [userId])))]
  const names = users.length === 0 ? new Map<string, string>() : await userNames(ctx)(users)
  return rows.flatMap(({ place: _place, userId, ...row }) => {
    const ticket = seen.get(row.ticketId)
    if (!ticket) return []
    return [
      {
        ...row,
        protocol: ticket.protocol,
        contact: ticket.name,
        queue: ticket.queue,
        user: userId === null ? null : (names.get(userId) ?? null),
        connection: ticket.whatsapp.name,
      },
    ]
  })
}

/** Answers that the reader may see, from a place on; at most so many. */
async function answersOf(query: AnswerQuery, ctx: SessionContext, limit: number, batches: number): Promise<AnswerPage> {
  const { survey, scope } = await scopeOf(query, ctx)
  if (!survey || !scope) return { answers: [], nextCursor: null }
  const grades =
    query.class === undefined
      ? null
      : gradesOf(rangeOf(survey.kind, survey.scale)).filter(
          (grade) => classOf(survey.kind, grade, rangeOf(survey.kind, survey.scale).highest) === query.class,
        )
  const answers: Answer[] = []
  let after: Position | undefined = query.cursor as Position | undefined
  for (let turn = 0; turn < batches; turn++) {
    const rows = await ctx.db.transaction((tx) =>
      listRequests(tx, ctx.tenant, scope, { ...query, grades }, after, batch),
    )
    for (const answer of await permitted(rows, ctx)) {
      if (answers.length === limit) return { answers, nextCursor: position.write(after!) }
      answers.push(answer)
      const row = rows.find(({ id }) => id === answer.id)!
      after = [row.place, row.id]
    }
    const last = rows.at(-1)
    if (!last || rows.length < batch) return { answers, nextCursor: null }
    after = [last.place, last.id]
  }
  return { answers, nextCursor: position.write(after!) }
}

export const readAnswers = ({ query }: { query: AnswerQuery }, ctx: SessionContext): Promise<AnswerPage> =>
  answersOf(query, ctx, pageSize, mostBatches)

/** A table of the answers that the reader may see. */
export async function exportAnswers({ query }: { query: ExportQuery }, ctx: SessionContext): Promise<Response> {
  const { answers } = await answersOf(query, ctx, mostExported, Math.ceil(mostExported / batch))
  const { timeZone } = await ctx.core.company.profile()
  const { from, to } = daysOf(query, timeZone)
  const { locale } = ctx.viewer
  const { heading, rows } = tableOf(answers, { timeZone, locale })
  return new Response(csvFile(heading, [rows], locale), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="nps-${from}-${to}.csv"`,
    },
  })
}
