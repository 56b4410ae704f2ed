import { id, instant, type TicketId } from '@recado/sdk'
import * as z from 'zod'

/** Result of an action: done, refused with the error code, or not begun because an earlier one was refused. */
export const ActionResult = z.object({
  plugin: z.string(),
  name: z.string(),
  state: z.enum(['done', 'refused', 'skipped']),
  error: z.string().nullable(),
})
export type ActionResult = z.infer<typeof ActionResult>

/**
 * One time that a rule fired. `rule` is its name then; the ticket's name and protocol are as they are now, null once it
 * is gone.
 */
export const Firing = z.object({
  id: z.uuid(),
  ruleId: z.uuid(),
  rule: z.string(),
  at: instant,
  ticketId: id<TicketId>(),
  name: z.string().nullable(),
  protocol: z.string().nullable(),
  results: z.array(ActionResult),
})
export type Firing = z.infer<typeof Firing>
export const FiringPage = z.object({ firings: z.array(Firing), nextCursor: z.string().nullable() })
export type FiringPage = z.infer<typeof FiringPage>
