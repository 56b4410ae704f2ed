import * as z from 'zod'
import { EventName } from './events.ts'
import { instant } from './ids.ts'

/**
 * An event that a consumer gave up, as a master sees it: without its content, which is its company's alone. `company`
 * is null once the company is gone; `error` may name tables or hosts.
 */
export const InstallationDeadLetter = z.object({
  consumer: z.string(),
  seq: z.string(),
  tenantId: z.uuid(),
  company: z.string().nullable(),
  attempts: z.int(),
  error: z.string(),
  deadAt: instant,
  event: z.object({ id: z.uuid(), name: EventName, key: z.string(), at: instant }),
})
export type InstallationDeadLetter = z.infer<typeof InstallationDeadLetter>
/** GET /operations/installation/dead-letters: newest first. */
export const InstallationDeadLetterPage = z.object({
  deadLetters: z.array(InstallationDeadLetter),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
})
export type InstallationDeadLetterPage = z.infer<typeof InstallationDeadLetterPage>
/**
 * Result of one step of an act on dead letters: on how many it was done, and whether the act goes on. `asOf` identifies
 * the act: it is given for the next step, and for bringing back what was discarded.
 */
export const DeadLettersDone = z.object({ count: z.int(), hasMore: z.boolean(), asOf: instant })
export type DeadLettersDone = z.infer<typeof DeadLettersDone>
