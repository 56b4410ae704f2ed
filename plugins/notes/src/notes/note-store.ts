import type { ContactId, TicketId, Viewer } from '@recado/sdk'
import type { drizzleOn } from '@recado/sdk/server'
import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm'
import type { NoteOrder, Position } from './note.ts'
import { notes, type NoteRow } from './note.table.ts'
import { readable } from './rights.ts'

type Tx = ReturnType<typeof drizzleOn>
type Owner = Pick<Viewer, 'tenantId' | 'userId' | 'queueIds' | 'can'>

export interface NoteFilter {
  readonly ticketId?: string | undefined
  readonly contactId?: string | undefined
  readonly queueId?: string | undefined
  /** Owner filter: all notes that the viewer may read, only their own, only shared ones. */
  readonly of?: 'all' | 'mine' | 'shared' | undefined
  readonly search?: string
  /** Instants of writing: from the first on, before the second. */
  readonly from?: string | undefined
  readonly until?: string | undefined
  /** `pinned` when absent. */
  readonly order?: NoteOrder
}

const one = (tenantId: string, id: string): SQL => and(eq(notes.tenantId, tenantId), eq(notes.id, id))!
const given = <T>(value: T | undefined, condition: (value: T) => SQL | undefined): SQL | undefined =>
  value === undefined ? undefined : condition(value)

/** Notes that the viewer may read as far as this plugin can tell. */
export const list = (
  tx: Tx,
  viewer: Owner,
  filter: NoteFilter,
  after: Position | undefined,
  limit: number,
): Promise<NoteRow[]> =>
  tx
    .select()
    .from(notes)
    .where(
      and(
        eq(notes.tenantId, viewer.tenantId),
        isNull(notes.deletedAt),
        readable(viewer),
        given(filter.ticketId, (id) => eq(notes.ticketId, id)),
        given(filter.contactId, (id) => eq(notes.contactId, id)),
        given(filter.queueId, (id) => eq(notes.queueId, id)),
        filter.of === 'mine'
          ? eq(notes.userId, viewer.userId)
          : filter.of === 'shared'
            ? eq(notes.isShared, true)
            : undefined,
        // A position instead of a pattern, so that `%` and `_` are just characters.
        filter.search ? sql`position(lower(${filter.search}) in lower(${notes.content})) > 0` : undefined,
        given(filter.from, (at) => gte(notes.createdAt, at)),
        given(filter.until, (at) => lt(notes.createdAt, at)),
        given(after, ([pinned, at, id]) =>
          filter.order === 'newest'
            ? sql`(${notes.createdAt}, ${notes.id}) < (${at}::timestamptz, ${id}::uuid)`
            : sql`
              (${notes.isPinned}, ${notes.createdAt},
               ${notes.id}) < (${pinned}::boolean, ${at}::timestamptz, ${id}::uuid)`,
        ),
      ),
    )
    .orderBy(...(filter.order === 'newest' ? [] : [desc(notes.isPinned)]), desc(notes.createdAt), desc(notes.id))
    .limit(limit)

export const find = async (
  tx: Tx,
  viewer: Owner,
  id: string,
  state: 'kept' | 'deleted',
): Promise<NoteRow | undefined> =>
  (
    await tx
      .select()
      .from(notes)
      .where(
        and(
          one(viewer.tenantId, id),
          state === 'kept' ? isNull(notes.deletedAt) : isNotNull(notes.deletedAt),
          readable(viewer),
        ),
      )
  )[0]

export const insert = async (tx: Tx, row: typeof notes.$inferInsert): Promise<NoteRow> =>
  (await tx.insert(notes).values(row).returning())[0]!

/**
 * With a key that its author, or an automation, has used before nothing is written, and the note of then is answered,
 * deleted or not.
 */
export async function insertOnce(
  tx: Tx,
  row: typeof notes.$inferInsert & { key: string },
): Promise<{ row: NoteRow; isNew: boolean }> {
  const [written] = await tx.insert(notes).values(row).onConflictDoNothing().returning()
  if (written) return { row: written, isNew: true }
  const [known] = await tx
    .select()
    .from(notes)
    .where(
      and(
        eq(notes.tenantId, row.tenantId),
        sql`${notes.userId} is not distinct from ${row.userId ?? null}::uuid`,
        eq(notes.key, row.key),
      ),
    )
  return { row: known!, isNew: false }
}

