const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Pauses after each failed attempt; with the longest of them, the last attempt is within three days of the first. */
const pausesMs = [
  5 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  20 * hour,
] as const
/** A series of attempts ends within this. */
export const seriesMs = 72 * hour
/** Most that a `Retry-After` is honoured for. */
const longestAskedMs = 24 * hour
/** Share of a pause that chance takes off, so that many failures of one moment do not come back at one moment. */
const jitter = 0.2
/** Failed attempts after which later deliveries of the conversation go ahead: about a minute. */
export const holdingAttempts = 3

/**
 * Milliseconds until the next attempt; undefined when there is none.
 *
 * @param attempt attempts of the series so far, the one that just failed among them
 * @param sinceMs since the first attempt of the series
 * @param askedMs what the receiver asked for by `Retry-After`
 * @param random from 0 to 1
 */
export function retryPause(
  attempt: number,
  sinceMs: number,
  askedMs: number | undefined,
  random: number,
): number | undefined {
  const pause = pausesMs[attempt - 1]
  if (pause === undefined) return undefined
  const planned = Math.round(pause * (1 - jitter * random))
  const waited = Math.max(planned, Math.min(askedMs ?? 0, longestAskedMs))
  return sinceMs + waited > seriesMs ? undefined : waited
}

/** Milliseconds that a `Retry-After` asks for: seconds or a date of HTTP; undefined for anything else. */
export function retryAfterMs(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * second
  const until = header.trim().endsWith(' GMT') ? Date.parse(header) : Number.NaN
  return Number.isNaN(until) ? undefined : Math.max(0, until - now.getTime())
}
