import type { MediaId } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import type { BlobStore } from './media.ts'
import { blobOf } from './store.ts'

export interface FileRemovalDeps {
  readonly db: Database
  readonly blobs: Pick<BlobStore, 'remove'>
  /** Those of these files that plugins hold, and the plugins that could not answer. */
  readonly holdersOf: (
    tenantId: string,
    media: readonly MediaId[],
  ) => Promise<{ held: ReadonlySet<string>; failed: readonly string[] }>
}

/**
 * Removes files of which a message was the last holder: files that another message or a plugin still holds stay.
 * Answers the plugins that could not tell; then nothing was removed, and the call has to be repeated. A few hundred
 * files at most.
 */
export type FileRemoval = (tenantId: string, media: readonly MediaId[]) => Promise<readonly string[]>

export const createFileRemoval =
  ({ db, blobs, holdersOf }: FileRemovalDeps): FileRemoval =>
  async (tenantId, media) => {
    const free = await db.tenant(tenantId, (tx) =>
      tx.execute<{ id: MediaId }>(sql`
    select m.id
      from unnest(${sql.param([...media])}::uuid[]) m (id)
      left join core.held_media(${tenantId}, ${sql.param([...media])}::uuid[]) h on h.media_id = m.id
     where h.media_id is null`),
    )
    if (free.length === 0) return []
    const { held, failed } = await holdersOf(
      tenantId,
      free.map(({ id }) => id),
    )
    if (failed.length > 0) return failed
    const going = free.map(({ id }) => id).filter((id) => !held.has(id))
    for (const id of going) await blobs.remove(blobOf(tenantId, id))
    await db.tenant(tenantId, (tx) =>
      tx.execute(sql`delete from core.media where tenant_id = ${tenantId} and id = any (${sql.param(going)}::uuid[])`),
    )
    return []
  }