/** Undefined when the note has gone meanwhile. Pinning is no change of what it says. */
export const change = async (
  tx: Tx,
  tenantId: string,
  id: string,
  changes: Partial<Pick<NoteRow, 'content' | 'isShared' | 'isPinned'>>,
): Promise<NoteRow | undefined> =>
  (
    await tx
      .update(notes)
      .set({ ...changes, ...(changes.content !== undefined && { updatedAt: sql`now()` as never }) })
      .where(and(one(tenantId, id), isNull(notes.deletedAt)))
      .returning()
  )[0]

export const setDeleted = async (
  tx: Tx,
  tenantId: string,
  id: string,
  deleted: boolean,
): Promise<NoteRow | undefined> =>
  (
    await tx
      .update(notes)
      .set({ deletedAt: deleted ? sql`now()` : null })
      .where(and(one(tenantId, id), deleted ? isNull(notes.deletedAt) : isNotNull(notes.deletedAt)))
      .returning()
  )[0]

/** Takes away for good what was deleted before `ageMs` ago. */
export const sweep = async (tx: Tx, tenantId: string, ageMs: number): Promise<void> => {
  await tx
    .delete(notes)
    .where(and(eq(notes.tenantId, tenantId), lt(notes.deletedAt, sql`now() - ${ageMs} * interval '1 millisecond'`)))
}

export const eraseTicket = async (tx: Tx, tenantId: string, ticket: TicketId): Promise<void> => {
  await tx.delete(notes).where(and(eq(notes.tenantId, tenantId), eq(notes.ticketId, ticket)))
}

export const moveNotes = async (tx: Tx, tenantId: string, from: TicketId, into: TicketId): Promise<void> => {
  await tx
    .update(notes)
    .set({ ticketId: into, cameFrom: sql`${notes.cameFrom} || ${from}::uuid` })
    .where(and(eq(notes.tenantId, tenantId), eq(notes.ticketId, from)))
}

/** Merges into one ticket are undone in any order, and of several in a row the last one first. */
export const moveBack = async (tx: Tx, tenantId: string, from: TicketId, into: TicketId): Promise<void> => {
  await tx
    .update(notes)
    .set({ ticketId: from, cameFrom: sql`trim_array(${notes.cameFrom}, 1)` })
    .where(
      and(
        eq(notes.tenantId, tenantId),
        eq(notes.ticketId, into),
        sql`${notes.cameFrom}[cardinality(${notes.cameFrom})] = ${from}::uuid`,
      ),
    )
}

export const moveContact = async (tx: Tx, tenantId: string, from: ContactId, into: ContactId): Promise<void> => {
  await tx
    .update(notes)
    .set({ contactId: into })
    .where(and(eq(notes.tenantId, tenantId), eq(notes.contactId, from)))
}

/** Conversations with notes under this contact. */
export const ticketsOf = async (tx: Tx, tenantId: string, contact: ContactId): Promise<TicketId[]> =>
  (
    await tx
      .selectDistinct({ id: notes.ticketId })
      .from(notes)
      .where(and(eq(notes.tenantId, tenantId), eq(notes.contactId, contact)))
  ).map(({ id }) => id as TicketId)

export const setContact = async (tx: Tx, tenantId: string, ticket: TicketId, contact: ContactId): Promise<void> => {
  await tx
    .update(notes)
    .set({ contactId: contact })
    .where(and(eq(notes.tenantId, tenantId), eq(notes.ticketId, ticket)))
}

const about = (tenantId: string, contacts: readonly ContactId[]): SQL =>
  and(eq(notes.tenantId, tenantId), inArray(notes.contactId, [...contacts]))!
export const readAbout = (tx: Tx, tenantId: string, contacts: readonly ContactId[]): Promise<NoteRow[]> =>
  tx.select().from(notes).where(about(tenantId, contacts)).orderBy(notes.createdAt, notes.id)
export const eraseAbout = async (tx: Tx, tenantId: string, contacts: readonly ContactId[]): Promise<void> => {
  await tx.delete(notes).where(about(tenantId, contacts))
}
