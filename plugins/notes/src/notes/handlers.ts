import { Refusal, type RouteAnswer, type RouteRequest, type SessionContext, type Ticket, type TicketId } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { restoreMs } from './limits.ts'
import type { Note } from './note.ts'
import { change, find, insert, setDeleted } from './note-store.ts'
import type { NoteRow } from './note.table.ts'
import { permitted, readNotes, viewsOf, type FoundNote } from './read-notes.ts'
import { managePermission, mayWrite } from './rights.ts'
import type { routes } from './routes.ts'

type Context = SessionContext & { enqueue(job: 'sweep', data: Record<string, never>, options: { runAt: Date; key: string }): Promise<void> }
type Handler<Name extends keyof typeof routes> = (request: RouteRequest<(typeof routes)[Name]>, ctx: Context) => Promise<RouteAnswer<(typeof routes)[Name]>>

/** @throws Refusal ERR_NO_TICKET_FOUND for what the viewer may not see */
async function requireTicket(ctx: SessionContext, id: TicketId): Promise<Ticket> {
  const [ticket] = await ctx.core.tickets.visibleTo(ctx.viewer, [id])
  if (!ticket) throw new Refusal('ERR_NO_TICKET_FOUND')
  return ticket
}

/** @throws Refusal ERR_NOT_FOUND for what the viewer may not read, ERR_NO_PERMISSION for what they may only read */
async function requireWritable(ctx: SessionContext, id: string, state: 'kept' | 'deleted'): Promise<FoundNote> {
  const row = await ctx.db.transaction((tx) => find(drizzleOn(tx), ctx.viewer, id, state))
  const [found] = row ? await permitted([row], ctx) : []
  if (!found) throw new Refusal('ERR_NOT_FOUND')
  if (!mayWrite(ctx.viewer, found.row)) throw new Refusal('ERR_NO_PERMISSION')
  return found
}

/** Answers the note as it is now and tells the screens that show its conversation. */
async function told(ctx: SessionContext, row: NoteRow | undefined, ticket: Ticket | undefined): Promise<Note> {
  if (!row) throw new Refusal('ERR_NOT_FOUND')
  if (ticket) await ctx.core.tickets.announce(ticket.id)
  return (await viewsOf([{ row, ticket }], ctx))[0]!
}

export const readPage: Handler<'page'> = ({ query: { searchParam, cursor, limit, ...filter } }, ctx) => readNotes(ctx, { ...filter, search: searchParam }, cursor, limit)

export const readOfTicket: Handler<'ofTicket'> = async ({ params, query }, ctx) => {
  await requireTicket(ctx, params.ticketId)
  return readNotes(ctx, { ticketId: params.ticketId, order: query.order }, query.cursor, query.limit)
}

export const create: Handler<'create'> = async ({ params, body }, ctx) => {
  const ticket = await requireTicket(ctx, params.ticketId)
  const row = await ctx.db.transaction((tx) => insert(drizzleOn(tx), {
    tenantId: ctx.tenant, userId: ctx.viewer.userId, ticketId: ticket.id, contactId: ticket.contactId, queueId: ticket.queueId, content: body.content, isShared: body.shared, isPinned: body.pinned,
  }))
  return told(ctx, row, ticket)
}

/** For a queue writes who works in it, or who manages notes. */
export const jot: Handler<'jot'> = async ({ body: { content, queueId, pinned } }, ctx) => {
  if (queueId !== null) {
    const mayAddress = ctx.viewer.queueIds.includes(queueId) || ctx.viewer.can(managePermission)
    if (!mayAddress || !(await ctx.core.queues.list()).some(({ id }) => id === queueId)) throw new Refusal('ERR_NO_QUEUE_FOUND')
  }
  return told(ctx, await ctx.db.transaction((tx) => insert(drizzleOn(tx), { tenantId: ctx.tenant, userId: ctx.viewer.userId, queueId, content, isShared: queueId !== null, isPinned: pinned })), undefined)
}

/** Only its author takes a note back from the others; a note of nothing has nobody to be shared with. */
export const update: Handler<'update'> = async ({ params, body: { content, shared, pinned } }, ctx) => {
  const { row, ticket } = await requireWritable(ctx, params.id, 'kept')
  if (shared === false && row.userId !== ctx.viewer.userId) throw new Refusal('ERR_NO_PERMISSION')
  if (shared === true && row.ticketId === null && row.queueId === null) throw new Refusal('ERR_VALIDATION', { issues: [{ path: 'body.shared', message: 'a note of nothing is shared with nobody' }] })
  const changes = { ...(content !== undefined && { content }), ...(shared !== undefined && { isShared: shared }), ...(pinned !== undefined && { isPinned: pinned }) }
  return told(ctx, await ctx.db.transaction((tx) => change(drizzleOn(tx), ctx.tenant, row.id, changes)), ticket)
}

export const remove: Handler<'remove'> = async ({ params }, ctx) => {
  const { row, ticket } = await requireWritable(ctx, params.id, 'kept')
  await ctx.db.transaction(async (tx) => {
    await setDeleted(drizzleOn(tx), ctx.tenant, row.id, true)
    await ctx.enqueue('sweep', {}, { runAt: new Date(Date.now() + restoreMs + 1_000), key: row.id })
  })
  await told(ctx, row, ticket)
  return { message: 'Note deleted' }
}

export const restore: Handler<'restore'> = async ({ params }, ctx) => {
  const { row, ticket } = await requireWritable(ctx, params.id, 'deleted')
  return told(ctx, await ctx.db.transaction((tx) => setDeleted(drizzleOn(tx), ctx.tenant, row.id, false)), ticket)
}
