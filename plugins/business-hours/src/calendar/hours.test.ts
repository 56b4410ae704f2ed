import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { Day, type Day as DayShape, type Week } from './day.ts'
import { isOpenAt, nextChange, openMsBetween, type Hours } from './hours.ts'

const time = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const day: fc.Arbitrary<DayShape> = fc.oneof(
  fc.constant<DayShape>({ mode: 'open' }),
  fc.constant<DayShape>({ mode: 'closed' }),
  fc
    .uniqueArray(fc.integer({ min: 0, max: 1_440 }), { minLength: 4, maxLength: 4 })
    .map((minutes) => minutes.toSorted((a, b) => a - b).map(time))
    .chain(([a, b, c, d]) =>
      fc.constantFrom<DayShape>(
        { mode: 'hours', morning: { start: a!, end: b! }, afternoon: { start: c!, end: d! } },
        { mode: 'hours', morning: { start: a!, end: d! }, afternoon: null },
        { mode: 'hours', morning: null, afternoon: { start: b!, end: c! } },
      ),
    ),
)
/** Zones with changes at midnight, of half an hour, by a whole day, and in both hemispheres. */
const zones = [
  'America/Sao_Paulo',
  'America/New_York',
  'Europe/Lisbon',
  'Europe/Moscow',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/Havana',
  'Africa/Casablanca',
  'Pacific/Chatham',
  'UTC',
]
const instant = fc.integer({ min: Date.UTC(2009, 0), max: Date.UTC(2031, 0) })
/** Instants around the changes of clocks, where mistakes are. */
const oddInstant = fc
  .tuple(
    fc.constantFrom(
      '2018-11-04T03:00:00Z',
      '2019-02-17T02:00:00Z',
      '2026-03-08T07:00:00Z',
      '2026-11-01T06:00:00Z',
      '2011-12-30T10:00:00Z',
      '2026-04-04T15:00:00Z',
      '2026-10-25T01:00:00Z',
    ),
    fc.integer({ min: -2 * 86_400_000, max: 2 * 86_400_000 }),
  )
  .map(([at, by]) => Date.parse(at) + by)
const hours: fc.Arbitrary<Hours> = fc.record({
  zone: fc.constantFrom(...zones),
  week: fc.tuple(day, day, day, day, day, day, day).map((days) => ({ ...days }) as unknown as Hours['week']),
  closedOn: fc
    .array(fc.integer({ min: Date.UTC(2018, 0), max: Date.UTC(2027, 0) }), { maxLength: 20 })
    .map((days) => new Set(days.map((at) => new Date(at).toISOString().slice(0, 10)))),
})

/** The same question, answered by another calendar. */
function isOpenByTemporal({ zone, week, closedOn }: Hours, at: number): boolean {
  const shown = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  if (closedOn.has(shown.toPlainDate().toString())) return false
  const today = week[String(shown.dayOfWeek % 7) as keyof Week]
  if (today.mode !== 'hours') return today.mode === 'open'
  const minute = shown.hour * 60 + shown.minute
  return [today.morning, today.afternoon].some((shift) => {
    if (!shift) return false
    const [from, until] = [shift.start, shift.end].map((one) => Number(one.slice(0, 2)) * 60 + Number(one.slice(3)))
    return minute >= from! && minute < until!
  })
}

describe('hours on the clock of a zone', () => {
  it('S4-140 S4-141 S4-142 are those of an independent calendar, whatever the clock does', () => {
    fc.assert(
      fc.property(hours, fc.oneof(instant, oddInstant), (of, at) => {
        expect(isOpenAt(of, at)).toBe(isOpenByTemporal(of, at))
      }),
      { numRuns: 1_500 },
    )
  })

  it('change next when they really change next, and at no time before', () => {
    fc.assert(
      fc.property(hours, fc.oneof(instant, oddInstant), (of, at) => {
        const next = nextChange(of, at)
        const now = isOpenByTemporal(of, at)
        const end = next ?? at + 40 * 86_400_000
        if (next !== null) {
          expect(isOpenByTemporal(of, next)).toBe(!now)
          expect(isOpenByTemporal(of, next - 1)).toBe(now)
        }
        for (let step = 0; step < 400; step++) {
          const between = at + Math.floor(((end - at) * step) / 400)
          if (between < end) expect(isOpenByTemporal(of, between)).toBe(now)
        }
      }),
      { numRuns: 150 },
    )
  }, 30_000)

  it('change next at the opening of a day on which the clock is put back later', () => {
    const closed = { mode: 'closed' } as const
    const [morning, afternoon] = [
      { start: '00:00', end: '00:01' },
      { start: '00:02', end: '01:31' },
    ]
    const week: Week = {
      ...{ 1: closed, 2: closed, 3: closed, 4: closed, 5: closed, 6: closed },
      0: { mode: 'hours', morning, afternoon },
    }
    // The clock goes back from 02:00 to 01:30 on this Sunday, at 15:00 UTC of the day before.
    const of = { zone: 'Australia/Lord_Howe', week, closedOn: new Set<string>() }
    expect(nextChange(of, Date.parse('2029-03-29T00:00:00Z'))).toBe(Date.parse('2029-03-31T13:00:00Z'))
  })

  it('last as long as their minutes', () => {
    fc.assert(
      fc.property(hours, oddInstant, fc.integer({ min: 0, max: 3 * 24 * 60 }), (of, at, minutes) => {
        const from = Math.floor(at / 60_000) * 60_000
        let counted = 0
        for (let minute = 0; minute < minutes; minute++)
          if (isOpenByTemporal(of, from + minute * 60_000)) counted += 60_000
        expect(openMsBetween(of, from, from + minutes * 60_000)).toBe(counted)
      }),
      { numRuns: 40 },
    )
  }, 30_000)

  it('never change where every day is the same and no day is closed', () => {
    const week = Object.fromEntries([...'0123456'].map((one) => [one, { mode: 'open' }])) as unknown as Week
    expect(nextChange({ zone: 'UTC', week, closedOn: new Set() }, Date.UTC(2026, 0))).toBeNull()
  })
})

describe('a weekday', () => {
  it('S3-073 is open, closed, or has a morning and an afternoon, in this order', () => {
    const shift = (start: string, end: string) => ({ start, end })
    const ok = (given: unknown): boolean => Day.safeParse(given).success
    expect(ok({ mode: 'open' })).toBe(true)
    expect(ok({ mode: 'hours', morning: shift('08:00', '12:00'), afternoon: shift('13:00', '24:00') })).toBe(true)
    expect(ok({ mode: 'hours', morning: null, afternoon: null })).toBe(false)
    expect(ok({ mode: 'hours', morning: shift('12:00', '08:00'), afternoon: null })).toBe(false)
    expect(ok({ mode: 'hours', morning: shift('08:00', '14:00'), afternoon: shift('13:00', '18:00') })).toBe(false)
    expect(ok({ mode: 'hours', morning: shift('8:00', '14:00'), afternoon: null })).toBe(false)
    expect(ok({ mode: 'sometimes' })).toBe(false)
  })
})
