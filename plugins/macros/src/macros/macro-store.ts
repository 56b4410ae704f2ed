import { Refusal, type Viewer } from '@recado/sdk'
import { unlessTaken, type drizzleOn } from '@recado/sdk/server'
import { and, asc, eq, isNull, or, sql, type SQL } from 'drizzle-orm'
import { refusal } from '../errors.ts'
import { maxMacros } from './limits.ts'
import type { MacroDraft } from './macro.ts'
import { macros, type MacroRow } from './macro.table.ts'

type Tx = ReturnType<typeof drizzleOn>
type Owner = Pick<Viewer, 'tenantId' | 'userId' | 'can'>

/** Permission to write the shared macros; everybody writes their own. */
export const managePermission = 'macros.manage'
export const mayWrite = (viewer: Owner, isShared: boolean): boolean => !isShared || viewer.can(managePermission)

const ofTenant = (viewer: Owner): SQL => eq(macros.tenantId, viewer.tenantId)
/** Shared macros, or the viewer's own. */
const among = (viewer: Owner, isShared: boolean): SQL =>
  and(ofTenant(viewer), isShared ? isNull(macros.userId) : eq(macros.userId, viewer.userId))!
const one = (viewer: Owner, id: string): SQL =>
  and(ofTenant(viewer), or(isNull(macros.userId), eq(macros.userId, viewer.userId)), eq(macros.id, id))!

/** Macros that the viewer may run: the shared ones, then their own. */
export const list = (tx: Tx, viewer: Owner): Promise<MacroRow[]> =>
  tx
    .select()
    .from(macros)
    .where(or(among(viewer, true), among(viewer, false)))
    .orderBy(sql`${macros.userId} is not null`, asc(macros.position), asc(macros.id))
    .limit(maxMacros)

/** Macros for everybody, in their order. */
export const listShared = (tx: Tx, tenantId: string): Promise<MacroRow[]> =>
  tx
    .select()
    .from(macros)
    .where(and(eq(macros.tenantId, tenantId), isNull(macros.userId)))
    .orderBy(asc(macros.position), asc(macros.id))
    .limit(maxMacros)

/** A macro for everybody. @throws Refusal ERR_NO_MACRO_FOUND */
export async function findShared(tx: Tx, tenantId: string, id: string): Promise<MacroRow> {
  const [row] = await tx
    .select()
    .from(macros)
    .where(and(eq(macros.tenantId, tenantId), isNull(macros.userId), eq(macros.id, id)))
  if (!row) throw refusal('ERR_NO_MACRO_FOUND')
  return row
}

/** @throws Refusal ERR_NO_MACRO_FOUND for what the viewer may not run */
export async function find(tx: Tx, viewer: Owner, id: string): Promise<MacroRow> {
  const [row] = await tx.select().from(macros).where(one(viewer, id))
  if (!row) throw refusal('ERR_NO_MACRO_FOUND')
  return row
}

/** Locked for a change. @throws Refusal ERR_NO_MACRO_FOUND, ERR_NO_PERMISSION for what the viewer may only run */
export async function lock(tx: Tx, viewer: Owner, id: string): Promise<MacroRow> {
  const [row] = await tx.select().from(macros).where(one(viewer, id)).for('update')
  if (!row) throw refusal('ERR_NO_MACRO_FOUND')
  if (!mayWrite(viewer, row.userId === null)) throw new Refusal('ERR_NO_PERMISSION')
  return row
}

const nameTaken = (because: ErrorOptions) => refusal('ERR_MACRO_EXISTS', {}, because)

/** Behind the others. */
const lastOf = (viewer: Owner, isShared: boolean): SQL =>
  sql`(select coalesce(max(position), 0) + 1 from ${macros} where ${among(viewer, isShared)})`

/**
 * Behind the others of its kind. One after the other in a company, so that the limit holds. @throws Refusal
 * ERR_MACRO_EXISTS, ERR_MACRO_LIMIT
 */
export async function insert(tx: Tx, viewer: Owner, { name, shared, steps }: MacroDraft): Promise<MacroRow> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`macros ${viewer.tenantId}`}, 0))`)
  if ((await tx.$count(macros, ofTenant(viewer))) >= maxMacros) throw refusal('ERR_MACRO_LIMIT', { limit: maxMacros })
  const [row] = await unlessTaken(
    tx
      .insert(macros)
      .values({
        tenantId: viewer.tenantId,
        name,
        steps,
        userId: shared ? null : viewer.userId,
        position: lastOf(viewer, shared) as never,
      })
      .returning(),
    nameTaken,
  )
  return row!
}

/**
 * Changes a row that {@link lock} has answered; given to others, or taken from them, it is behind what is there.
 * @throws Refusal ERR_MACRO_EXISTS
 */
export async function replace(
  tx: Tx,
  viewer: Owner,
  before: MacroRow,
  { name, shared, steps }: MacroDraft,
): Promise<MacroRow> {
  const isMoved = (before.userId === null) !== shared
  const [row] = await unlessTaken(
    tx
      .update(macros)
      .set({
        name,
        steps,
        userId: shared ? null : viewer.userId,
        updatedAt: sql`now()` as never,
        ...(isMoved && { position: lastOf(viewer, shared) as never }),
      })
      .where(and(ofTenant(viewer), eq(macros.id, before.id)))
      .returning(),
    nameTaken,
  )
  return row!
}

export const remove = async (tx: Tx, viewer: Owner, id: string): Promise<void> => {
  await tx.delete(macros).where(and(ofTenant(viewer), eq(macros.id, id)))
}

/** Takes away what was one user's alone. */
export const removeOf = async (tx: Tx, tenantId: string, userId: string): Promise<void> => {
  await tx.delete(macros).where(and(eq(macros.tenantId, tenantId), eq(macros.userId, userId)))
}

/** Stores this order. Later macros come behind, deleted ones are skipped. */
export const arrange = async (tx: Tx, viewer: Owner, isShared: boolean, ids: readonly string[]): Promise<void> => {
  await tx.execute(sql`
    update ${macros} set position = placed.position
      from (select m.id, row_number() over (order by w.place nulls last, m.position, m.id) as position
              from (select id, position from ${macros} where ${among(viewer, isShared)}) m
              left join unnest(${sql.param([...ids])}::uuid[]) with ordinality w (id, place) on w.id = m.id) placed
     where ${among(viewer, isShared)} and ${macros.id} = placed.id`)
}
