import { rmSync } from 'node:fs'
import { removeCluster } from '../../core/src/db/embedded/cluster.ts'

/** Removes the data folder of an embedded PostgreSQL that has ended. */
export function removeDataDir(dataDir: string): void {
  removeCluster(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
}
