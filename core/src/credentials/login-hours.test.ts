import { shifts, weekdays, type WeeklyShifts } from '@recado/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hoursChangeAt, isWithinHours, type Hours } from './login-hours.ts'

const hours = (loginHours: unknown, timeZone = 'America/Sao_Paulo', role: Hours['role'] = 'user'): Hours => ({
  role,
  loginHours,
  timeZone,
})
const within = (of: Hours, at: string) => isWithinHours(of, new Date(at))
const change = (of: Hours, at: string) => hoursChangeAt(of, new Date(at))?.toISOString() ?? null
const minute = 60_000

describe('S6-031 login hours', () => {
  // Sunday, 22 November 2026. São Paulo is three hours behind UTC.
  const monday = hours({
    1: { morning: { start: '08:00', end: '12:00' }, afternoon: { start: '13:00', end: '18:00' } },
  })

  test('hold from the first minute of a shift up to its last, in the time of the company', () => {
    expect(within(monday, '2026-11-23T10:59:59Z')).toBe(false)
    expect(within(monday, '2026-11-23T11:00:00Z')).toBe(true)
    expect(within(monday, '2026-11-23T14:59:59Z')).toBe(true)
    expect(within(monday, '2026-11-23T15:00:00Z')).toBe(false)
    expect(within(monday, '2026-11-24T11:00:00Z')).toBe(false)
  })

  test('say when they begin and end', () => {
    expect(change(monday, '2026-11-22T12:00:00Z')).toBe('2026-11-23T11:00:00.000Z')
    expect(change(monday, '2026-11-23T11:00:00Z')).toBe('2026-11-23T15:00:00.000Z')
    expect(change(monday, '2026-11-23T22:00:00Z')).toBe('2026-11-30T11:00:00.000Z')
  })

  test('go through midnight without an end there', () => {
    const night = hours({
      1: { evening: { start: '22:00', end: '24:00' } },
      2: { morning: { start: '00:00', end: '06:00' } },
    })
    expect(within(night, '2026-11-24T02:59:59Z')).toBe(true)
    expect(within(night, '2026-11-24T03:00:00Z')).toBe(true)
    expect(change(night, '2026-11-24T01:30:00Z')).toBe('2026-11-24T09:00:00.000Z')
  })

  test('without any, and with what cannot be read, are never; every day and all day are always', () => {
    const always = hours(
      Object.fromEntries(weekdays.map((day) => [day, { full_day: { start: '00:00', end: '24:00' } }])),
    )
    for (const never of [{}, { 9: {} }, 'x', { 1: { morning: { start: '12:00', end: '08:00' } } }]) {
      expect(within(hours(never), '2026-11-23T11:00:00Z'), JSON.stringify(never)).toBe(false)
      expect(change(hours(never), '2026-11-23T11:00:00Z')).toBe(null)
    }
    expect(within(always, '2026-11-23T11:00:00Z')).toBe(true)
    expect(change(always, '2026-11-23T11:00:00Z')).toBe(null)
  })

  test('bind neither who has none nor administrators', () => {
    expect(within(hours(null), '2026-11-22T12:00:00Z')).toBe(true)
    expect(within(hours({}, undefined, 'admin'), '2026-11-22T12:00:00Z')).toBe(true)
    expect(change(hours({}, undefined, 'admin'), '2026-11-22T12:00:00Z')).toBe(null)
  })
})

describe('where the clock is changed', () => {
  test('a shift that begins in the hour that is skipped begins when the clock jumps', () => {
    // Berlin, 29 March 2026: 01:59 is followed by 03:00.
    const early = hours({ 0: { morning: { start: '02:30', end: '09:00' } } }, 'Europe/Berlin')
    expect(change(early, '2026-03-29T00:00:00Z')).toBe('2026-03-29T01:00:00.000Z')
    expect(change(early, '2026-03-29T01:00:00Z')).toBe('2026-03-29T07:00:00.000Z')
  })

  test('a shift in the hour that comes twice is there twice', () => {
    // Berlin, 25 October 2026: 02:59 is followed by 02:00.
    const late = hours({ 0: { morning: { start: '02:30', end: '03:00' } } }, 'Europe/Berlin')
    expect(
      ['2026-10-25T00:00:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:00:00Z', '2026-10-25T01:30:00Z'].map((at) =>
        change(late, at),
      ),
    ).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:00:00.000Z',
      '2026-10-25T01:30:00.000Z',
      '2026-10-25T02:00:00.000Z',
    ])
  })

  test('a midnight that does not exist is no gap', () => {
    // Santiago, 6 September 2026: Saturday 23:59 is followed by Sunday 01:00.
    const night = hours(
      { 6: { evening: { start: '20:00', end: '24:00' } }, 0: { morning: { start: '00:00', end: '05:00' } } },
      'America/Santiago',
    )
    expect(change(night, '2026-09-06T02:00:00Z')).toBe('2026-09-06T08:00:00.000Z')
  })
})

const anyTime = fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15)
const written = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const anyShift = fc
  .tuple(anyTime, fc.integer({ min: 1, max: 96 }))
  .map(([start, length]) => ({ start: written(start), end: written(Math.min(start + length * 15, 24 * 60)) }))
const anyDay = fc.oneof(
  fc.record({ full_day: anyShift }),
  fc.dictionary(fc.constantFrom(...shifts.filter((shift) => shift !== 'full_day')), anyShift),
)
const anyWeek = fc.dictionary(fc.constantFrom(...weekdays), anyDay) as unknown as fc.Arbitrary<WeeklyShifts>
/**
 * Zones that change their clocks at odd times, by half an hour, at midnight, or not at all; days around the changes of
 * 2026.
 */
const anyZone = fc.constantFrom(
  'America/Sao_Paulo',
  'Europe/Berlin',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'America/St_Johns',
  'UTC',
)
const anyInstant = fc
  .tuple(
    fc.constantFrom(
      '2026-03-28',
      '2026-04-04',
      '2026-04-24',
      '2026-09-05',
      '2026-10-03',
      '2026-10-24',
      '2026-10-31',
      '2026-11-22',
    ),
    fc.integer({ min: 0, max: 3 * 24 * 60 * 60 }),
  )
  .map(([day, seconds]) => new Date(Date.parse(`${day}T00:00:00Z`) + seconds * 1_000))

test('the next change is the first minute of which the answer differs', () => {
  fc.assert(
    fc.property(anyWeek, anyZone, anyInstant, (week, zone, from) => {
      const of = hours(week, zone)
      const now = isWithinHours(of, from)
      const next = hoursChangeAt(of, from)
      const last = next?.getTime() ?? from.getTime() + 8 * 24 * 60 * minute
      // Quarters are enough: no offset and no shift is finer.
      const quarter = 15 * minute
      for (let at = Math.floor(from.getTime() / quarter) * quarter + quarter; at < last; at += quarter)
        if (isWithinHours(of, new Date(at)) !== now) return false
      return next === null || (next.getTime() > from.getTime() && isWithinHours(of, next) !== now)
    }),
    { numRuns: 150 },
  )
})
