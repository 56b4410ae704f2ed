import type { Queue, SessionContext, Ticket, TicketId, UserId } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { mentionedIn } from './mentions.ts'
import { position, type Note, type NotePage, type Position } from './note.ts'
import { list, type NoteFilter } from './note-store.ts'
import type { NoteRow } from './note.table.ts'
import { mayWrite } from './rights.ts'

/**
 * Rows read at once, and number of reads: a user who sees few of a company's conversations gets a short page and a
 * cursor.
 */
const batch = 100
const mostBatches = 5
/** Users whose names are asked for at once. */
const mostNamed = 200

/** A note, and the conversation it is about. */
export interface FoundNote {
  readonly row: NoteRow
  readonly ticket: Ticket | undefined
}

/** Of these rows those whose conversation the viewer may see; rows of no conversation stay. */
export async function permitted(rows: readonly NoteRow[], ctx: SessionContext): Promise<FoundNote[]> {
  const wanted = [...new Set(rows.flatMap(({ ticketId }) => (ticketId === null ? [] : [ticketId as TicketId])))]
  const seen = new Map(
    (await ctx.core.tickets.visibleTo(ctx.viewer, wanted)).map((ticket) => [ticket.id as string, ticket]),
  )
  return rows
    .map((row) => ({ row, ticket: row.ticketId === null ? undefined : seen.get(row.ticketId) }))
    .filter(({ row, ticket }) => row.ticketId === null || ticket !== undefined)
}

/** Notes with the names of who wrote them, where and about what. */
export async function viewsOf(found: readonly FoundNote[], ctx: SessionContext): Promise<Note[]> {
  const people = [
    ...new Set(found.flatMap(({ row }) => [...(row.userId === null ? [] : [row.userId]), ...mentionedIn(row.content)])),
  ] as UserId[]
  const [queues, ...named] = await Promise.all([
    found.some(({ row }) => row.queueId !== null) ? ctx.core.queues.list() : Promise.resolve<readonly Queue[]>([]),
    ...Array.from({ length: Math.ceil(people.length / mostNamed) }, (_, turn) =>
      ctx.core.users.named(people.slice(turn * mostNamed, (turn + 1) * mostNamed)),
    ),
  ])
  const names = new Map(named.flat().map(({ id, name }) => [id, name]))
  return found.map(({ row, ticket }) => ({
    id: row.id,
    content: row.content,
    mentions: mentionedIn(row.content).map((id) => ({ id: id as UserId, name: names.get(id as UserId) ?? '' })),
    shared: row.isShared,
    pinned: row.isPinned,
    editable: mayWrite(ctx.viewer, row),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
    user: row.userId === null ? null : { id: row.userId as UserId, name: names.get(row.userId as UserId) ?? '' },
    queue: ((queue) => (queue ? { id: queue.id, queue: queue.queue } : null))(
      queues.find(({ id }) => id === row.queueId),
    ),
    ticket: ticket
      ? { id: ticket.id, protocol: ticket.protocol, name: ticket.name, contactId: ticket.contactId }
      : null,
  }))
}

/** One page of what the viewer may read. */
export async function readNotes(
  ctx: SessionContext,
  filter: NoteFilter,
  cursor: Position | undefined,
  limit: number,
): Promise<NotePage> {
  const page: FoundNote[] = []
  let after = cursor
  for (let turn = 0; turn < mostBatches; turn++) {
    const rows = await ctx.db.transaction((tx) => list(drizzleOn(tx), ctx.viewer, filter, after, batch))
    for (const found of await permitted(rows, ctx)) {
      page.push(found)
      after = [found.row.isPinned, found.row.createdAt, found.row.id]
      if (page.length > limit)
        return { notes: await viewsOf(page.slice(0, limit), ctx), nextCursor: cursorAt(page[limit - 1]!.row) }
    }
    const last = rows.at(-1)
    if (rows.length < batch || !last) return { notes: await viewsOf(page, ctx), nextCursor: null }
    after = [last.isPinned, last.createdAt, last.id]
  }
  return { notes: await viewsOf(page, ctx), nextCursor: position.write(after!) }
}

const cursorAt = (row: NoteRow): string => position.write([row.isPinned, row.createdAt, row.id])
