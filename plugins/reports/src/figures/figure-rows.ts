import {
  factMeasures,
  isOfGrades,
  isOfMessages,
  type FactClock,
  type FactDimension,
  type FactMeasure,
  type FactRow,
  type Locale,
  type QueueId,
  type TagId,
  type UserId,
} from '@recado/sdk'
import { writeDay, writeHour, writeSeconds } from '../table/cells.ts'
import { wordsOf } from '../words.ts'
import { only } from './asked-value.ts'
import type { FigureSection } from './figure-section.ts'
import type { Ask } from './handlers.ts'
import { joinedRows, type JoinedRow } from './joined-rows.ts'
import type { none } from './no-value.ts'
import { roundedScore } from './score-text.ts'
import { eachDay, type Span } from './span.ts'

/** What figures are narrowed to; `none` is what has no queue, user or tag. */
export interface FigureScope extends Span {
  readonly queue?: QueueId | typeof none | undefined
  readonly user?: UserId | typeof none | undefined
  readonly tag?: TagId | typeof none | undefined
  /** By which durations are counted; the wall's without it. */
  readonly clock?: FactClock | undefined
}

/** By what the numbers are told apart, one group of rows each; null is the whole period, hours are of each weekday. */
export const figureGroups = [null, 'day', 'user', 'queue', 'connection', 'tag', 'hours'] as const
export type FigureGroup = (typeof figureGroups)[number]
const dimensionsOf = (group: FigureGroup): readonly FactDimension[] => {
  if (group === null) return []
  return group === 'hours' ? ['weekday', 'hour'] : [group]
}

/** Columns after the group and the name: a measure and what is written of it. */
export const figureColumns = [
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
  { name: 'nps_count', measure: 'nps', shows: 'count' },
  { name: 'nps_score', measure: 'nps', shows: 'score' },
  { name: 'csat_count', measure: 'csat', shows: 'count' },
  { name: 'csat_score', measure: 'csat', shows: 'score' },
  { name: 'ces_count', measure: 'ces', shows: 'count' },
  { name: 'ces_score', measure: 'ces', shows: 'score' },
] as const satisfies readonly {
  readonly name: string
  readonly measure: FactMeasure
  readonly shows: 'count' | 'median' | 'p90' | 'kept' | 'broken' | 'score'
}[]
export type FigureColumn = (typeof figureColumns)[number]

/** Messages belong to no queue and have no tags. */
const isTold = (measure: FactMeasure, group: FigureGroup, { queue, tag }: FigureScope): boolean =>
  !isOfMessages(measure) || (group !== 'queue' && group !== 'tag' && queue === undefined && tag === undefined)

function cell({ measure, shows }: FigureColumn, row: JoinedRow<FactMeasure>, isTold: boolean): string {
  if (!isTold) return ''
  const fact: FactRow | undefined = row.of[measure]
  if (shows === 'score') return isOfGrades(measure) ? String(roundedScore(measure, fact?.mean) ?? '') : ''
  if (shows === 'count') return String(fact?.count ?? 0)
  return shows === 'kept' || shows === 'broken' ? String(fact?.sla?.[shows] ?? 0) : writeSeconds(fact?.[shows])
}

/** The rows of a group, days in their order and those without anything too, else those of the most first. */
async function rowsOf(ask: Ask, query: FigureScope, group: FigureGroup): Promise<JoinedRow<FactMeasure>[]> {
  const measures = factMeasures.filter((measure) => isTold(measure, group, query))
  const [queues, users, tags] = [only(query.queue), only(query.user), only(query.tag)]
  const answers = await ask(
    measures.map((measure) => ({
      ...{ measure, from: query.from, until: query.until, by: [...dimensionsOf(group)] },
      ...(query.clock && { clock: query.clock }),
      ...(queues && { queues }),
      ...(users && { users }),
      ...(tags && { tags }),
    })),
  )
  const rows = measures.map((measure, place) => [
    measure,
    answers[place]!.rows.map((row) => (row.by.length === 1 ? row : { ...row, by: [joinedBy(row)] })),
  ])
  const joined = joinedRows(Object.fromEntries(rows) as Record<FactMeasure, FactRow[]>, 'opened')
  if (group === 'hours') return joined.toSorted((one, other) => hourOf(one) - hourOf(other))
  return group === 'day' ? everyDay(query, joined) : joined
}

/** An hour of a weekday as one value, `3/14`; null for the whole period. */
const joinedBy = ({ by }: FactRow): FactRow['by'][number] => ({
  value: by.length === 0 ? null : by.map(({ value }) => value).join('/'),
  name: null,
})
/** The hour of the week, from Monday. */
function hourOf({ value }: JoinedRow<FactMeasure>): number {
  const [weekday, hour] = value!.split('/').map(Number)
  return (weekday! - 1) * 24 + hour!
}

function everyDay(span: Span, rows: readonly JoinedRow<FactMeasure>[]): JoinedRow<FactMeasure>[] {
  const byDay = new Map(rows.map((row) => [row.value, row]))
  return eachDay(span).map((day) => byDay.get(day) ?? { value: day, name: null, of: {} })
}

/** The section of the page that a group of rows stands for; the whole period is always there. */
const groupOf: Readonly<Partial<Record<FigureSection, FigureGroup>>> = {
  days: 'day',
  channels: 'connection',
  team: 'user',
  queues: 'queue',
  tags: 'tag',
  hours: 'hours',
}
/** Groups of these sections, in the order of the page; all without any. */
export const groupsOf = (sections: readonly FigureSection[] | undefined): readonly FigureGroup[] =>
  sections === undefined
    ? figureGroups
    : figureGroups.filter((group) => group === null || sections.some((section) => groupOf[section] === group))

/** What the rows of a group are called, and their cells: one per column. */
export async function figureRows(
  ask: Ask,
  query: FigureScope,
  group: FigureGroup,
  columns: readonly FigureColumn[],
  locale: Locale,
): Promise<{ readonly name: string; readonly cells: readonly string[] }[]> {
  const { figureFile: words } = wordsOf[locale]
  const nameOf = (row: JoinedRow<FactMeasure>): string => {
    const { value, name } = row
    if (group === null) return ''
    if (group === 'hours') return writeHour(hourOf(row), { locale })
    return group === 'day' ? writeDay(value, { locale }) : (name ?? (value === null ? words.none : value))
  }
  return (await rowsOf(ask, query, group)).map((row) => ({
    name: nameOf(row),
    cells: columns.map((column) => cell(column, row, isTold(column.measure, group, query))),
  }))
}
