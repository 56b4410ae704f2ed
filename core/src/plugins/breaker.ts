/**
 * The circuit breaker of one plugin in one company: closed → open → halfOpen → closed or open again. Pure: time comes
 * in as milliseconds, and every function answers the next state.
 */
export type Breaker =
  | { readonly kind: 'closed'; readonly failures: readonly number[] }
  | { readonly kind: 'open'; readonly until: number; readonly pauseMs: number; readonly reason: string }
  | { readonly kind: 'halfOpen'; readonly trialUntil: number; readonly pauseMs: number; readonly reason: string }

/** One fault may be bad input and three a hiccup of a provider; five within a minute are the plugin. */
export const failureLimit = 5
export const failureWindowMs = 60_000
/** Long enough for a provider to come back, short enough that an agent who waits sees it heal. */
export const firstPauseMs = 30_000
/** The pause doubles with each failed trial; a plugin that is repaired is back within a quarter of an hour. */
export const longestPauseMs = 15 * 60_000
/** A trial that has not reported by then is given up: every handler's own time limit is shorter. */
export const trialMs = 60_000

export const closedBreaker: Breaker = { kind: 'closed', failures: [] }

/** Asks to call the plugin. An open breaker whose pause is over lets exactly one call try. */
export function ask(breaker: Breaker, now: number): { readonly breaker: Breaker; readonly allowed: boolean } {
  if (breaker.kind === 'closed') return { breaker, allowed: true }
  const waitingUntil = breaker.kind === 'open' ? breaker.until : breaker.trialUntil
  if (now < waitingUntil) return { breaker, allowed: false }
  return {
    breaker: { kind: 'halfOpen', trialUntil: now + trialMs, pauseMs: breaker.pauseMs, reason: breaker.reason },
    allowed: true,
  }
}

/** The plugin did its work, be it with a refusal. Calls that began before the breaker opened do not close it. */
export const succeeded = (breaker: Breaker): Breaker => (breaker.kind === 'halfOpen' ? closedBreaker : breaker)

/** The plugin threw, hung or answered in a wrong shape. `reason` is shown to administrators. */
export function failed(breaker: Breaker, now: number, reason: string): Breaker {
  switch (breaker.kind) {
    case 'open':
      return breaker
    case 'halfOpen': {
      const pauseMs = Math.min(breaker.pauseMs * 2, longestPauseMs)
      return { kind: 'open', until: now + pauseMs, pauseMs, reason }
    }
    case 'closed': {
      const failures = [...breaker.failures.filter((at) => at > now - failureWindowMs), now]
      return failures.length < failureLimit
        ? { kind: 'closed', failures }
        : { kind: 'open', until: now + firstPauseMs, pauseMs: firstPauseMs, reason }
    }
  }
}

/** When a refused call may be tried again, in milliseconds from now. */
export const retryAfterMs = (breaker: Breaker, now: number): number =>
  breaker.kind === 'closed' ? 0 : Math.max(0, (breaker.kind === 'open' ? breaker.until : breaker.trialUntil) - now)
