import { mint, Refusal, type MediaId, type PluginContext, type SessionContext } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { and, eq, inArray } from 'drizzle-orm'
import { maxMediaBytes } from '../graph/limits.ts'
import { files, type FileRow } from './flow.table.ts'
import type { Handler } from './handlers.ts'

const linkTtlMs = 60 * 60_000

function kindOf(mime: string): FileRow['kind'] {
  const [family] = mime.split('/')
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'document'
}

const viewOf = ({ mediaId, kind, mime, bytes, name }: FileRow, { media }: SessionContext) => ({
  media: mediaId,
  as: kind,
  mime,
  bytes,
  name,
  url: media.sign(mint<MediaId>(mediaId), linkTtlMs),
})

/** S5-042, S9-015: 5 MB. */
export const upload: Handler<'upload'> = async ({ files: sent }, ctx) => {
  const [file] = sent
  if (!file || sent.length > 1) throw new Refusal('ERR_NO_FILE_UPLOADED')
  const limit = { limit: maxMediaBytes, detail: file.name }
  if (file.bytes.byteLength > maxMediaBytes) throw new Refusal('ERR_FILE_TOO_LARGE', limit)
  const stored = await ctx.media.put(file.bytes, { name: file.name, mime: file.mime, maxBytes: maxMediaBytes })
  const [row] = await ctx.db.transaction((tx) =>
    drizzleOn(tx)
      .insert(files)
      .values({
        tenantId: ctx.tenant,
        mediaId: stored.id,
        kind: kindOf(stored.mime),
        mime: stored.mime,
        bytes: stored.bytes,
        name: stored.name ?? '',
      })
      .returning(),
  )
  return viewOf(row!, ctx)
}

export const readFile: Handler<'file'> = async ({ params }, ctx) => {
  const [row] = await ctx.db.transaction((tx) =>
    drizzleOn(tx)
      .select()
      .from(files)
      .where(and(eq(files.tenantId, ctx.tenant), eq(files.mediaId, params.media))),
  )
  if (!row) throw new Refusal('ERR_NO_MEDIA_FOUND')
  return viewOf(row, ctx)
}

/** Files of flows outlive the messages that they were sent in. */
export async function heldMedia(
  { db, tenant }: Pick<PluginContext, 'db' | 'tenant'>,
  media: readonly MediaId[],
): Promise<MediaId[]> {
  const rows = await db.transaction((tx) =>
    drizzleOn(tx)
      .select({ id: files.mediaId })
      .from(files)
      .where(and(eq(files.tenantId, tenant), inArray(files.mediaId, [...media]))),
  )
  return rows.map(({ id }) => mint<MediaId>(id))
}
