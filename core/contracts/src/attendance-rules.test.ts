import { expect, test } from 'vitest'
import { inactivityMinutes, returnsBeforeClosing } from './attendance-rules.ts'

test('the times of inactivity are 1, 10, 30 min, 1, 2, 4, 8, 12 h, 1, 5, 10 days and never', () => {
  const [hour, day] = [60, 24 * 60]
  expect(inactivityMinutes).toEqual([
    0,
    1,
    10,
    30,
    hour,
    2 * hour,
    4 * hour,
    8 * hour,
    12 * hour,
    day,
    5 * day,
    10 * day,
  ])
})

test.each([
  [0, 0, false],
  [0, 60, false],
  [30, 0, true],
  [30, 60, true],
  [60, 60, false],
  [120, 60, false],
])('a return after %i min beside a closing after %i min happens: %s', (back, close, happens) => {
  expect(returnsBeforeClosing(back, close)).toBe(happens)
})
