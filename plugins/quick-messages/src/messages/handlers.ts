import { mint, Refusal, type MediaId, type Queue, type QueueId, type RouteAnswer, type RouteRequest, type SessionContext } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { position } from './cursor.ts'
import { maxFileBytes } from './limits.ts'
import type { QuickMessageRow } from './quick-message.table.ts'
import type { QuickMessage, QuickMessageDraft } from './quick-message.ts'
import { insert, listVisible, lockForWrite, remove, replace, update } from './quick-message-store.ts'
import { longestList, type routes } from './routes.ts'
import { mayWrite, requireWrite } from './scope.ts'

type Handler<Name extends keyof typeof routes> = (request: RouteRequest<(typeof routes)[Name]>, ctx: SessionContext) => Promise<RouteAnswer<(typeof routes)[Name]>>

/** How long the address of a file works, in milliseconds. */
const fileLinkTtlMs = 3_600_000

const fileOf = (row: QuickMessageRow, ctx: SessionContext): QuickMessage['file'] => row.mediaId === null ? null
  : { name: row.mediaName ?? 'file', mime: row.mediaMime!, bytes: row.mediaBytes!, url: ctx.media.sign(mint<MediaId>(row.mediaId), fileLinkTtlMs) }

const viewOf = (row: QuickMessageRow, queues: readonly Queue[], ctx: SessionContext): QuickMessage => ({
  id: row.id, key: row.key, message: row.message, scope: row.scope,
  queueId: row.queueId as QueueId | null, queue: queues.find(({ id }) => id === row.queueId)?.queue ?? null,
  file: fileOf(row, ctx), editable: mayWrite(ctx.viewer, row.scope), updatedAt: new Date(row.updatedAt).toISOString(),
})

/** Queue names are asked for only when a row has a queue. */
async function viewsOf(rows: readonly QuickMessageRow[], ctx: SessionContext): Promise<QuickMessage[]> {
  const queues = rows.some(({ queueId }) => queueId !== null) ? await ctx.core.queues.list() : []
  return rows.map((row) => viewOf(row, queues, ctx))
}
const view = async (row: QuickMessageRow, ctx: SessionContext): Promise<QuickMessage> => (await viewsOf([row], ctx))[0]!

/** May this viewer write such a message, and does its queue exist? */
async function admit(draft: QuickMessageDraft, ctx: SessionContext): Promise<void> {
  requireWrite(ctx.viewer, draft.scope)
  if (draft.scope !== 'queue') return
  const queues = await ctx.core.queues.list()
  if (!queues.some(({ id }) => id === draft.queueId)) throw new Refusal('ERR_NO_QUEUE_FOUND')
}

export const readPage: Handler<'page'> = async ({ query }, ctx) => {
  const rows = await ctx.db.transaction((tx) => listVisible(drizzleOn(tx), ctx.viewer, { search: query.searchParam, scope: query.scope, after: query.cursor, limit: query.limit + 1 }))
  const page = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? page.at(-1) : undefined
  return { messages: await viewsOf(page, ctx), nextCursor: last === undefined ? null : position.write({ key: last.folded, id: last.id }) }
}

export const readList: Handler<'list'> = async ({ query }, ctx) =>
  viewsOf(await ctx.db.transaction((tx) => listVisible(drizzleOn(tx), ctx.viewer, { search: query.searchParam, limit: longestList })), ctx)

export const create: Handler<'create'> = async ({ body }, ctx) => {
  await admit(body, ctx)
  return view(await ctx.db.transaction((tx) => insert(drizzleOn(tx), ctx.viewer, body)), ctx)
}

/** A message may change its scope: the writer needs the right to both the old and the new one. */
export const change: Handler<'update'> = async ({ params, body }, ctx) => {
  await admit(body, ctx)
  return view(await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    await lockForWrite(tx, ctx.viewer, params.id)
    return replace(tx, ctx.viewer, params.id, body)
  }), ctx)
}

export const erase: Handler<'remove'> = async ({ params }, ctx) => {
  await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    await lockForWrite(tx, ctx.viewer, params.id)
    await remove(tx, ctx.viewer, params.id)
  })
  return { message: 'Fast reply deleted' }
}

/** The right to the message is checked before its file is stored, and again with the row locked. */
export const attach: Handler<'attach'> = async ({ params, files }, ctx) => {
  const [file, ...others] = files
  if (!file || others.length > 0) throw new Refusal('ERR_NO_FILE_UPLOADED')
  if (file.bytes.byteLength > maxFileBytes) throw new Refusal('ERR_FILE_TOO_LARGE', { limit: maxFileBytes })
  await ctx.db.transaction((tx) => lockForWrite(drizzleOn(tx), ctx.viewer, params.id))
  const media = await ctx.media.put(file.bytes, { name: file.name, mime: file.mime, maxBytes: maxFileBytes })
  return view(await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    await lockForWrite(tx, ctx.viewer, params.id)
    return update(tx, ctx.viewer, params.id, { mediaId: media.id, mediaName: media.name, mediaMime: media.mime, mediaBytes: media.bytes })
  }), ctx)
}

export const detach: Handler<'detach'> = async ({ params }, ctx) => view(await ctx.db.transaction(async (raw) => {
  const tx = drizzleOn(raw)
  await lockForWrite(tx, ctx.viewer, params.id)
  return update(tx, ctx.viewer, params.id, { mediaId: null, mediaName: null, mediaMime: null, mediaBytes: null })
}), ctx)
