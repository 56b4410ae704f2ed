import * as z from 'zod'
import { id, instant, type UserId } from './ids.ts'

/** One line of the trail. `user` is null when the system acted, its name null for somebody from outside the company. */
export const AuditEntry = z.object({
  id: z.uuid(),
  at: instant,
  user: z.object({ id: id<UserId>(), name: z.string().nullable() }).nullable(),
  action: z.string(),
  subject: z.string(),
  /** The subject's current name, if it still exists and has one. */
  subjectName: z.string().nullable(),
  facts: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Filter of the trail. All conditions have to hold; `from` is included, `until` is not. */
export const AuditFilter = z.object({
  userId: id<UserId>().optional(),
  action: z.string().max(60).optional(),
  subject: z.string().trim().min(1).max(200).optional(),
  from: instant.optional(),
  until: instant.optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>
/** GET /audit: newest first. */
export const AuditQuery = AuditFilter.extend({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
/** One page of the trail; the next one is asked for with its cursor. */
export const AuditPage = z.object({
  entries: z.array(AuditEntry),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
})
export type AuditPage = z.infer<typeof AuditPage>

/**
 * A difference between the trail and its seals. Entries: changed, missing, or added past the server. Seals: changed,
 * missing in the chain, or cut off at its end (`headChanged`: the record of the newest seal is wrong or missing).
 */
export const AuditProblem = z.object({
  kind: z.enum(['entryChanged', 'entryMissing', 'entryAdded', 'sealChanged', 'sealMissing', 'headChanged']),
  /** Number of the seal, where one is concerned. */
  seal: z.int().nullable(),
  entryId: z.uuid().nullable(),
})
export type AuditProblem = z.infer<typeof AuditProblem>

/** Events of GET /audit/verify: `progress` now and then, `verdict` at the end. */
export const AuditProgress = z.object({ entries: z.int(), seals: z.int() })
export type AuditProgress = z.infer<typeof AuditProgress>
/**
 * `problems` lists the first hundred of `found`. `waiting` entries were written moments ago and are sealed next. `head`
 * names the newest seal: a copy kept elsewhere proves later that nothing before it was replaced.
 */
export const AuditVerdict = AuditProgress.extend({
  intact: z.boolean(),
  found: z.int(),
  problems: z.array(AuditProblem),
  waiting: z.int(),
  head: z.object({ seal: z.int(), fingerprint: z.string() }).nullable(),
})
export type AuditVerdict = z.infer<typeof AuditVerdict>
