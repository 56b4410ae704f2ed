import { describe, expect, test } from 'vitest'
import { fromFile, toFile } from './earlier.ts'
import { atLeast, type Figure, type Group } from './figure.ts'
import { page, terminalTable, type Measured } from './report.ts'

const group = (name: string): Group => ({ name, title: `Title of ${name}`, notes: [], run: async () => [] })
const measured = (...figures: Figure[]): Measured => ({ group: group('webhook'), figures })
const taken = (value: number, limit: number): Figure => ({
  what: 'taken in',
  value,
  unit: '/s',
  limit: { what: 'limit', value: limit },
  aims: [atLeast(0.7)],
})
const pageOf = (run: Measured, earlier?: string, machine = 'a machine'): string =>
  page([run], { machine, skipped: [], quick: false, earlier: earlier === undefined ? undefined : fromFile(earlier) })
const rowOf = (text: string, what: string): string | undefined =>
  text.split('\n').find((line) => line.startsWith(`| ${what} |`))

describe('the page of a run', () => {
  test('shows each figure of the run before it, with the ratio of that run', () => {
    const before = toFile([measured(taken(300, 400), { what: 'answered', value: 12.5, unit: 'ms' })], 'a machine')
    const text = pageOf(measured(taken(600, 500), { what: 'answered', value: 6, unit: 'ms' }), before)
    expect(rowOf(text, 'taken in')).toBe('| taken in | 600/s | 300/s (0.75 ×) | 500/s (limit) | 1.20 × | ≥ 0.7 × | ✓ |')
    expect(rowOf(text, 'answered')).toBe('| answered | 6.00 ms | 12.5 ms |  |  |  |  |')
  })

  test('keeps its own figures for the run after it, to the last digit', () => {
    const value = 1_234.567_891_2
    const run = fromFile(toFile([measured(taken(value, 3))], 'a machine'))
    expect(run.find('webhook', taken(1, 1))).toEqual({ value, ratio: value / 3 })
    expect(run.machine).toBe('a machine')
  })

  test('shows nothing for what was not measured then, in that group and unit, beside that limit', () => {
    const other = { group: group('live'), figures: [taken(300, 400)] }
    const besides = { ...taken(300, 400), limit: { what: 'another limit', value: 1 } }
    const before = toFile([other, measured({ ...taken(300, 400), unit: 'ms' }, besides)], 'a machine')
    expect(rowOf(pageOf(measured(taken(600, 500)), before), 'taken in')).toContain('| 600/s |  | 500/s')
  })

  test('names the machine of the run before where it was another one', () => {
    const before = toFile([measured(taken(300, 400))], 'an older machine')
    expect(pageOf(measured(taken(600, 500)), before)).toContain('(on an older machine)')
    expect(pageOf(measured(taken(600, 500)), before, 'an older machine')).not.toContain('(on an older machine)')
  })

  test('is shown without a run before it', () => {
    expect(rowOf(pageOf(measured(taken(600, 500))), 'taken in')).toContain('| 600/s |  | 500/s')
    expect(terminalTable(measured(taken(600, 500)))).toContain('600/s')
  })

  test('bears a figure that could not be taken', () => {
    const run = fromFile(toFile([measured({ what: 'lost', value: Number.NaN, unit: '/s' })], 'a machine'))
    expect(run.find('webhook', { what: 'lost', value: 1, unit: '/s' })).toEqual({ value: Number.NaN, ratio: undefined })
  })
})
