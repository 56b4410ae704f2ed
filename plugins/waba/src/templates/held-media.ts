import type { MediaId, PluginContext } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { and, eq, inArray } from 'drizzle-orm'
import { templates } from './template.table.ts'

/** Files in headers of templates: they outlive whatever message they were sent with. */
export async function heldMedia(ctx: Pick<PluginContext, 'db' | 'tenant'>, media: readonly MediaId[]): Promise<MediaId[]> {
  const rows = await ctx.db.transaction((tx) => drizzleOn(tx).select({ id: templates.headerMediaId }).from(templates)
    .where(and(eq(templates.tenantId, ctx.tenant), inArray(templates.headerMediaId, [...media]))))
  return rows.map((row) => row.id as MediaId)
}
