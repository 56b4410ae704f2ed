import type { MediaId, PluginContext } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { and, eq, inArray } from 'drizzle-orm'
import { quickMessages } from './quick-message.table.ts'

/** Files of quick messages: they outlive whatever message they were sent with. */
export async function heldMedia(ctx: Pick<PluginContext, 'db' | 'tenant'>, media: readonly MediaId[]): Promise<MediaId[]> {
  const rows = await ctx.db.transaction((tx) => drizzleOn(tx).select({ id: quickMessages.mediaId }).from(quickMessages)
    .where(and(eq(quickMessages.tenantId, ctx.tenant), inArray(quickMessages.mediaId, [...media]))))
  return rows.map((row) => row.id as MediaId)
}
