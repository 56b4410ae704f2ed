import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { graceMs, standingAfter } from './sso-domains.service.ts'

const at = (ms: number): Date => new Date(Date.UTC(2026, 0, 1) + ms)
const nothing = { verifiedAt: null, missingSince: null }

describe('a domain', () => {
  test('is proven by its record alone', () => {
    expect(standingAfter(nothing, null, at(0))).toEqual({ verifiedAt: at(0), missingSince: null })
    for (const problem of ['missing', 'different', 'unreachable'] as const)
      expect(standingAfter(nothing, problem, at(0))).toEqual(nothing)
  })

  test('counts on for a week after its record is gone, and its record brings it back', () => {
    const gone = standingAfter({ verifiedAt: at(0), missingSince: null }, 'missing', at(1))
    expect(gone).toEqual({ verifiedAt: at(0), missingSince: at(1) })
    expect(standingAfter(gone, 'different', at(graceMs))).toEqual(gone)
    expect(standingAfter(gone, null, at(2))).toEqual({ verifiedAt: at(0), missingSince: null })
    expect(standingAfter(gone, 'missing', at(graceMs + 1))).toEqual(nothing)
  })

  test('is never lost to a name server that is away', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), fc.option(fc.integer({ min: 0, max: 1e12 })), (now, since) => {
        const proven = { verifiedAt: at(0), missingSince: since === null ? null : at(since) }
        expect(standingAfter(proven, 'unreachable', at(now))).toEqual(proven)
      }),
    )
  })
})
