import type { PollEnd, PollTally } from '@recado/contracts'
import { sql, type SQL } from 'drizzle-orm'
import { mostOptions } from './clean-event.ts'

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/**
 * The end of a poll as it is stored, whatever an adapter says of its result: one that is no tally is left out, and the
 * votes that came count.
 */
export function endOf(at: Date, result: PollTally | undefined): PollEnd {
  const counts = Array.isArray(result?.counts) ? result.counts.slice(0, mostOptions) : undefined
  return {
    at: at.toISOString(),
    ...(counts?.every(isCount) && isCount(result?.voters) && { result: { counts, voters: result.voters } }),
  }
}

/**
 * The column `poll_end` of a message with this end: the first time stays, and a result that is told later completes it.
 */
export const withEnd = (end: PollEnd): SQL => sql`
  ${JSON.stringify(end)}::jsonb || jsonb_strip_nulls(jsonb_build_object(
    'at', poll_end -> 'at', 'result', poll_end -> 'result'))`
