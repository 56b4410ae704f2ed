import type { MediaId, PluginContext, TenantId, Viewer } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { and, asc, count, desc, eq, getTableColumns, inArray, isNotNull, ne, sql, type SQL } from 'drizzle-orm'
import { recentCount } from './limits.ts'
import type { Position, StickerView, StickerWords } from './sticker.ts'
import { habits, stickers, type StickerRow } from './sticker.table.ts'

type Tx = ReturnType<typeof drizzleOn>
type Owner = Pick<Viewer, 'tenantId' | 'userId'>

export interface StickerQuery {
  readonly view: StickerView
  readonly search: string
  readonly pack?: string | undefined
  readonly after?: Position | undefined
  readonly limit: number
}
/** A sticker with what one user makes of it; `folded` is the name as the database orders by it. */
export type FoundSticker = StickerRow & { readonly isFavourite: boolean; readonly folded: string }

const foldedName = sql<string>`lower(${stickers.name})`
const one = (tenant: TenantId, id: string): SQL => and(eq(stickers.tenantId, tenant), eq(stickers.id, id))!
const isFavourite = sql<boolean>`${habits.favouriteAt} is not null`
const fields = { ...getTableColumns(stickers), isFavourite, folded: foldedName }

const withHabits = (tx: Tx, viewer: Owner) =>
  tx
    .select(fields)
    .from(stickers)
    .leftJoin(
      habits,
      and(eq(habits.tenantId, stickers.tenantId), eq(habits.stickerId, stickers.id), eq(habits.userId, viewer.userId)),
    )

/** Stickers that match the viewer's query; positions instead of patterns, so that `%` and `_` are just characters. */
export const list = (
  tx: Tx,
  viewer: Owner,
  { view, search, pack, after, limit }: StickerQuery,
): Promise<FoundSticker[]> => {
  const wanted = and(
    eq(stickers.tenantId, viewer.tenantId),
    search === '' ? undefined : sql`position(lower(${search}) in ${foldedName}) > 0`,
    pack === undefined ? undefined : eq(stickers.pack, pack),
    view === 'favourites' ? isNotNull(habits.favouriteAt) : view === 'recent' ? isNotNull(habits.usedAt) : undefined,
  )
  if (view === 'recent')
    return withHabits(tx, viewer).where(wanted).orderBy(desc(habits.usedAt), desc(stickers.id)).limit(recentCount)
  const following = after && sql`(${foldedName}, ${stickers.id}) > (${after.name}, ${after.id}::uuid)`
  return withHabits(tx, viewer).where(and(wanted, following)).orderBy(asc(foldedName), asc(stickers.id)).limit(limit)
}

export const find = async (tx: Tx, viewer: Owner, id: string): Promise<FoundSticker | undefined> =>
  (await withHabits(tx, viewer).where(one(viewer.tenantId, id)))[0]

export const packsOf = async (tx: Tx, tenant: TenantId): Promise<string[]> =>
  (
    await tx
      .selectDistinct({ pack: stickers.pack })
      .from(stickers)
      .where(and(eq(stickers.tenantId, tenant), ne(stickers.pack, '')))
      .orderBy(asc(stickers.pack))
      .limit(500)
  ).map(({ pack }) => pack)

export const countOf = async (tx: Tx, tenant: TenantId): Promise<number> =>
  (await tx.select({ there: count() }).from(stickers).where(eq(stickers.tenantId, tenant)))[0]!.there

export const insert = async (tx: Tx, values: typeof stickers.$inferInsert): Promise<StickerRow> =>
  (await tx.insert(stickers).values(values).returning())[0]!

/** Answers whether it was there. */
export const rename = async (tx: Tx, tenant: TenantId, id: string, words: StickerWords): Promise<boolean> =>
  (await tx.update(stickers).set(words).where(one(tenant, id)).returning({ id: stickers.id })).length > 0
export const remove = async (tx: Tx, tenant: TenantId, id: string): Promise<boolean> =>
  (await tx.delete(stickers).where(one(tenant, id)).returning({ id: stickers.id })).length > 0

export const noteHabit = async (
  tx: Tx,
  { tenantId, userId }: Owner,
  stickerId: string,
  habit: { favouriteAt: Date | null } | { usedAt: Date },
): Promise<void> => {
  await tx
    .insert(habits)
    .values({ tenantId, userId, stickerId, ...habit })
    .onConflictDoUpdate({ target: [habits.tenantId, habits.userId, habits.stickerId], set: habit })
}

/** Deletes a user's favourites and recent stickers with them. */
export const forgetHabits = async (tx: Tx, tenant: TenantId, userId: string): Promise<void> => {
  await tx.delete(habits).where(and(eq(habits.tenantId, tenant), eq(habits.userId, userId)))
}

/** Files of stickers: they outlive the messages they were sent with. */
export async function heldMedia(
  ctx: Pick<PluginContext, 'db' | 'tenant'>,
  media: readonly MediaId[],
): Promise<MediaId[]> {
  const rows = await ctx.db.transaction((tx) =>
    drizzleOn(tx)
      .selectDistinct({ id: stickers.mediaId })
      .from(stickers)
      .where(and(eq(stickers.tenantId, ctx.tenant), inArray(stickers.mediaId, [...media]))),
  )
  return rows.map((row) => row.id as MediaId)
}
