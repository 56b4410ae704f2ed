import * as z from 'zod'
import { Part } from './content.ts'
import { Message } from './entities.ts'
import { id, instant, type MessageId, type TicketId, type UserId } from './ids.ts'

/** Most messages of one conversation that wait for their time. */
export const scheduledLimit = 50
/** Longest time ahead for which a message may be scheduled, in days. */
export const scheduleHorizonDays = 365
/**
 * Longest time in the past that still means now, in milliseconds: clocks differ, and people read before they confirm.
 */
export const scheduleToleranceMs = 60_000
/** Times for which a message may be held back so that its author can take it back, in seconds. */
export const holdSeconds = [5, 10, 20] as const

/**
 * A scheduled message (S4-111). `pending` until it is due; then `sent`, and the message itself arrives under the same
 * id; `canceled` by a user; or `failed`, with the code of the reason.
 */
export const ScheduledMessage = z.object({
  id: id<MessageId>(),
  ticketId: id<TicketId>(),
  userId: id<UserId>(),
  username: z.string().nullable(),
  body: z.string(),
  parts: z.array(Part),
  media: Message.shape.media,
  status: z.enum(['pending', 'sent', 'canceled', 'failed']),
  scheduleDate: instant,
  failure: z.object({ code: z.string() }).nullable(),
  idFront: z.string().nullable(),
  createdAt: instant,
})
export type ScheduledMessage = z.infer<typeof ScheduledMessage>

/** GET /messages/{ticketId}/scheduled: waiting and failed messages, in the order of their times. */
export const ScheduledMessages = z.object({ messages: z.array(ScheduledMessage) })
export type ScheduledMessages = z.infer<typeof ScheduledMessages>

/** PUT /scheduled-messages/{id}: another text, another time, or both. Files stay as they are. */
export const ScheduledChange = z.strictObject({
  body: z.string().max(65_536).optional(),
  scheduleDate: instant.optional(),
})
