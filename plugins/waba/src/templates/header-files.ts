import { Refusal, type MediaId, type PluginContext, type SessionContext } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { headerFiles, templates } from './template.table.ts'

type Ctx = Pick<PluginContext, 'db' | 'tenant'>

/** For so long an upload waits for the template that it was made for. */
const waits = sql`interval '1 day'`

/** Records the uploader of a file for a header, and deletes abandoned uploads. */
export async function noteUpload(ctx: Pick<SessionContext, 'db' | 'tenant' | 'viewer'>, media: MediaId): Promise<void> {
  await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    await tx
      .delete(headerFiles)
      .where(and(eq(headerFiles.tenantId, ctx.tenant), lt(headerFiles.createdAt, sql`now() - ${waits}`)))
    await tx.insert(headerFiles).values({ tenantId: ctx.tenant, mediaId: media, userId: ctx.viewer.userId })
  })
}

/**
 * A template's file is shown to its readers and sent to the provider, so the id of a file alone is no right to it: its
 * author has uploaded it for a header, or a template shows it already.
 * @throws Refusal ERR_NO_MEDIA_FOUND
 */
export async function requireHeaderFile(
  ctx: Pick<SessionContext, 'db' | 'tenant' | 'viewer'>,
  media: MediaId | null,
): Promise<void> {
  if (media === null) return
  const known = await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    const [uploaded, shown] = [
      await tx
        .select({ id: headerFiles.mediaId })
        .from(headerFiles)
        .where(
          and(
            eq(headerFiles.tenantId, ctx.tenant),
            eq(headerFiles.mediaId, media),
            eq(headerFiles.userId, ctx.viewer.userId),
          ),
        ),
      await tx
        .select({ id: templates.id })
        .from(templates)
        .where(and(eq(templates.tenantId, ctx.tenant), eq(templates.headerMediaId, media)))
        .limit(1),
    ]
    return uploaded.length + shown.length > 0
  })
  if (!known) throw new Refusal('ERR_NO_MEDIA_FOUND')
}

/** Files in headers of templates, and those that wait for one: they outlive the messages they were sent with. */
export async function heldMedia(ctx: Ctx, media: readonly MediaId[]): Promise<MediaId[]> {
  const rows = await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    return [
      ...(await tx
        .select({ id: templates.headerMediaId })
        .from(templates)
        .where(and(eq(templates.tenantId, ctx.tenant), inArray(templates.headerMediaId, [...media])))),
      ...(await tx
        .select({ id: headerFiles.mediaId })
        .from(headerFiles)
        .where(and(eq(headerFiles.tenantId, ctx.tenant), inArray(headerFiles.mediaId, [...media])))),
    ]
  })
  return [...new Set(rows.map((row) => row.id as MediaId))]
}
