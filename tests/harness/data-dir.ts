import { existsSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Removes the data folder of an embedded PostgreSQL that has ended. The cluster may lie elsewhere, with a link in its
 * place: see openCluster.
 */
export function removeDataDir(dataDir: string): void {
  const place = join(dataDir, 'postgres')
  const folder = existsSync(place) ? realpathSync(place) : place
  if (folder !== join(realpathSync(dataDir), 'postgres')) rmSync(dirname(folder), { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
}
