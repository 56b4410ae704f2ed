import { WeeklyShifts } from '@recado/contracts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  brokenDays,
  copyDay,
  isEmptyWeek,
  partialShifts,
  setHours,
  toggleShift,
  weekOrder,
  workdays,
} from './weekly.ts'

const shift = fc.constantFrom('full_day' as const, ...partialShifts)
const day = fc.constantFrom(...weekOrder)

it('S9-118 whatever is switched on and off, the server takes the week: a whole day stands alone', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(day, shift, fc.boolean())), (steps) => {
      const week = steps.reduce<WeeklyShifts>((now, [on, which, wanted]) => toggleShift(now, on, which, wanted), {})
      expect(WeeklyShifts.safeParse(week).success).toBe(true)
      const last = steps.at(-1)
      if (last) expect(week[last[0]]?.[last[1]] !== undefined).toBe(last[2])
    }),
  )
})

it('midnight ends a day, and what ends before it begins is named by its day', () => {
  const week = toggleShift({}, '5', 'evening', true)
  expect(setHours(week, '5', 'evening', { end: '00:00' })).toEqual({ 5: { evening: { start: '18:00', end: '24:00' } } })
  expect(brokenDays(week)).toEqual([])
  expect(brokenDays(setHours(week, '5', 'evening', { end: '17:00' }))).toEqual(['5'])
  expect(brokenDays(setHours(week, '5', 'evening', { start: '' }))).toEqual(['5'])
  expect(setHours(week, '1', 'evening', { end: '17:00' })).toBe(week)
})

it('a day is copied as it is, also when it is free', () => {
  const monday = toggleShift({ 2: { evening: { start: '18:00', end: '20:00' } } }, '1', 'morning', true)
  expect(copyDay(monday, '1', workdays)).toEqual(
    Object.fromEntries(workdays.map((each) => [each, { morning: { start: '08:00', end: '12:00' } }])),
  )
  expect(isEmptyWeek(copyDay(monday, '0', weekOrder))).toBe(true)
})
