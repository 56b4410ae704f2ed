import type { FactRow } from '@recado/sdk'
import { eachDay, type Span } from '../../figures/span.ts'

/** A line of a chart over days. */
export interface DaySeries {
  readonly key: string
  readonly name: string
  /** By day; a day without a number has none. */
  readonly values: ReadonlyMap<string, number>
}

/** The line of a question by day. */
export const seriesOf = (
  key: string,
  name: string,
  rows: readonly FactRow[],
  value: (row: FactRow) => number | null = (row) => row.count,
): DaySeries => ({
  key,
  name,
  values: new Map(
    rows.flatMap((row): [string, number][] => {
      const amount = value(row)
      return amount === null ? [] : [[row.by[0]!.value!, amount]]
    }),
  ),
})

/** Lines of a question by day and something else: those of the most first, and the others together. */
export function seriesBy(
  rows: readonly FactRow[],
  nameOf: (row: FactRow) => string,
  others: string,
  most = 5,
): DaySeries[] {
  const groups = [...Map.groupBy(rows, (row) => row.by[1]!.value ?? '')]
    .map(([key, members]) => ({ key, members, total: members.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((one, other) => other.total - one.total || one.key.localeCompare(other.key))
  const shown = groups.slice(0, most).map(({ key, members }) => seriesOf(key, nameOf(members[0]!), members))
  const rest = groups.slice(most).flatMap(({ members }) => members)
  if (rest.length === 0) return shown
  const days = [...Map.groupBy(rest, (row) => row.by[0]!.value!)].map(([day, members]): [string, number] => [
    day,
    members.reduce((sum, { count }) => sum + count, 0),
  ])
  return [...shown, { key: 'others', name: others, values: new Map(days) }]
}

/** One row per day with the number of each line: 0 where nothing was counted, null where there is no such duration. */
export const chartRows = (
  span: Span,
  series: readonly DaySeries[],
  absent: 0 | null,
): Array<Record<string, number | string | null>> =>
  eachDay(span).map((day) => ({
    day,
    ...Object.fromEntries(series.map(({ key, values }) => [key, values.get(day) ?? absent])),
  }))
