import { Refusal, type MediaInfo, type SessionContext, type UploadedFile } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { admit, written, type Handler } from './handlers.ts'
import { maxFileBytes, maxTotalBytes } from './limits.ts'
import { fileOfMedia, noFile, partsOf, releaseFiles, replaceParts, type PartFile } from './part-store.ts'
import type { ComposedDraft, PartDraft } from './quick-message.ts'
import type { PartRow } from './quick-message.table.ts'
import { insert, lockForWrite, update } from './quick-message-store.ts'

/* Messages of several parts: made and changed as a whole, files and all, so that nobody ever finds half of one. */

const invalid = (index: number, message: string): Refusal =>
  new Refusal('ERR_VALIDATION', { issues: [{ path: `body.draft.parts.${index}.file`, message }] })

/**
 * Every file belongs to one part, every part that wants one has it, and none is too large. Checked before anything is
 * stored.
 */
function requireFiles(parts: readonly PartDraft[], files: readonly UploadedFile[], kept: readonly PartRow[]): void {
  const wanted = parts.flatMap(({ file }) => (file !== null && 'upload' in file ? [file.upload] : []))
  if (
    new Set(wanted).size !== files.length ||
    wanted.length !== files.length ||
    wanted.some((index) => index >= files.length)
  )
    throw new Refusal('ERR_NO_FILE_UPLOADED')
  const bytes = parts.reduce((sum, { file }, index) => {
    if (file === null) return sum
    if ('upload' in file) return sum + files[file.upload]!.bytes.byteLength
    const part = kept.find(({ id, mediaId }) => id === file.keep && mediaId !== null)
    if (!part) throw invalid(index, 'is not a file of this message')
    return sum + part.mediaBytes!
  }, 0)
  const large = files.find((file) => file.bytes.byteLength > maxFileBytes)
  if (large) throw new Refusal('ERR_FILE_TOO_LARGE', { limit: maxFileBytes, detail: large.name })
  if (bytes > maxTotalBytes) throw new Refusal('ERR_FILE_TOO_LARGE', { limit: maxTotalBytes })
}

async function storeFiles(ctx: SessionContext, files: readonly UploadedFile[]): Promise<MediaInfo[]> {
  const stored: MediaInfo[] = []
  for (const file of files)
    stored.push(await ctx.media.put(file.bytes, { name: file.name, mime: file.mime, maxBytes: maxFileBytes }))
  return stored
}

const rowsOf = (
  { parts }: ComposedDraft,
  stored: readonly MediaInfo[],
  kept: readonly PartRow[],
): (PartFile & { text: string })[] =>
  parts.map(({ text, file }, index) => {
    if (file === null) return { text, ...noFile }
    if ('upload' in file) return { text, ...fileOfMedia(stored[file.upload]!) }
    const part = kept.find(({ id }) => id === file.keep)
    if (!part) throw invalid(index, 'is not a file of this message')
    const { mediaId, mediaName, mediaMime, mediaBytes } = part
    return { text, mediaId, mediaName, mediaMime, mediaBytes }
  })

export const compose: Handler<'compose'> = async ({ body: { draft }, files }, ctx) => {
  await admit(draft, ctx)
  requireFiles(draft.parts, files, [])
  const stored = await storeFiles(ctx, files)
  return written(ctx, async (tx) => {
    const row = await insert(tx, ctx.viewer, draft)
    await replaceParts(tx, ctx.tenant, row.id, rowsOf(draft, stored, []))
    return row
  })
}

export const recompose: Handler<'recompose'> = async ({ params, body: { draft }, files }, ctx) => {
  await admit(draft, ctx)
  await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    await lockForWrite(tx, ctx.viewer, params.id)
    requireFiles(draft.parts, files, await partsOf(tx, ctx.tenant, [params.id]))
  })
  const stored = await storeFiles(ctx, files)
  return written(ctx, async (tx) => {
    await lockForWrite(tx, ctx.viewer, params.id)
    await releaseFiles(tx, ctx, [params.id])
    await replaceParts(tx, ctx.tenant, params.id, rowsOf(draft, stored, await partsOf(tx, ctx.tenant, [params.id])))
    return update(tx, ctx.viewer, params.id, draft)
  })
}
