import { Refusal, type RouteAnswer, type RouteRequest, type SessionContext } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { position } from './cursor.ts'
import { maxFileBytes } from './limits.ts'
import { changeFirst, fileOfMedia, noFile, type PartFile, releaseFiles, replaceParts } from './part-store.ts'
import type { QuickMessage, QuickMessageHead } from './quick-message.ts'
import type { QuickMessageRow } from './quick-message.table.ts'
import { insert, listVisible, lockForWrite, remove, update } from './quick-message-store.ts'
import { longestList, type routes } from './routes.ts'
import { requireWrite } from './scope.ts'
import { viewsOf, withParts } from './views.ts'

export type Handler<Name extends keyof typeof routes> = (
  request: RouteRequest<(typeof routes)[Name]>,
  ctx: SessionContext,
) => Promise<RouteAnswer<(typeof routes)[Name]>>
type Tx = ReturnType<typeof drizzleOn>

/** May this viewer write such a message, and does its queue exist? */
export async function admit(draft: QuickMessageHead, ctx: SessionContext): Promise<void> {
  requireWrite(ctx.viewer, draft.scope)
  if (draft.scope !== 'queue') return
  const queues = await ctx.core.queues.list()
  if (!queues.some(({ id }) => id === draft.queueId)) throw new Refusal('ERR_NO_QUEUE_FOUND')
}

/** Does what makes or changes a message, in one transaction, and answers it as it is then. */
export async function written(ctx: SessionContext, work: (tx: Tx) => Promise<QuickMessageRow>): Promise<QuickMessage> {
  const stored = await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    return withParts(tx, ctx, [await work(tx)])
  })
  return (await viewsOf(stored, ctx))[0]!
}

export const readPage: Handler<'page'> = async ({ query }, ctx) => {
  const { page, last } = await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    const rows = await listVisible(tx, ctx.viewer, {
      search: query.searchParam,
      scope: query.scope,
      after: query.cursor,
      limit: query.limit + 1,
    })
    const shown = rows.slice(0, query.limit)
    return { page: await withParts(tx, ctx, shown), last: rows.length > query.limit ? shown.at(-1) : undefined }
  })
  return {
    messages: await viewsOf(page, ctx),
    nextCursor: last === undefined ? null : position.write({ key: last.folded, id: last.id }),
  }
}

export const readList: Handler<'list'> = async ({ query }, ctx) =>
  viewsOf(
    await ctx.db.transaction(async (raw) => {
      const tx = drizzleOn(raw)
      return withParts(tx, ctx, await listVisible(tx, ctx.viewer, { search: query.searchParam, limit: longestList }))
    }),
    ctx,
  )

export const create: Handler<'create'> = async ({ body: { message, ...head } }, ctx) => {
  await admit(head, ctx)
  return written(ctx, async (tx) => {
    const row = await insert(tx, ctx.viewer, head)
    await replaceParts(tx, ctx.tenant, row.id, [{ text: message, ...noFile }])
    return row
  })
}

/** A message may change its scope: the writer needs the right to both the old and the new one. */
export const change: Handler<'update'> = async ({ params, body: { message, ...head } }, ctx) => {
  await admit(head, ctx)
  return written(ctx, async (tx) => {
    await lockForWrite(tx, ctx.viewer, params.id)
    await changeFirst(tx, ctx.tenant, params.id, { text: message })
    return update(tx, ctx.viewer, params.id, head)
  })
}

export const erase: Handler<'remove'> = async ({ params }, ctx) => {
  await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    await lockForWrite(tx, ctx.viewer, params.id)
    await releaseFiles(tx, ctx, [params.id])
    await remove(tx, ctx.viewer, params.id)
  })
  return { message: 'Fast reply deleted' }
}

const changeFile = (ctx: SessionContext, id: string, file: PartFile): Promise<QuickMessage> =>
  written(ctx, async (tx) => {
    await lockForWrite(tx, ctx.viewer, id)
    await releaseFiles(tx, ctx, [id])
    await changeFirst(tx, ctx.tenant, id, file)
    return update(tx, ctx.viewer, id)
  })

/** The right to the message is checked before its file is stored, and again with the row locked. */
export const attach: Handler<'attach'> = async ({ params, files }, ctx) => {
  const [file, ...others] = files
  if (!file || others.length > 0) throw new Refusal('ERR_NO_FILE_UPLOADED')
  if (file.bytes.byteLength > maxFileBytes) throw new Refusal('ERR_FILE_TOO_LARGE', { limit: maxFileBytes })
  await ctx.db.transaction((tx) => lockForWrite(drizzleOn(tx), ctx.viewer, params.id))
  return changeFile(
    ctx,
    params.id,
    fileOfMedia(await ctx.media.put(file.bytes, { name: file.name, mime: file.mime, maxBytes: maxFileBytes })),
  )
}

/** @throws Refusal ERR_VALIDATION for a message that says nothing without its file */
export const detach: Handler<'detach'> = async ({ params }, ctx) => {
  const {
    parts: [first],
  } = await written(ctx, (tx) => lockForWrite(tx, ctx.viewer, params.id))
  if (first?.text === '')
    throw new Refusal('ERR_VALIDATION', {
      issues: [{ path: 'params.id', message: 'has no text, so that nothing would be left of it' }],
    })
  return changeFile(ctx, params.id, noFile)
}
