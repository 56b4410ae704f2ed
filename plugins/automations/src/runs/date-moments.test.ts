import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayAfter, daysDue } from './date-moments.ts'

const zones = ['America/Sao_Paulo', 'America/New_York', 'Europe/Lisbon', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC']
const instant = fc.integer({ min: Date.UTC(2018, 0), max: Date.UTC(2030, 0) })
const time = fc
  .record({ hour: fc.nat(23), minute: fc.nat(59) })
  .map(({ hour, minute }) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)

describe('days on which a rule by date is due', () => {
  it('come once each, whatever the clock does and however often it is looked at', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        time,
        instant,
        fc.array(fc.nat(90_000_000), { maxLength: 12 }),
        (...given) => {
          const [zone, at, start, steps] = given
          let now = start
          const due: string[] = []
          for (const step of steps) {
            due.push(...daysDue(at, new Date(now), new Date(now + step), zone))
            now += step
          }
          expect(due).toEqual([...new Set(due)].toSorted())
          // One for each day that passed, but for the time of the first and the last one.
          expect(Math.abs(due.length - (now - start) / 86_400_000)).toBeLessThanOrEqual(1.05)
        },
      ),
    )
  })

  it.each([
    ['09:00', '2026-11-28T11:59:00Z', '2026-11-28T12:00:00Z', ['2026-11-28']],
    ['09:00', '2026-11-28T12:00:00Z', '2026-11-28T12:01:00Z', []],
    ['09:00', '2026-11-25T12:00:00Z', '2026-11-28T12:00:00Z', ['2026-11-26', '2026-11-27', '2026-11-28']],
    ['23:59', '2026-11-29T02:58:00Z', '2026-11-29T03:10:00Z', ['2026-11-28']],
  ])('at %s between %s and %s: %j', (at, since, until, days) => {
    expect(daysDue(at, new Date(since), new Date(until), 'America/Sao_Paulo')).toEqual(days)
  })

  it('are told from the date by days before and after it, over the end of a year', () => {
    expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01')
    expect(dayAfter('2028-03-01', -1)).toBe('2028-02-29')
  })
})
