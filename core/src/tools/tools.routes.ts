import { defineRoute, Empty, JobsPage, SystemFacts } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { CacheTools } from './cache-tools.ts'
import type { JobTools } from './job-tools.ts'
import type { SystemInfo } from './system-info.ts'

const access = { kind: 'session', permission: 'platform.manage' } as const
const JobParams = z.object({ id: z.string().regex(/^\d{1,18}$/) })
const count = z.number().int()

const ClearCache = defineRoute({
  method: 'POST',
  path: '/tools/cache/clear',
  summary:
    'Empty the caches of all nodes and set going again what has been stuck for five minutes; nothing that may ' +
    'have been sent',
  access: { ...access, confirmed: true },
  rate: 'write',
  response: z.object({ jobs: count, deliveries: count }),
})
const ListJobs = defineRoute({
  method: 'GET',
  path: '/tools/jobs',
  summary: 'How much work waits, runs and failed, by queue and state; the failed jobs with their reasons, newest first',
  access,
  rate: 'read',
  query: z.object({
    cursor: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: JobsPage,
})
const RetryJob = defineRoute({
  method: 'POST',
  path: '/tools/jobs/:id/retry',
  summary: 'Run a job once more, with all its tries',
  access: { ...access, confirmed: true },
  rate: 'write',
  params: JobParams,
  response: Empty,
  errors: ['ERR_NOT_FOUND'],
})
const DiscardJob = defineRoute({
  method: 'POST',
  path: '/tools/jobs/:id/discard',
  summary: 'Delete a job that does not run',
  access: { ...access, confirmed: true },
  rate: 'write',
  params: JobParams,
  response: Empty,
  errors: ['ERR_NOT_FOUND'],
})
const ReadSystem = defineRoute({
  method: 'GET',
  path: '/system-info',
  summary: 'What the company has, and for masters what runs',
  access: { kind: 'session', permission: 'operations.manage' },
  rate: 'read',
  response: SystemFacts,
})

export interface ToolsRoutesOptions {
  readonly caches: CacheTools
  readonly jobs: JobTools
  readonly system: SystemInfo
  readonly version: string
}

export function toolsRoutes({ caches, jobs, system, version }: ToolsRoutesOptions): readonly BoundRoute[] {
  return [
    bindRoute(ClearCache, (_request, caller) => caches.clear(viewerOf(caller))),
    bindRoute(ListJobs, async ({ query: { cursor, limit } }) => {
      const [counts, found] = await Promise.all([jobs.counts(), jobs.failed(limit + 1, cursor)])
      const failed = found.slice(0, limit)
      const hasMore = found.length > limit
      return { counts, failed, hasMore, nextCursor: hasMore ? failed.at(-1)!.id : null }
    }),
    bindRoute(RetryJob, async ({ params }, caller) => {
      await jobs.retry(viewerOf(caller), params.id)
      return {}
    }),
    bindRoute(DiscardJob, async ({ params }, caller) => {
      await jobs.discard(viewerOf(caller), params.id)
      return {}
    }),
    bindRoute(ReadSystem, async (_request, caller) => {
      const viewer = viewerOf(caller)
      const [company, installation] = await Promise.all([
        system.company(viewer.tenantId),
        viewer.can('platform.manage') ? system.installation() : null,
      ])
      return { version, company, installation }
    }),
  ]
}
