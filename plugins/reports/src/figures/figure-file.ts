import {
  factClocks,
  factMeasures,
  id,
  isOfMessages,
  longestFactDays,
  type FactDimension,
  type FactMeasure,
  type FactRow,
  type QueueId,
  type SessionContext,
  type TagId,
  type UserId,
} from '@recado/sdk'
import * as z from 'zod'
import { writeDay, writeSeconds } from '../table/cells.ts'
import { exportFormats } from '../table/export-format.ts'
import { tableFile } from '../table/table-file.ts'
import { wordsOf } from '../words.ts'
import { answerFigures } from './handlers.ts'
import { joinedRows, type JoinedRow } from './joined-rows.ts'
import { none } from './no-value.ts'
import { daysOf, eachDay, type Span } from './span.ts'

const orNone = <T extends z.ZodType>(of: T) => z.union([z.literal(none), of]).optional()

/** What the page of figures shows, as a file. */
export const FigureFileQuery = z
  .object({
    from: z.iso.date(),
    until: z.iso.date(),
    queue: orNone(id<QueueId>()),
    user: orNone(id<UserId>()),
    tag: orNone(id<TagId>()),
    clock: z.enum(factClocks).default('wall'),
    format: z.enum(exportFormats).default('csv'),
  })
  .refine(({ from, until }) => from <= until, { path: ['until'], error: 'not before the first day' })
  .refine((span) => daysOf(span) <= longestFactDays, { path: ['from'], error: `${longestFactDays} days at most` })
export type FigureFileQuery = z.output<typeof FigureFileQuery>

/** By what the numbers are told apart, one group of rows each; null is the whole period. */
const groups = [null, 'day', 'user', 'queue', 'connection', 'tag'] as const satisfies (FactDimension | null)[]
type Group = (typeof groups)[number]

/** Columns after the group and the name: a measure and what is written of it. */
const columns = [
  { name: 'opened_count', measure: 'opened', shows: 'count' },
  { name: 'closed_count', measure: 'closed', shows: 'count' },
  { name: 'transfers_count', measure: 'transfers', shows: 'count' },
  { name: 'reopenings_count', measure: 'reopenings', shows: 'count' },
  { name: 'received_count', measure: 'received', shows: 'count' },
  { name: 'sent_count', measure: 'sent', shows: 'count' },
  { name: 'waiting_median', measure: 'waiting', shows: 'median' },
  { name: 'firstAnswer_median', measure: 'firstAnswer', shows: 'median' },
  { name: 'firstAnswer_p90', measure: 'firstAnswer', shows: 'p90' },
  { name: 'firstAnswer_kept', measure: 'firstAnswer', shows: 'kept' },
  { name: 'firstAnswer_broken', measure: 'firstAnswer', shows: 'broken' },
  { name: 'handling_median', measure: 'handling', shows: 'median' },
  { name: 'resolution_median', measure: 'resolution', shows: 'median' },
  { name: 'resolution_p90', measure: 'resolution', shows: 'p90' },
] as const satisfies readonly {
  readonly name: string
  readonly measure: FactMeasure
  readonly shows: 'count' | 'median' | 'p90' | 'kept' | 'broken'
}[]
type Column = (typeof columns)[number]

/** Messages belong to no queue and have no tags. */
const isTold = (measure: FactMeasure, group: Group, { queue, tag }: FigureFileQuery): boolean =>
  !isOfMessages(measure) || (group !== 'queue' && group !== 'tag' && queue === undefined && tag === undefined)

function cell({ measure, shows }: Column, row: JoinedRow<FactMeasure>, isTold: boolean): string {
  if (!isTold) return ''
  const fact: FactRow | undefined = row.of[measure]
  if (shows === 'count') return String(fact?.count ?? 0)
  return shows === 'kept' || shows === 'broken' ? String(fact?.sla?.[shows] ?? 0) : writeSeconds(fact?.[shows])
}

const only = <Id>(value: Id | typeof none | undefined): [Id | null] | undefined =>
  value === undefined ? undefined : [value === none ? null : value]

/** The rows of a group, days in their order and those without anything too, else those of the most first. */
async function rowsOf(ctx: SessionContext, query: FigureFileQuery, group: Group): Promise<JoinedRow<FactMeasure>[]> {
  const measures = factMeasures.filter((measure) => isTold(measure, group, query))
  const [queues, users, tags] = [only(query.queue), only(query.user), only(query.tag)]
  const { answers } = await answerFigures(
    ctx,
    measures.map((measure) => ({
      ...{ measure, from: query.from, until: query.until, by: group === null ? [] : [group], clock: query.clock },
      ...(queues && { queues }),
      ...(users && { users }),
      ...(tags && { tags }),
    })),
  )
  const rows = measures.map((measure, place) => [
    measure,
    answers[place]!.rows.map((row) => (group === null ? { ...row, by: [{ value: null, name: null }] } : row)),
  ])
  const joined = joinedRows(Object.fromEntries(rows) as Record<FactMeasure, FactRow[]>, 'opened')
  return group === 'day' ? everyDay(query, joined) : joined
}

function everyDay(span: Span, rows: readonly JoinedRow<FactMeasure>[]): JoinedRow<FactMeasure>[] {
  const byDay = new Map(rows.map((row) => [row.value, row]))
  return eachDay(span).map((day) => byDay.get(day) ?? { value: day, name: null, of: {} })
}

/** Everything that the page of figures shows, one row per day, user, queue, connection and tag. */
export async function exportFigures({ query }: { query: FigureFileQuery }, ctx: SessionContext): Promise<Response> {
  const { locale } = ctx.viewer
  const { figureFile: words, columns: names } = wordsOf[locale]
  const nameOf = (group: Group, { value, name }: JoinedRow<FactMeasure>): string => {
    if (group === null) return ''
    return group === 'day' ? writeDay(value, { locale }) : (name ?? (value === null ? words.none : value))
  }
  async function* pages() {
    for (const group of groups)
      yield (await rowsOf(ctx, query, group)).map((row) => [
        words.groups[group ?? 'all'],
        nameOf(group, row),
        ...columns.map((column) => cell(column, row, isTold(column.measure, group, query))),
      ])
  }
  const heading = [words.group, names.name, ...columns.map(({ name }) => words.columns[name])]
  return tableFile({ name: `figures-${query.from}-${query.until}`, heading, pages: pages() }, query.format, locale)
}
