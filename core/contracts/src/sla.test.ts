import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SlaThresholds } from './sla-thresholds.ts'
import { slaOf } from './sla.ts'

const waitingSince = (minutes: number, now: number) => ({
  status: 'open' as const,
  lastMessageFromMe: false,
  lastMessageAt: new Date(now - minutes * 60_000).toISOString() as never,
  snooze: null,
  wokenAt: null,
})
const now = Date.parse('2026-03-02T12:00:00Z')
const limits = { green: 5, yellow: 15, red: 30 }

describe('the time a customer waits', () => {
  test.each([
    [0, 'green', 30],
    [5, 'green', 25],
    [6, 'yellow', 24],
    [15, 'yellow', 15],
    [16, 'red', 14],
    [30, 'red', 0],
    [47, 'red', -17],
  ] as const)('S4-128 %i minutes are %s, %i are left', (waited, colour, leftMinutes) => {
    expect(slaOf(waitingSince(waited, now), limits, now)).toEqual({ colour, waitedMinutes: waited, leftMinutes })
  })

  test('S4-128 nobody waits where we wrote last, nothing was written, or the ticket is over or a group', () => {
    const waiting = waitingSince(10, now)
    for (const other of [
      { lastMessageFromMe: true },
      { lastMessageAt: null },
      { status: 'closed' as const },
      { status: 'group' as const },
    ])
      expect(slaOf({ ...waiting, ...other }, limits, now)).toBeNull()
    expect(slaOf(waitingSince(-3, now), limits, now)).toMatchObject({ colour: 'green', waitedMinutes: 0 })
  })

  test('snooze: nobody waits in a ticket that is put off, and the time begins anew when it comes back', () => {
    const at = (minutes: number) => new Date(now - minutes * 60_000).toISOString() as never
    expect(slaOf({ ...waitingSince(47, now), snooze: { since: at(40), until: null } }, limits, now)).toBeNull()
    expect(slaOf({ ...waitingSince(47, now), wokenAt: at(3) }, limits, now)).toEqual({
      colour: 'green',
      waitedMinutes: 3,
      leftMinutes: 27,
    })
    expect(slaOf({ ...waitingSince(6, now), wokenAt: at(30) }, limits, now), 'what was written since').toMatchObject({
      waitedMinutes: 6,
    })
  })

  test('S4-128 colours only ever grow worse while somebody waits', () => {
    const worse = ['green', 'yellow', 'red']
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 10_080 }), { minLength: 3, maxLength: 3 }),
        fc.nat(20_000),
        fc.nat(20_000),
        (three, some, more) => {
          const [green, yellow, red] = three.sort((a, b) => a - b) as [number, number, number]
          const [early, late] = [
            slaOf(waitingSince(some, now), { green, yellow, red }, now)!,
            slaOf(waitingSince(some + more, now), { green, yellow, red }, now)!,
          ]
          expect(worse.indexOf(late.colour)).toBeGreaterThanOrEqual(worse.indexOf(early.colour))
          expect(late.leftMinutes).toBe(early.leftMinutes - more)
        },
      ),
    )
  })

  test('thresholds are whole minutes, each longer than the one before', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -10, max: 12_000 }),
        fc.integer({ min: -10, max: 12_000 }),
        fc.integer({ min: -10, max: 12_000 }),
        (green, yellow, red) => {
          expect(SlaThresholds.safeParse({ green, yellow, red }).success).toBe(
            green >= 1 && green < yellow && yellow < red && red <= 10_080,
          )
        },
      ),
    )
    expect(SlaThresholds.safeParse({ green: 1.5, yellow: 2, red: 3 }).success).toBe(false)
    expect(
      SlaThresholds.safeParse({ green: 5, yellow: 5, red: 30 }).error!.issues.map(({ path }) => path.join('.')),
    ).toEqual(['yellow'])
  })
})
