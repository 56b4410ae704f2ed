import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calendarDay, clockOf, hours, isOn, isWithin, type LocalTime } from './calendar.ts'

const within = (input: object, at: string, timeZone = 'America/Sao_Paulo') =>
  isWithin(hours.input.parse(input), clockOf(timeZone)(at))
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
const weekday = fc.constantFrom<LocalTime['weekday']>(
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
)
const minutes = fc.integer({ min: 0, max: 1_439 })

describe('hours', () => {
  test('are those of the company, from the first minute on and before the last', () => {
    // Monday, 23 November 2026: 08:00 in São Paulo is 11:00 in UTC.
    expect(
      [
        '2026-11-23T10:59:59Z',
        '2026-11-23T11:00:00Z',
        '2026-11-23T20:59:59Z',
        '2026-11-23T21:00:00Z',
        '2026-11-22T15:00:00Z',
      ].map((at) => within({}, at)),
    ).toEqual([false, true, true, false, false])
    expect(within({}, '2026-11-23T11:00:00Z', 'UTC')).toBe(true)
    expect(within({ days: ['sunday'], from: '20:00', until: '23:00' }, '2026-11-23T01:00:00Z')).toBe(true)
  })

  test('that go on after midnight belong to the day on which they began', () => {
    const night = { days: ['friday'], from: '22:00', until: '06:00' }
    // Friday 27 at 23:00, Saturday 28 at 05:59 and at 06:00, Friday 27 at 05:00.
    expect(
      ['2026-11-28T02:00:00Z', '2026-11-28T08:59:00Z', '2026-11-28T09:00:00Z', '2026-11-27T08:00:00Z'].map((at) =>
        within(night, at),
      ),
    ).toEqual([true, true, false, false])
  })

  test('and those between them make up the whole week, each minute once', () => {
    const days: LocalTime['weekday'][] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
    fc.assert(
      fc.property(time, time, weekday, minutes, (from, until, day, at) => {
        fc.pre(from !== until)
        const now = { weekday: day, minutes: at }
        expect(isWithin({ days, from, until }, now)).toBe(!isWithin({ days, from: until, until: from }, now))
      }),
    )
  })

  test('from a time to the same one are the whole day', () => {
    fc.assert(
      fc.property(time, weekday, weekday, minutes, (at, wanted, day, now) => {
        expect(isWithin({ days: [wanted], from: at, until: at }, { weekday: day, minutes: now })).toBe(day === wanted)
      }),
    )
  })

  test.each(['8:00', '24:00', '08:60', ''])('%j is no time of day', (from) =>
    expect(hours.input.safeParse({ from }).success).toBe(false),
  )
})

describe('days', () => {
  test('are those of one year or of every year, by the company’s clock', () => {
    const is = (days: string[], at: string) => isOn(calendarDay.input.parse({ days }), clockOf('America/Sao_Paulo')(at))
    expect(is(['12-25'], '2026-12-25T12:00:00Z')).toBe(true)
    expect(is(['12-25'], '2031-12-26T02:59:00Z')).toBe(true)
    expect(is(['2026-12-25'], '2027-12-25T12:00:00Z')).toBe(false)
  })
  test.each(['25/12', '2026-13-01', '12-32', 'natal'])('%j is none', (day) =>
    expect(calendarDay.input.safeParse({ days: [day] }).success).toBe(false),
  )
})
