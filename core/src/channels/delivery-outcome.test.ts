import { ChannelError, channelErrorKinds } from '@recado/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backoffMs, channelErrorOf, judge, maxAttempts } from './delivery-outcome.ts'

const errors = fc.record({
  kind: fc.constantFrom(...channelErrorKinds),
  code: fc.string(),
  message: fc.string(),
  certain: fc.boolean(),
  retryAfterMs: fc.nat(600_000),
})

describe('judging a failed attempt', () => {
  it('never repeats by itself what may have been sent, unless the key protects it', () => {
    fc.assert(
      fc.property(
        errors,
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom('echo-match' as const, 'none' as const),
        (error, attempt, idempotent) => {
          const outcome = judge(error, attempt, idempotent, Math.random)
          if (!error.certain) expect(outcome.state).toBe('unknown')
        },
      ),
    )
  })
  it('ends after the last attempt', () => {
    fc.assert(
      fc.property(
        errors,
        fc.constantFrom('native' as const, 'echo-match' as const, 'none' as const),
        (error, idempotent) => {
          expect(['failed', 'unknown']).toContain(judge(error, maxAttempts, idempotent, Math.random).state)
        },
      ),
    )
  })
  it('waits at least as long as the provider asks', () => {
    fc.assert(
      fc.property(errors, fc.integer({ min: 1, max: maxAttempts - 1 }), (error, attempt) => {
        const outcome = judge({ ...error, kind: 'rateLimited', certain: true }, attempt, 'none', Math.random)
        expect(outcome.state === 'retry' && outcome.afterMs >= error.retryAfterMs).toBe(true)
      }),
    )
  })
  it('backs off without ever exceeding the cap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
        const wait = backoffMs(attempt, () => random)
        expect(wait).toBeGreaterThan(0)
        expect(wait).toBeLessThanOrEqual(300_000)
      }),
    )
  })
  it('takes a foreign error as one after which the provider may have acted', () => {
    expect(channelErrorOf(new TypeError('x'))).toMatchObject({ kind: 'provider', certain: false })
    expect(channelErrorOf('x').certain).toBe(false)
    const own = new ChannelError({ kind: 'auth', code: '401', message: 'm', certain: true })
    expect(channelErrorOf(own)).toBe(own)
  })
})
