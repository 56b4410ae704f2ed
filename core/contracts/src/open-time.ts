import type { OpeningTimes } from './openings.ts'

/** Whose hours count for a conversation: see `OpeningsAnswer`. */
export interface OpeningsSubject {
  readonly userId?: string | null | undefined
  readonly queueId?: string | null | undefined
  readonly channelId?: string | null | undefined
}

/**
 * Milliseconds between two instants in which it was open for a conversation. What lies before the times that are known
 * counts as open. A property test of core holds the numbers of reports equal to this.
 */
export function openTimeBetween(times: OpeningTimes, about: OpeningsSubject, from: number, until: number): number {
  if (times === null) return Math.max(0, until - from)
  const own = [about.userId, about.queueId, about.channelId].find((each) => each && times.of[each] !== undefined)
  const spans = times.spans[own ? times.of[own]! : times.company] ?? []
  const before = Math.max(0, Math.min(until, times.from) - from)
  return spans.reduce(
    (sum, [opens, closes]) => sum + Math.max(0, Math.min(until, closes) - Math.max(from, opens, times.from)),
    before,
  )
}
