import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { anthropicProvider } from './anthropic.ts'
import { openAiProvider } from './openai.ts'
import type { Provider, ProviderAccess } from './provider.ts'
import { longestPauseMs, pauseBefore } from './retry-pause.ts'
import { responsesProvider } from './responses.ts'

const attempts = fc.integer({ min: 0, max: 60 })
const chance = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })

describe('the pause before another attempt', () => {
  it('is between a half and the whole of what doubles each time, and never above the longest one', () => {
    fc.assert(
      fc.property(attempts, chance, (attempt, by) => {
        const whole = Math.min(longestPauseMs, 500 * 2 ** attempt)
        const pause = pauseBefore(attempt, null, { random: () => by })
        expect(pause).toBeGreaterThanOrEqual(whole / 2)
        expect(pause).toBeLessThanOrEqual(whole)
      }),
    )
  })

  it('grows with each attempt by the same chance until it is the longest, and differs by chance', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3 }), chance, (attempt, by) => {
        const options = { random: () => by }
        expect(pauseBefore(attempt + 1, null, options)).toBeCloseTo(2 * pauseBefore(attempt, null, options))
      }),
    )
    expect(pauseBefore(0, null, { random: () => 0 })).not.toBe(pauseBefore(0, null, { random: () => 0.9 }))
  })

  it('is what the provider says, in seconds or until a date, without chance', () => {
    const now = Date.parse('2026-12-01T00:00:00Z')
    fc.assert(
      fc.property(attempts, chance, fc.integer({ min: 0, max: 86_400 }), (attempt, by, seconds) => {
        const options = { random: () => by, now: () => now }
        expect(pauseBefore(attempt, String(seconds), options)).toBe(seconds * 1_000)
        expect(pauseBefore(attempt, new Date(now + seconds * 1_000).toUTCString(), options)).toBe(seconds * 1_000)
      }),
    )
    expect(pauseBefore(0, 'Mon, 30 Nov 2026 00:00:00 GMT', { now: () => now }), 'a date that is over').toBe(0)
  })

  it('takes no harm from anything else that a provider says', () => {
    fc.assert(
      fc.property(fc.string(), chance, (said, by) => {
        expect(pauseBefore(0, said, { random: () => by })).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

/* The client libraries of OpenAI and Anthropic pause by themselves: seen by a clock that stands in for the real one. */
describe.each<readonly [string, (access: ProviderAccess) => Promise<Provider>]>([
  ['OpenAI', openAiProvider],
  ['responses', responsesProvider],
  ['Anthropic', anthropicProvider],
])('attempts at %s', (_name, make) => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  /** Milliseconds between the attempts at a provider that is never there. */
  async function pauses(by: number, headers: Record<string, string> = {}): Promise<number[]> {
    vi.spyOn(Math, 'random').mockReturnValue(by)
    const at: number[] = []
    const provider = await make({
      url: 'https://models.example/v1',
      apiKey: 'k',
      signal: new AbortController().signal,
      fetch: () => {
        at.push(Date.now())
        return Promise.resolve(new Response('{}', { status: 503, headers }))
      },
    })
    const failed = provider.list().then(
      () => undefined,
      (error: unknown) => error,
    )
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await failed).toMatchObject({ code: 'ERR_AI_BUSY' })
    return at.slice(1).map((time, index) => time - at[index]!)
  }

  it('are three, further apart each time, and not at once with others', async () => {
    const [early, late] = [await pauses(0.999), await pauses(0)]
    for (const gaps of [early, late]) {
      expect(gaps).toHaveLength(2)
      expect(gaps[1]! / gaps[0]!).toBeCloseTo(2, 1)
      expect(Math.max(...gaps)).toBeLessThanOrEqual(longestPauseMs)
    }
    expect(early[0]!).toBeLessThan(late[0]!)
    expect(early[0]!).toBeGreaterThanOrEqual(late[0]! / 2)
  })

  it('come when the provider says', async () => {
    expect(await pauses(0.5, { 'retry-after': '3' })).toEqual([3_000, 3_000])
  })
})
