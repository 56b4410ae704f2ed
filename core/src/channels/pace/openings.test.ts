import type { ChannelPace, PaceSettings } from '@recado/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LocalClock } from '../../base/local-clock.ts'
import { daily, opened, openingAfter, openingRoom, type OpeningRules, type OpeningState } from './openings.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const pace: ChannelPace = {
  answers: { perMinute: 60, burst: 30 },
  openings: { perHour: 20, burst: 5, perDay: [20, 30, 45] },
  warnings: ['463'],
}
const free: PaceSettings = { openingsPerDay: null, quiet: null }
const rules = (settings: Partial<PaceSettings> = {}, timeZone = 'America/Sao_Paulo'): OpeningRules => ({
  pace,
  settings: { ...free, ...settings },
  timeZone,
})
/** 10:00 in São Paulo. */
const morning = new Date(Date.UTC(2030, 4, 7, 13, 0))
const fresh = (startedAt = morning): OpeningState => ({
  startedAt,
  day: null,
  opened: 0,
  spacedUntil: new Date(0),
  held: null,
})
const after = (ms: number): Date => new Date(morning.getTime() + ms)

describe('room for chats that a company begins', () => {
  it('is the burst after a rest, and then one for each spacing', () => {
    expect(openingRoom(rules(), fresh(), morning)).toMatchObject({ most: 5, reason: null })
    const five = opened(rules(), fresh(), morning, 5)
    expect(openingRoom(rules(), five, morning)).toEqual({ most: 0, at: after(3 * minute), reason: 'hourly', limit: 20 })
    expect(openingRoom(rules(), five, after(3 * minute))).toMatchObject({ most: 1 })
  })

  it('ends with the limit of the day until the next midnight of the company', () => {
    const state = { ...fresh(), day: LocalClock.of('America/Sao_Paulo').at(morning).midnight, opened: 20 }
    expect(openingRoom(rules(), state, morning)).toEqual({
      most: 0,
      at: new Date(Date.UTC(2030, 4, 8, 3, 0)),
      reason: 'daily',
      limit: 20,
    })
    expect(openingRoom(rules(), state, new Date(Date.UTC(2030, 4, 8, 3, 0)))).toMatchObject({ most: 5 })
  })

  it.each([
    [0, 20, 1],
    [1, 30, 2],
    [2, 45, null],
    [300, 45, null],
  ])('grows with the days since the first connection: %i', (days, limit, warmUpDay) => {
    const state = fresh(new Date(morning.getTime() - days * day))
    expect(daily(rules(), state, morning)).toEqual({ limit, opened: 0, warmUpDay })
  })

  it('is what the company says, also nothing', () => {
    expect(daily(rules({ openingsPerDay: 3 }), fresh(), morning)).toEqual({ limit: 3, opened: 0, warmUpDay: null })
    expect(openingRoom(rules({ openingsPerDay: 3 }), fresh(), morning)).toMatchObject({ most: 3 })
    expect(openingRoom(rules({ openingsPerDay: 0 }), fresh(), morning)).toMatchObject({ most: 0, reason: 'daily' })
  })

  it.each([
    ['within a day', { from: 9 * 60, until: 11 * 60 }, 10, 11],
    ['over midnight, in the evening', { from: 20 * 60, until: 8 * 60 }, 21, 24 + 8],
    ['over midnight, in the morning', { from: 20 * 60, until: 8 * 60 }, 7, 8],
  ])('is none in quiet hours %s', (_case, quiet, at, until) => {
    const midnight = Date.UTC(2030, 4, 7, 3, 0)
    const room = openingRoom(rules({ quiet }), fresh(), new Date(midnight + at * hour))
    expect(room).toMatchObject({ most: 0, reason: 'quiet', at: new Date(midnight + until * hour) })
    expect(openingRoom(rules({ quiet }), fresh(), room.at)).toMatchObject({ most: 5 })
  })

  it('is none while something holds chats up, and the limit that holds longest is told', () => {
    const held = { reason: 'warning', code: '463', until: after(12 * hour) } as const
    expect(
      openingRoom(rules({ quiet: { from: 9 * 60, until: 11 * 60 } }), { ...fresh(), held }, morning),
    ).toMatchObject({ most: 0, reason: 'held', at: held.until })
    expect(openingRoom(rules(), { ...fresh(), held }, held.until)).toMatchObject({ most: 5 })
  })
})

const zones = ['America/Sao_Paulo', 'Europe/London', 'America/New_York', 'Asia/Kolkata', 'Africa/Cairo', 'UTC']
const anyRules = fc.record({
  pace: fc
    .tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 60 }))
    .map(([perHour, burst, perDay]): ChannelPace => ({
      ...pace,
      openings: { perHour, burst: Math.min(burst, perHour), perDay: [perDay, perDay * 2] },
    })),
  settings: fc.record({
    openingsPerDay: fc.option(fc.integer({ min: 1, max: 50 })),
    quiet: fc.option(
      fc
        .record({ from: fc.integer({ min: 0, max: 1_439 }), until: fc.integer({ min: 0, max: 1_439 }) })
        .filter(({ from, until }) => from !== until),
    ),
  }),
  timeZone: fc.constantFrom(...zones),
})
/** Any minute of a year. */
const anyStart = fc
  .integer({ min: 0, max: 365 * 24 * 60 })
  .map((minutes) => new Date(Date.UTC(2030, 0, 1) + minutes * minute))

describe('for any limits, zone and moment', () => {
  it('who takes all room at once never begins more in a day than its limit, nor in an hour than two bursts allow', () => {
    fc.assert(
      fc.property(anyRules, anyStart, (given, start) => {
        let [state, at] = [fresh(start), start]
        const begun: number[] = []
        const byDay = new Map<number, number>()
        for (let step = 0; step < 200; step++) {
          const room = openingRoom(given, state, at)
          if (room.most === 0) {
            expect(room.reason).not.toBeNull()
            at = new Date(Math.max(room.at.getTime(), at.getTime() + minute))
            continue
          }
          const today = LocalClock.of(given.timeZone).at(at).midnight
          byDay.set(today, (byDay.get(today) ?? 0) + room.most)
          expect(byDay.get(today)).toBeLessThanOrEqual(daily(given, state, at).limit)
          for (let chat = 0; chat < room.most; chat++) begun.push(at.getTime())
          state = opened(given, state, at, room.most)
        }
        const { perHour, burst } = given.pace.openings
        for (const [index, moment] of begun.entries()) {
          const within = begun.slice(index).filter((other) => other < moment + hour).length
          expect(within).toBeLessThanOrEqual(perHour + burst)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('the time told for a chat is the time at which it may be begun', () => {
    fc.assert(
      fc.property(anyRules, anyStart, fc.integer({ min: 0, max: 40 }), (given, start, ahead) => {
        const latest = new Date(start.getTime() + 400 * day)
        const told = openingAfter(given, fresh(start), start, { ahead, latest })
        let [state, at, passed] = [fresh(start), start, 0]
        for (;;) {
          const { most, at: next } = openingRoom(given, state, at)
          if (most === 0) at = new Date(Math.max(next.getTime(), at.getTime() + minute))
          else if (passed === ahead) break
          else {
            passed += 1
            state = opened(given, state, at, 1)
          }
        }
        expect(told.at).toEqual(at)
      }),
      { numRuns: 60 },
    )
  })
})
