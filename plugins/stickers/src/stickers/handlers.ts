import {
  mint,
  Refusal,
  type MediaId,
  type MediaInfo,
  type RouteAnswer,
  type RouteRequest,
  type SessionContext,
} from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { refusal } from '../errors.ts'
import { maxAnimatedBytes, maxStickers } from './limits.ts'
import type { routes } from './routes.ts'
import { judgeSticker } from './sticker-file.ts'
import { countOf, find, insert, list, noteHabit, packsOf, remove, rename, type FoundSticker } from './sticker-store.ts'
import { position, type Sticker } from './sticker.ts'

type Handler<Name extends keyof typeof routes> = (
  request: RouteRequest<(typeof routes)[Name]>,
  ctx: SessionContext,
) => Promise<RouteAnswer<(typeof routes)[Name]>>

/** Time for which the address of a sticker is valid, in milliseconds. */
const linkTtlMs = 3_600_000

const viewOf = (
  { id, name, pack, mediaId, bytes, isAnimated, isFavourite }: FoundSticker,
  ctx: SessionContext,
): Sticker => ({
  id,
  name,
  pack,
  bytes,
  isAnimated,
  isFavourite,
  url: ctx.media.sign(mint<MediaId>(mediaId), linkTtlMs),
})

export const readPage: Handler<'page'> = async ({ query: { view, searchParam, pack, cursor, limit } }, ctx) => {
  const rows = await ctx.db.transaction((tx) =>
    list(drizzleOn(tx), ctx.viewer, { view, search: searchParam, pack, after: cursor, limit: limit + 1 }),
  )
  if (view === 'recent') return { stickers: rows.map((row) => viewOf(row, ctx)), nextCursor: null }
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    stickers: page.map((row) => viewOf(row, ctx)),
    nextCursor: last === undefined ? null : position.write({ name: last.folded, id: last.id }),
  }
}

export const readPacks: Handler<'packs'> = async (_request, ctx) => ({
  packs: await ctx.db.transaction((tx) => packsOf(drizzleOn(tx), ctx.tenant)),
})

export const add: Handler<'add'> = async ({ body, files }, ctx) => {
  const [file, ...others] = files
  if (!file || others.length > 0) throw new Refusal('ERR_NO_FILE_UPLOADED')
  const judged = judgeSticker(file.bytes)
  if ('kind' in judged)
    throw judged.kind === 'format'
      ? new Refusal('ERR_FILE_TYPE', { detail: file.name })
      : new Refusal('ERR_FILE_TOO_LARGE', { limit: judged.limit, detail: file.name })
  if ((await ctx.db.transaction((tx) => countOf(drizzleOn(tx), ctx.tenant))) >= maxStickers)
    throw refusal('ERR_STICKERS', { limit: maxStickers })
  const media = await stored(ctx, file.bytes, body.name)
  const row = await ctx.db.transaction((tx) =>
    insert(drizzleOn(tx), {
      ...body,
      tenantId: ctx.tenant,
      mediaId: media.id,
      bytes: media.bytes,
      isAnimated: judged.isAnimated,
      createdBy: ctx.viewer.userId,
    }),
  )
  return viewOf({ ...row, isFavourite: false, folded: '' }, ctx)
}

/** @throws Refusal ERR_STICKERS when the file store does not work */
async function stored(ctx: SessionContext, bytes: Uint8Array, name: string): Promise<MediaInfo> {
  try {
    return await ctx.media.put(bytes, { name: `${name}.webp`, mime: 'image/webp', maxBytes: maxAnimatedBytes })
  } catch (cause) {
    if (Refusal.is(cause)) throw cause
    throw refusal('ERR_STICKERS', {}, { cause })
  }
}

export const changeWords: Handler<'rename'> = async ({ params, body }, ctx) => {
  const found = await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    await rename(tx, ctx.tenant, params.id, body)
    return find(tx, ctx.viewer, params.id)
  })
  if (!found) throw new Refusal('ERR_NOT_FOUND')
  return viewOf(found, ctx)
}

export const erase: Handler<'remove'> = async ({ params }, ctx) => {
  if (!(await ctx.db.transaction((tx) => remove(drizzleOn(tx), ctx.tenant, params.id))))
    throw new Refusal('ERR_NOT_FOUND')
  return { message: 'Sticker deleted' }
}

async function note(
  ctx: SessionContext,
  id: string,
  habit: Parameters<typeof noteHabit>[3],
): Promise<{ message: string }> {
  await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    if (!(await find(tx, ctx.viewer, id))) throw new Refusal('ERR_NOT_FOUND')
    await noteHabit(tx, ctx.viewer, id, habit)
  })
  return { message: 'Noted' }
}

export const markFavourite: Handler<'favourite'> = ({ params, body }, ctx) =>
  note(ctx, params.id, { favouriteAt: body.favourite ? new Date() : null })
export const markUsed: Handler<'used'> = ({ params }, ctx) => note(ctx, params.id, { usedAt: new Date() })
