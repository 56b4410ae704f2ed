import { mkdtempSync, chmodSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { findPostmaster } from '../../core/src/db/embedded/postmaster.ts'
import { startEmbedded } from '../../core/src/db/embedded.ts'
import { migrate } from '../../core/src/db/migrate.ts'
import { migrateJobs } from '../../core/src/jobs/migrate-jobs.ts'
import { houseSets } from '../../core/src/db/house.ts'
import { databaseProxy, type FaultProxy } from '../harness/fault-proxy.ts'
import { dataRoot } from '../harness/data-root.ts'

/** The ways in which PostgreSQL itself ends: `fast` in order, `immediate` without a checkpoint, `crash` by SIGKILL. */
export type Ending = 'fast' | 'immediate' | 'crash'
const signals: Readonly<Record<Ending, NodeJS.Signals>> = { fast: 'SIGINT', immediate: 'SIGQUIT', crash: 'SIGKILL' }

/** A PostgreSQL outside of the product, which a test ends, stops and cuts off. */
export interface FaultCluster {
  /** Owner's address through the proxy: what nodes are given. */
  readonly url: string
  readonly secret: string
  /** Owner's client past the proxy, for the checker; it comes back by itself. */
  readonly owner: Sql
  readonly proxy: FaultProxy
  /** Deadlocks that PostgreSQL has found so far. */
  readonly deadlocks: number
  /** Ends PostgreSQL; it is started again at once on the same port. Resolves when it answers again. */
  restart(ending: Ending): Promise<void>
  /** Nobody reaches PostgreSQL for so long. */
  away(ms: number): Promise<void>
  /** PostgreSQL keeps its connections and says nothing for so long. */
  silent(ms: number): Promise<void>
  stop(): Promise<void>
}

const secret = 'the secret of a cluster whose faults are tested'
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export async function faultCluster(): Promise<FaultCluster> {
  const dataDir = mkdtempSync(join(dataRoot, `recado-tests-${process.pid}-faults-`))
  chmodSync(dataDir, 0o755)
  let deadlocks = 0
  const onLine = (line: string): void => {
    if (line.includes('deadlock detected')) deadlocks++
  }
  const server = await startEmbedded({ dataDir, secret, onLine })
  await migrateJobs(server.url, await migrate(server.url, secret, houseSets()))
  const { proxy, url } = await databaseProxy(server.url)
  const owner = postgres(server.url, { max: 4, onnotice: () => undefined, backoff: () => 0.1 })
  const answers = async (): Promise<void> => {
    for (const until = Date.now() + 20_000; ; await pause(50)) {
      const up = await owner`select 1`.then(
        () => true,
        () => false,
      )
      if (up) return
      if (Date.now() > until) throw new Error('PostgreSQL did not come back')
    }
  }
  return {
    url,
    secret,
    owner,
    proxy,
    get deadlocks() {
      return deadlocks
    },
    async restart(ending) {
      const postmaster = findPostmaster(realpathSync(join(dataDir, 'postgres')))
      if (!postmaster) throw new Error('PostgreSQL does not run')
      process.kill(postmaster.pid, signals[ending])
      while (findPostmaster(realpathSync(join(dataDir, 'postgres')))?.pid === postmaster.pid) await pause(10)
      await answers()
    },
    async away(ms) {
      proxy.refuse(true)
      proxy.reset()
      await pause(ms)
      proxy.refuse(false)
    },
    async silent(ms) {
      proxy.freeze(true)
      await pause(ms)
      proxy.freeze(false)
    },
    async stop() {
      await owner.end({ timeout: 2 })
      await proxy.close()
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
