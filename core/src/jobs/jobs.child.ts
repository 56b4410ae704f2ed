import { writeSync } from 'node:fs'
import { graphileJobs } from './graphile-jobs.ts'

/** A node that takes one job and never ends it, to be killed. Argument: database address. */
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const jobs = graphileJobs({ appUrl: process.argv[2]!, log, concurrency: 1 })
jobs.register('stuck', () => {
  writeSync(1, 'taken\n')
  return new Promise(() => undefined)
})
await jobs.start()
