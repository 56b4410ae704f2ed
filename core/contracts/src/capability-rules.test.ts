import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canAct, windowOf, windowUntil } from './capability-rules.ts'

const minute = 60_000
const at = (ms: number): Date => new Date(Date.UTC(2026, 10, 20) + ms)

describe('a service window', () => {
  const day = { ms: 24 * 60 * minute, outside: 'template-only' } as const

  test('is open until the last message of the contact + its length, that moment not included', () => {
    expect(windowOf(day, at(0), at(day.ms - 1))).toEqual({ open: true, endsAt: at(day.ms) })
    expect(windowOf(day, at(0), at(day.ms))).toEqual({ open: false, endsAt: at(day.ms) })
  })
  test('was never open for who has never written, and does not exist for channels without one', () => {
    expect(windowOf(day, null, at(0))).toEqual({ open: false, endsAt: null })
    expect(windowOf(undefined, at(0), at(0))).toBeUndefined()
  })
  test('is told alike by who knows the last message and by who knows the end; once closed it stays so until the contact writes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e10 }),
        fc.integer({ min: 0, max: 1e10 }),
        fc.integer({ min: 0, max: 1e10 }),
        (ms, now, later) => {
          const server = windowOf({ ms, outside: 'rejected' }, at(0), at(now))!
          expect(windowUntil(server.endsAt, at(now))).toEqual(server)
          if (!server.open) expect(windowUntil(server.endsAt, at(now + later)).open).toBe(false)
        },
      ),
    )
  })
})

describe('what may be done to a message', () => {
  const limit = fc.option(fc.integer({ min: 1, max: 1_000 }), { nil: undefined })
  const within = (withinMs: number | undefined) => (withinMs === undefined ? {} : { withinMs })

  test('the tighter of policy and capability decides', () => {
    fc.assert(
      fc.property(limit, limit, fc.integer({ min: 0, max: 2_000 }), (capability, policy, age) => {
        const verdict = canAct(
          { level: 'full', ...within(capability) },
          within(policy),
          { sentAt: at(0), own: true, count: 0 },
          at(age),
          true,
        )
        expect(verdict.ok).toBe(age <= Math.min(capability ?? Infinity, policy ?? Infinity))
      }),
    )
  })
  test('what has become impossible by time stays impossible', () => {
    fc.assert(
      fc.property(limit, fc.integer({ min: 0, max: 2_000 }), fc.nat(2_000), (capability, age, more) => {
        const verdict = (now: number) =>
          canAct(
            { level: 'partial', ...within(capability) },
            undefined,
            { sentAt: at(0), own: true, count: 0 },
            at(now),
            true,
          ).ok
        expect(verdict(age) || !verdict(age + more)).toBe(true)
      }),
    )
  })
  test('a channel that cannot, what is not ours, and once too often', () => {
    const target = { sentAt: at(0), own: false, count: 1 }
    expect(canAct({ level: 'dropped' }, undefined, target, at(0), true)).toEqual({ ok: false, reason: 'unsupported' })
    expect(canAct({ level: 'full' }, undefined, target, at(0), true)).toEqual({ ok: false, reason: 'notOwn' })
    expect(canAct({ level: 'full', maxCount: 1 }, undefined, target, at(0), false)).toEqual({
      ok: false,
      reason: 'tooMany',
    })
  })
})
