import type { Message } from '../../../base/contracts.ts'

/** A colleague's reply asks before another one for this long. Milliseconds. */
export const freshReply = 45_000

/**
 * The newest reply by a colleague that is so fresh that the agent may not have seen it; undefined where there is none,
 * or where it was answered for already.
 */
export function freshReplyOf(
  messages: readonly Message[],
  ownUserId: string,
  now: number,
  known: string | null,
): Message | undefined {
  const newest = messages.findLast(
    (message) => message.fromMe && message.userId !== null && !message.isDeleted && !message.scheduleDate,
  )
  if (!newest || newest.userId === ownUserId || newest.id === known) return undefined
  const age = now - Date.parse(newest.timestamp)
  return age >= -freshReply && age < freshReply ? newest : undefined
}
