import { expect, test } from 'vitest'
import { chartRows, seriesBy, seriesOf } from './day-series.ts'

const row = (day: string, group: string, count: number) => ({
  by: [
    { value: day, name: null },
    { value: group, name: group.toUpperCase() },
  ],
  count,
  mean: null,
  median: count * 10,
  p90: null,
  sla: null,
})

test('days without a number are there: nothing was counted, or there is no duration', () => {
  const rows = [row('2026-11-02', 'a', 3)]
  const span = { from: '2026-11-01', until: '2026-11-03' }
  expect(chartRows(span, [seriesOf('n', 'N', rows)], 0)).toEqual([
    { day: '2026-11-01', n: 0 },
    { day: '2026-11-02', n: 3 },
    { day: '2026-11-03', n: 0 },
  ])
  expect(chartRows(span, [seriesOf('n', 'N', rows, ({ median }) => median)], null).map(({ n }) => n)).toEqual([
    null,
    30,
    null,
  ])
})

test('lines of the most come first, and those beyond are one line', () => {
  const rows = [row('1', 'a', 1), row('1', 'b', 9), row('1', 'c', 2), row('2', 'a', 1), row('2', 'd', 5)]
  const series = seriesBy(rows, (each) => each.by[1]!.name!, 'Others', 2)
  expect(series.map(({ name }) => name)).toEqual(['B', 'D', 'Others'])
  expect([...series[2]!.values]).toEqual([
    ['1', 3],
    ['2', 1],
  ])
})
