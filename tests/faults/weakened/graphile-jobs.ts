import { graphileJobs as create, type GraphileJobsOptions } from '../../../core/src/jobs/graphile-jobs.ts'

export * from '../../../core/src/jobs/graphile-jobs.ts'

/** Waits for no job at the end. */
export const graphileJobs = (options: GraphileJobsOptions): ReturnType<typeof create> => ({
  ...create(options),
  close: async () => undefined,
})
