import {
  Refusal,
  type RouteAnswer,
  type RouteRequest,
  type SessionContext,
  type Ticket,
  type TicketId,
  type UserId,
} from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { refusal } from '../errors.ts'
import { restoreMs } from './limits.ts'
import { mentionedIn, mostMentions } from './mentions.ts'
import type { Note } from './note.ts'
import { change, find, insert, insertOnce, setDeleted } from './note-store.ts'
import type { NoteRow } from './note.table.ts'
import { permitted, readNotes, viewsOf, type FoundNote } from './read-notes.ts'
import { managePermission, mayWrite } from './rights.ts'
import type { routes } from './routes.ts'

type Context = SessionContext & {
  enqueue(job: 'sweep', data: Record<string, never>, options: { runAt: Date; key: string }): Promise<void>
}
type Handler<Name extends keyof typeof routes> = (
  request: RouteRequest<(typeof routes)[Name]>,
  ctx: Context,
) => Promise<RouteAnswer<(typeof routes)[Name]>>

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

/** @throws Refusal ERR_MENTION_CANNOT_SEE when one of them may not see the ticket, ERR_VALIDATION for too many */
async function requireSeen(ctx: SessionContext, ticket: Ticket, named: readonly string[]): Promise<readonly UserId[]> {
  if (named.length === 0) return []
  if (named.length > mostMentions)
    throw new Refusal('ERR_VALIDATION', {
      issues: [{ path: 'body.content', message: `at most ${mostMentions} colleagues are named` }],
    })
  const seeing = await ctx.core.tickets.viewersOf(ticket.id, { among: named as UserId[] })
  if (seeing.length < named.length) throw refusal('ERR_MENTION_CANNOT_SEE')
  return named as UserId[]
}

/** The author is not notified of their own note. */
async function tellNamed(ctx: SessionContext, ticket: Ticket, note: string, named: readonly UserId[]): Promise<void> {
  const others = named.filter((user) => user !== ctx.viewer.userId)
  if (others.length > 0)
    await ctx.core.notifications.mention(others, { ticket: ticket.id, by: ctx.viewer.userId, entry: note })
}

/** Answers the note as it is now and notifies the screens that show its conversation. */
async function told(ctx: SessionContext, row: NoteRow | undefined, ticket: Ticket | undefined): Promise<Note> {
  if (!row) throw new Refusal('ERR_NOT_FOUND')
  if (ticket) await ctx.core.tickets.announce(ticket.id)
  return (await viewsOf([{ row, ticket }], ctx))[0]!
}

export const readPage: Handler<'page'> = ({ query: { searchParam, cursor, limit, ...filter } }, ctx) =>
  readNotes(ctx, { ...filter, search: searchParam }, cursor, limit)

export const readOfTicket: Handler<'ofTicket'> = async ({ params, query }, ctx) => {
  await requireTicket(ctx, params.ticketId)
  return readNotes(ctx, { ticketId: params.ticketId, order: query.order }, query.cursor, query.limit)
}

export const colleagues: Handler<'colleagues'> = async ({ params, query }, ctx) => {
  const ticket = await requireTicket(ctx, params.ticketId)
  return [...(await ctx.core.tickets.viewersOf(ticket.id, { search: query.searchParam, limit: mostMentions }))]
}

export const create: Handler<'create'> = async ({ params, body }, ctx) => {
  const ticket = await requireTicket(ctx, params.ticketId)
  const named = await requireSeen(ctx, ticket, mentionedIn(body.content))
  const draft = {
    tenantId: ctx.tenant,
    userId: ctx.viewer.userId,
    ticketId: ticket.id,
    contactId: ticket.contactId,
    queueId: ticket.queueId,
    content: body.content,
    isShared: body.shared,
    isPinned: body.pinned,
  }
  const { key } = body
  const { row, isNew } = await ctx.db.transaction(async (tx) =>
    key === undefined
      ? { row: await insert(drizzleOn(tx), draft), isNew: true }
      : insertOnce(drizzleOn(tx), { ...draft, key }),
  )
  if (!isNew) return (await viewsOf([{ row, ticket }], ctx))[0]!
  const note = await told(ctx, row, ticket)
  if (row.isShared) await tellNamed(ctx, ticket, row.id, named)
  return note
}

/** For a queue writes who works in it, or who manages notes. */
export const jot: Handler<'jot'> = async ({ body: { content, queueId, pinned } }, ctx) => {
  if (queueId !== null) {
    const mayAddress = ctx.viewer.queueIds.includes(queueId) || ctx.viewer.can(managePermission)
    if (!mayAddress || !(await ctx.core.queues.list()).some(({ id }) => id === queueId))
      throw new Refusal('ERR_NO_QUEUE_FOUND')
  }
  return told(
    ctx,
    await ctx.db.transaction((tx) =>
      insert(drizzleOn(tx), {
        tenantId: ctx.tenant,
        userId: ctx.viewer.userId,
        queueId,
        content,
        isShared: queueId !== null,
        isPinned: pinned,
      }),
    ),
    undefined,
  )
}

/** The author alone makes a shared note personal; a note without a ticket cannot be shared. */
export const update: Handler<'update'> = async ({ params, body: { content, shared, pinned } }, ctx) => {
  const { row, ticket } = await requireWritable(ctx, params.id, 'kept')
  if (shared === false && row.userId !== ctx.viewer.userId) throw new Refusal('ERR_NO_PERMISSION')
  if (shared === true && row.ticketId === null && row.queueId === null)
    throw new Refusal('ERR_VALIDATION', {
      issues: [{ path: 'body.shared', message: 'a note of nothing is shared with nobody' }],
    })
  const before = row.isShared ? mentionedIn(row.content) : []
  const now = mentionedIn(content ?? row.content).filter((id) => !before.includes(id))
  const named = ticket ? await requireSeen(ctx, ticket, now) : []
  const changes = {
    ...(content !== undefined && { content }),
    ...(shared !== undefined && { isShared: shared }),
    ...(pinned !== undefined && { isPinned: pinned }),
  }
  const changed = await ctx.db.transaction((tx) => change(drizzleOn(tx), ctx.tenant, row.id, changes))
  const note = await told(ctx, changed, ticket)
  if (ticket && note.shared) await tellNamed(ctx, ticket, row.id, named)
  return note
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
