import { id, Ticket, type MessageId, type QueueId, type TagId, type TicketId, type UserId } from '@recado/sdk'
import * as z from 'zod'

/** `key` is made by who runs it, once for each time that they want it done. */
export const MacroRun = z.object({ ticketId: id<TicketId>(), key: z.uuid() }).strict()

/**
 * Result of a step: done, refused with the error code, never reached because an earlier one was refused, or still to
 * come. `note` is the note that it wrote, `messages` the ids of those that it sent.
 */
export const StepResult = z.object({
  kind: z.string(),
  state: z.enum(['done', 'refused', 'skipped', 'waiting']),
  error: z.string().nullable(),
  note: z.uuid().optional(),
  messages: z.array(id<MessageId>()).optional(),
})
export type StepResult = z.infer<typeof StepResult>

/**
 * A change of a ticket, as `PUT /tickets/:id` takes it; `expected` says that nobody has acted since, and `retag` leaves
 * alone what others have tagged.
 */
export const TicketReturn = z.object({
  status: z.enum(['open', 'pending']).optional(),
  userId: id<UserId>().nullable().optional(),
  queueId: id<QueueId>().nullable().optional(),
  priority: z.enum(['low', 'normal', 'high', 'urgent']).optional(),
  snooze: z.object({ until: z.string().nullable() }).nullable().optional(),
  retag: z.object({ add: z.array(id<TagId>()), remove: z.array(id<TagId>()) }).optional(),
  expected: Ticket.pick({ status: true, userId: true, queueId: true, priority: true }).partial().optional(),
})
export type TicketReturn = z.infer<typeof TicketReturn>

/**
 * Progress of a run; while it is not `finished` the same call goes on with it. `undo` is the change that restores the
 * ticket, null if there is none or the user does not see it any more. A note is removed by `DELETE /notes/:id`, a
 * message by `DELETE /messages/:id` as long as its channel and core's five minutes allow it. `stays` is the part that
 * cannot be undone: the farewell of a resolved ticket, the action of another plugin.
 */
export const RunAnswer = z.object({
  finished: z.boolean(),
  steps: z.array(StepResult),
  undo: TicketReturn.nullable(),
  stays: z.array(z.enum(['farewell', 'actions'])),
})
export type RunAnswer = z.infer<typeof RunAnswer>

/**
 * Preview of a step: its text as it would be read, its empty and unknown variables, and the code with which it would be
 * refused.
 */
export const PreviewStep = z.object({
  kind: z.string(),
  text: z.string().nullable(),
  empty: z.array(z.string()),
  unknown: z.array(z.string()),
  problem: z.string().nullable(),
})
export const RunPreview = z.object({ steps: z.array(PreviewStep) })
export type RunPreview = z.infer<typeof RunPreview>
