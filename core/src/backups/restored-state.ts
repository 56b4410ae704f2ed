import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { startEmbedded } from '../db/embedded.ts'
import { blobOf } from '../media/store.ts'
import { diskBlobs } from '../media/disk.ts'
import type { BlobStore } from '../media/media.ts'

/** Content of a restored data folder. */
export interface RestoredState {
  readonly companies: number
  readonly tickets: number
  readonly messages: number
  readonly files: number
  /** Files that the database names and the folder lacks, by company and id. */
  readonly missing: readonly string[]
}

export interface RestoredPlace {
  readonly dataDir: string
  readonly secret: string
  /** Where files may lie beside the folder. */
  readonly bucket: Pick<BlobStore, 'size'> | undefined
  readonly say: (line: string) => void
}

const rowsAtOnce = 1_000

/**
 * Starts PostgreSQL on a restored data folder, which brings it to the state of the backup, and looks whether the files
 * that the database names are there with their size.
 * @throws EmbeddedPostgresError when it does not start
 */
export async function lookAtRestored({ dataDir, secret, bucket, say }: RestoredPlace): Promise<RestoredState> {
  const server = await startEmbedded({ dataDir, secret, log: say })
  const sql = postgres(server.url, { max: 1, onnotice: () => undefined })
  try {
    const [counts] = await sql<{ companies: number; tickets: number; messages: number }[]>`
      select (select count(*)::float8 from core.tenant) as companies,
             (select count(*)::float8 from core.ticket) as tickets,
             (select count(*)::float8 from core.message) as messages`
    return { ...counts!, ...(await lookAtFiles(sql, [diskBlobs(join(dataDir, 'media')), ...(bucket ? [bucket] : [])])) }
  } finally {
    await sql.end()
    await server.stop()
  }
}

async function lookAtFiles(
  sql: Sql,
  stores: readonly Pick<BlobStore, 'size'>[],
): Promise<{ files: number; missing: string[] }> {
  const missing: string[] = []
  let files = 0
  const rows = sql<{ tenant_id: string; id: string; bytes: string }[]>`select tenant_id, id, bytes from core.media`
  for await (const some of rows.cursor(rowsAtOnce)) {
    for (const { tenant_id: tenantId, id, bytes } of some) {
      files++
      const key = blobOf(tenantId, id)
      if (!(await isIn(stores, key, Number(bytes)))) missing.push(key)
    }
  }
  return { files, missing }
}

async function isIn(stores: readonly Pick<BlobStore, 'size'>[], key: string, bytes: number): Promise<boolean> {
  for (const store of stores) if ((await store.size(key)) === bytes) return true
  return false
}
