import {
  ChannelError,
  type ChannelErrorShape,
  type PollTally,
  type RefusedRecipient,
  type SendResult,
} from '@recado/contracts'
import { storable } from './clean-event.ts'

/** Outcome of one attempt, in the states of the send outbox. `result` is what a poll ended with that was stopped. */
export type Outcome =
  | {
      readonly state: 'sent'
      readonly ids: readonly string[]
      readonly at: Date
      readonly refused?: readonly RefusedRecipient[]
      readonly poll?: string
      readonly result?: PollTally
    }
  | { readonly state: 'pending' }
  | { readonly state: 'retry'; readonly afterMs: number; readonly error: ChannelErrorShape }
  | { readonly state: 'failed' | 'unknown'; readonly error: ChannelErrorShape }

/** Attempts before a message that can be retried counts as failed. */
export const maxAttempts = 8
const firstBackoffMs = 1_000
const longestBackoffMs = 5 * 60_000

/** The error of an adapter in core's form: unknown errors may have happened after the provider acted. */
export function channelErrorOf(error: unknown): ChannelErrorShape {
  if (ChannelError.is(error)) return error
  return {
    kind: 'provider',
    code: 'UNEXPECTED',
    message: error instanceof Error ? error.name : 'unexpected',
    certain: false,
  }
}

/** Doubles per attempt up to a cap, with jitter so that a provider's recovery is not met by everybody at once. */
export const backoffMs = (attempt: number, random: () => number): number =>
  Math.round(Math.min(longestBackoffMs, firstBackoffMs * 2 ** (attempt - 1)) * (0.5 + random() / 2))

/**
 * Judges a failed attempt. Only an attempt that certainly had no effect is retried automatically; one that may have had
 * becomes `unknown` and waits for a person, unless the channel proves that the same key cannot send twice.
 */
export function judge(
  error: ChannelErrorShape,
  attempt: number,
  idempotent: 'native' | 'echo-match' | 'none',
  random: () => number,
): Outcome {
  const repeatable = error.kind === 'rateLimited' || error.kind === 'network' || error.kind === 'provider'
  if (!error.certain && idempotent !== 'native') return { state: 'unknown', error }
  if (!repeatable || attempt >= maxAttempts) return { state: error.certain ? 'failed' : 'unknown', error }
  return { state: 'retry', afterMs: Math.max(error.retryAfterMs ?? 0, backoffMs(attempt, random)), error }
}

export const outcomeOf = (result: SendResult): Outcome =>
  result.status === 'sent'
    ? {
        state: 'sent',
        ids: result.ids,
        at: result.at,
        ...(result.refused && { refused: result.refused }),
        ...(result.poll !== undefined && { poll: storable(result.poll) }),
      }
    : { state: 'pending' }
