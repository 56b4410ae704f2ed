import * as z from 'zod'
import { id, type ConnectionId, type QueueId, type UserId } from './ids.ts'

/* When somebody is there, over a span of time: what clocks that stand still while it is closed are counted by. */

const instant = z.iso.datetime({ offset: true })

/** Longest span that {@link OpeningsQuery} asks for, in days. */
export const longestOpeningsDays = 62

/** Asks when it is open between two instants, {@link longestOpeningsDays} apart at most. */
export const OpeningsQuery = z
  .strictObject({ from: instant, until: instant })
  .refine(({ from, until }) => Date.parse(from) < Date.parse(until), { path: ['until'], error: 'not after the first' })
  .refine(({ from, until }) => Date.parse(until) - Date.parse(from) <= longestOpeningsDays * 86_400_000, {
    path: ['until'],
    error: `${longestOpeningsDays} days at most`,
  })

/** Whose hours they are: a user's, a queue's, a connection's, or the company's for all others. */
export const OpeningsOwner = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('company') }),
  z.strictObject({ kind: z.literal('user'), id: id<UserId>() }),
  z.strictObject({ kind: z.literal('queue'), id: id<QueueId>() }),
  z.strictObject({ kind: z.literal('connection'), id: id<ConnectionId>() }),
])
/** See {@link OpeningsOwner}. */
export type OpeningsOwner = z.infer<typeof OpeningsOwner>

/**
 * The company's hours, and those of everybody and everything that has some of its own: when it is open within the span
 * that was asked for, in order, each without its end. Of a conversation the hours of its user decide, then those of its
 * queue, of its connection, and the company's.
 */
export const OpeningsAnswer = z.object({
  of: z.array(z.object({ owner: OpeningsOwner, open: z.array(z.tuple([instant, instant])).max(1_000) })).max(2_000),
})
/** See {@link OpeningsAnswer}. */
export type OpeningsAnswer = z.infer<typeof OpeningsAnswer>

/**
 * When it was and will be open, for clients that count. `spans`: beginnings and ends in milliseconds since 1970, in
 * order; `of` has the place in it of the hours of a user, a queue or a connection by id, `company` that of all others.
 * It holds from `from` on; null for a company without opening hours, whose clocks never stand still.
 */
export const OpeningTimes = z
  .object({
    from: z.number(),
    company: z.int(),
    of: z.record(z.string(), z.int()),
    spans: z.array(z.array(z.tuple([z.number(), z.number()]))),
  })
  .nullable()
/** See {@link OpeningTimes}. */
export type OpeningTimes = z.infer<typeof OpeningTimes>
