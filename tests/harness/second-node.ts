import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createApp, type AppOptions } from '../../core/src/app.ts'
import { quiet } from './app.ts'
import type { TestDatabase } from './database.ts'
import { dataRoot } from './data-root.ts'

/** Another node of the same installation, with a disk of its own. */
export interface SecondNode {
  readonly base: string
  readonly dataDir: string
  /** Ends it, and removes its disk. */
  close(): Promise<void>
}

/** @param more what differs from a node with nothing set: the bus, say, and its plugins */
export async function secondNode(
  { ownerUrl, appUrl, roles, secret }: Pick<TestDatabase, 'ownerUrl' | 'appUrl' | 'roles' | 'secret'>,
  more: Partial<AppOptions> & Pick<AppOptions, 'pluginFolders'>,
): Promise<SecondNode> {
  const dataDir = mkdtempSync(join(dataRoot, 'recado-second-'))
  const app = await createApp({
    ownerUrl,
    appUrl,
    roles,
    secret,
    dataDir,
    host: '127.0.0.1',
    port: 0,
    version: '0.0.0',
    log: quiet,
    connections: 24,
    ...more,
  })
  return {
    base: `http://127.0.0.1:${app.port}`,
    dataDir,
    async close() {
      await app.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
