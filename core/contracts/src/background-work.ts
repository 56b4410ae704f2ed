import * as z from 'zod'
import { instant } from './ids.ts'

const count = z.int()

/** Number of works of one kind in one state, and the time of the oldest. */
export const WorkCount = z.object({ queue: z.string(), state: z.string(), count, oldest: instant.nullable() })
export type WorkCount = z.infer<typeof WorkCount>

/** A job that was given up. `reason` is for who runs the installation: it may name tables or hosts. */
export const FailedJob = z.object({
  id: z.string(),
  task: z.string(),
  tenantId: z.string().nullable(),
  attempts: count,
  reason: z.string().nullable(),
  failedAt: instant,
})
export type FailedJob = z.infer<typeof FailedJob>

/** GET /tools/jobs: all counts, and one page of the failed jobs, newest first. */
export const JobsPage = z.object({
  counts: z.array(WorkCount),
  failed: z.array(FailedJob),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
})
export type JobsPage = z.infer<typeof JobsPage>
