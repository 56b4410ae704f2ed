import { expect, test } from 'vitest'
import { joinedRows } from './joined-rows.ts'

const row = (value: string | null, name: string | null, count: number) => ({
  by: [{ value, name }],
  count,
  mean: null,
  median: null,
  p90: null,
  sla: null,
})

test('a group that only one question knows is there, and what has none stands by itself', () => {
  const rows = joinedRows(
    { closed: [row('1', 'Ana', 2), row('2', 'Beto', 5)], sent: [row('1', 'Ana', 9), row(null, null, 4)] },
    'closed',
  )
  expect(rows.map(({ name, of }) => [name, of.closed?.count, of.sent?.count])).toEqual([
    ['Beto', 5, undefined],
    ['Ana', 2, 9],
    [null, undefined, 4],
  ])
})
