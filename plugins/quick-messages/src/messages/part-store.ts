import { mint, type MediaId, type MediaInfo, type PluginContext, type TenantId } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { messageParts, type PartRow } from './quick-message.table.ts'

type Tx = ReturnType<typeof drizzleOn>

/** The file of a part as it is stored; all null for a part without one. */
export type PartFile = Pick<PartRow, 'mediaId' | 'mediaName' | 'mediaMime' | 'mediaBytes'>
export const noFile: PartFile = { mediaId: null, mediaName: null, mediaMime: null, mediaBytes: null }
export const fileOfMedia = ({ id, name, mime, bytes }: MediaInfo): PartFile => ({
  mediaId: id,
  mediaName: name,
  mediaMime: mime,
  mediaBytes: bytes,
})

const ofMessages = (tenant: TenantId, messages: readonly string[]) =>
  and(eq(messageParts.tenantId, tenant), inArray(messageParts.messageId, [...messages]))

/** Parts of all these messages, each message's in their order. */
export const partsOf = async (tx: Tx, tenant: TenantId, messages: readonly string[]): Promise<PartRow[]> =>
  messages.length === 0
    ? []
    : tx
        .select()
        .from(messageParts)
        .where(ofMessages(tenant, messages))
        .orderBy(asc(messageParts.messageId), asc(messageParts.position))

/** Replaces the parts of a message. */
export async function replaceParts(
  tx: Tx,
  tenant: TenantId,
  message: string,
  parts: readonly (PartFile & { text: string })[],
): Promise<void> {
  await tx.delete(messageParts).where(ofMessages(tenant, [message]))
  await tx
    .insert(messageParts)
    .values(parts.map((part, position) => ({ ...part, tenantId: tenant, messageId: message, position })))
}

/** Changes the first part, the only one that clients of one text know. */
export const changeFirst = async (
  tx: Tx,
  tenant: TenantId,
  message: string,
  change: Partial<PartFile & { text: string }>,
): Promise<void> => {
  await tx
    .update(messageParts)
    .set(change)
    .where(and(ofMessages(tenant, [message]), eq(messageParts.position, 0)))
}

/** Lets the files of these messages go, before the rows that name them change or are deleted. */
export const releaseFiles = async (
  tx: Tx,
  { tenant, media }: Pick<PluginContext, 'tenant' | 'media'>,
  messages: readonly string[],
): Promise<void> =>
  media.release(
    (await partsOf(tx, tenant, messages)).flatMap(({ mediaId }) => (mediaId === null ? [] : mint<MediaId>(mediaId))),
  )

/** Files of quick messages: they outlive the messages they were sent with. */
export async function heldMedia(
  ctx: Pick<PluginContext, 'db' | 'tenant'>,
  media: readonly MediaId[],
): Promise<MediaId[]> {
  const rows = await ctx.db.transaction((tx) =>
    drizzleOn(tx)
      .selectDistinct({ id: messageParts.mediaId })
      .from(messageParts)
      .where(and(eq(messageParts.tenantId, ctx.tenant), inArray(messageParts.mediaId, [...media]))),
  )
  return rows.map((row) => row.id as MediaId)
}
