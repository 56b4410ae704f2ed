import { id, instant, PluginDelivery, type TicketId } from '@recado/sdk'
import * as z from 'zod'

/** Result of an action: done, refused with the error code, or not begun because an earlier one was refused. */
export const ActionResult = z.object({
  plugin: z.string(),
  name: z.string(),
  state: z.enum(['done', 'refused', 'skipped']),
  error: z.string().nullable(),
})
export type ActionResult = z.infer<typeof ActionResult>

/** What became of a webhook: where it went, and its last attempts. */
export const ShownDelivery = PluginDelivery.pick({ url: true, state: true, attempts: true, nextAt: true, log: true })
export type ShownDelivery = z.infer<typeof ShownDelivery>

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
  /** `delivery`: of a webhook that is done, while core knows it; null for every other action. */
  results: z.array(ActionResult.extend({ delivery: ShownDelivery.nullable() })),
})
export type Firing = z.infer<typeof Firing>
export const FiringPage = z.object({ firings: z.array(Firing), nextCursor: z.string().nullable() })
export type FiringPage = z.infer<typeof FiringPage>
