/** Longest pause between attempts, in milliseconds: where a provider asks for more, its refusal is told at once. */
export const longestPauseMs = 8_000
const shortestMs = 500

/** What a provider says of the next attempt, in milliseconds: seconds or a date by its `Retry-After`. */
function toldMs(retryAfter: string, now: number): number | undefined {
  const seconds = Number(retryAfter)
  if (retryAfter.trim() !== '' && Number.isFinite(seconds)) return Math.max(0, seconds * 1_000)
  const date = Date.parse(retryAfter)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/**
 * Milliseconds until the next attempt: as the provider says, else twice as long each time up to {@link longestPauseMs},
 * less up to a half by chance, so that many do not come back at once. `attempt` counts from 0.
 */
export function pauseBefore(
  attempt: number,
  retryAfter: string | null | undefined,
  { random = Math.random, now = Date.now }: { random?: () => number; now?: () => number } = {},
): number {
  const told = retryAfter ? toldMs(retryAfter, now()) : undefined
  return told ?? Math.min(longestPauseMs, shortestMs * 2 ** attempt) * (0.5 + random() / 2)
}
