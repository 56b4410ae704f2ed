import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { startEmbedded } from '../db/embedded.ts'
import { blobOf } from '../media/store.ts'
import { pathOfBlob } from '../media/disk.ts'

/** Content of a restored data folder. */
export interface RestoredState {
  readonly companies: number
  readonly tickets: number
  readonly messages: number
  readonly files: number
  /** Files that the database names and the folder lacks, by company and id. */
  readonly missing: readonly string[]
}

const rowsAtOnce = 1_000

/**
 * Starts PostgreSQL on a restored data folder, which brings it to the state of the backup, and looks whether the files
 * that the database names are there with their size.
 * @throws EmbeddedPostgresError when it does not start
 */
export async function lookAtRestored(
  dataDir: string,
  secret: string,
  say: (line: string) => void,
): Promise<RestoredState> {
  const server = await startEmbedded({ dataDir, secret, log: say })
  const sql = postgres(server.url, { max: 1, onnotice: () => undefined })
  try {
    const [counts] = await sql<{ companies: number; tickets: number; messages: number }[]>`
      select (select count(*)::float8 from core.tenant) as companies,
             (select count(*)::float8 from core.ticket) as tickets,
             (select count(*)::float8 from core.message) as messages`
    return { ...counts!, ...(await lookAtFiles(sql, join(dataDir, 'media'))) }
  } finally {
    await sql.end()
    await server.stop()
  }
}

async function lookAtFiles(sql: Sql, folder: string): Promise<{ files: number; missing: string[] }> {
  const missing: string[] = []
  let files = 0
  const rows = sql<{ tenant_id: string; id: string; bytes: string }[]>`select tenant_id, id, bytes from core.media`
  for await (const some of rows.cursor(rowsAtOnce)) {
    for (const { tenant_id: tenantId, id, bytes } of some) {
      files++
      const found = await stat(pathOfBlob(folder, blobOf(tenantId, id))).catch(() => undefined)
      if (found?.size !== Number(bytes)) missing.push(blobOf(tenantId, id))
    }
  }
  return { files, missing }
}
