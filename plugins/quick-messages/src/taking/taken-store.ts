import type { TenantId } from '@recado/sdk'
import type { drizzleOn } from '@recado/sdk/server'
import { and, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { changeFirst, type PartFile } from '../messages/part-store.ts'
import { messageParts, quickMessages } from '../messages/quick-message.table.ts'
import { taken, type TakenRow } from './taken.table.ts'

type Tx = ReturnType<typeof drizzleOn>

/** A message as it is written here: for one user alone, or for everybody; with a file, or without one. */
export interface Written {
  readonly key: string
  readonly text: string
  readonly userId: string | null
  readonly file: PartFile
}

/** Who brings messages from where, and in which run. */
export interface Taking {
  readonly tenant: TenantId
  readonly caller: string
  readonly source: string
  readonly run: string
}

export const digestOf = ({ key, text, userId, file: { mediaId } }: Written): string =>
  createHash('md5')
    .update(JSON.stringify([key, text, userId, ...(mediaId === null ? [] : [mediaId])]))
    .digest('hex')

/** Written beside a run that is gone: of nobody any more. */
const nobody = '00000000-0000-0000-0000-000000000000'

const ofCaller = ({ tenant, caller }: Pick<Taking, 'tenant' | 'caller'>) =>
  and(eq(taken.tenantId, tenant), eq(taken.caller, caller))

/** What messages of these refs became, by ref. */
export async function readTaken(
  tx: Tx,
  taking: Taking,
  refs: readonly string[],
): Promise<ReadonlyMap<string, TakenRow>> {
  if (refs.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(taken)
    .where(and(ofCaller(taking), eq(taken.source, taking.source), inArray(taken.ref, [...refs])))
  return new Map(rows.map((row) => [row.ref, row]))
}

/** What a run has made, and what it changed of others. */
export const takenBy = (tx: Tx, of: Pick<Taking, 'tenant' | 'caller' | 'run'>): Promise<TakenRow[]> =>
  tx
    .select()
    .from(taken)
    .where(and(ofCaller(of), or(eq(taken.runId, of.run), eq(taken.changedBy, of.run))))
    .orderBy(taken.source, taken.ref)

/** Notes what a message became, or how it was written last. */
export async function keepTaken(
  tx: Tx,
  { tenant, caller, source, run }: Taking,
  row: Pick<TakenRow, 'ref' | 'messageId' | 'made' | 'digest'>,
): Promise<void> {
  await tx
    .insert(taken)
    .values({ tenantId: tenant, caller, source, runId: run, ...row })
    .onConflictDoUpdate({
      target: [taken.tenantId, taken.caller, taken.source, taken.ref],
      set: { digest: row.digest, changedBy: sql`case when ${taken.runId} <> ${run} then ${run}::uuid end` },
    })
}

/** Forgets what a run had to do with: what stays of it is known from then on, and nobody's. */
export async function releaseRun(
  tx: Tx,
  of: Pick<Taking, 'tenant' | 'caller' | 'run'>,
  kept: readonly string[],
): Promise<void> {
  const made = and(ofCaller(of), eq(taken.runId, of.run))
  if (kept.length > 0)
    await tx
      .update(taken)
      .set({ made: false, runId: nobody, changedBy: null })
      .where(and(made, inArray(taken.messageId, [...kept])))
  await tx.delete(taken).where(made)
  await tx
    .update(taken)
    .set({ changedBy: null })
    .where(and(ofCaller(of), isNotNull(taken.changedBy), eq(taken.changedBy, of.run), ne(taken.runId, of.run)))
}

/** Messages of one part as they are now, by id; others have been changed by somebody. */
export async function readWritten(
  tx: Tx,
  tenant: TenantId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Written | null>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({
      id: quickMessages.id,
      key: quickMessages.key,
      scope: quickMessages.scope,
      userId: quickMessages.userId,
      parts: sql<number>`count(*)::integer`,
      text: sql<string>`min(${messageParts.text})`,
      mediaId: sql<string | null>`min(${messageParts.mediaId}::text)`,
      mediaName: sql<string | null>`min(${messageParts.mediaName})`,
      mediaMime: sql<string | null>`min(${messageParts.mediaMime})`,
      mediaBytes: sql<number | null>`min(${messageParts.mediaBytes})`,
    })
    .from(quickMessages)
    .innerJoin(
      messageParts,
      and(eq(messageParts.tenantId, quickMessages.tenantId), eq(messageParts.messageId, quickMessages.id)),
    )
    .where(and(eq(quickMessages.tenantId, tenant), inArray(quickMessages.id, [...ids])))
    .groupBy(quickMessages.tenantId, quickMessages.id)
  return new Map(
    rows.map(({ id, key, scope, userId, parts, text, ...file }) => [
      id,
      parts === 1 && scope !== 'queue' ? { key, text, userId, file } : null,
    ]),
  )
}

/** The id of the message that has the shortcut for the same people. */
export async function holderOf(tx: Tx, tenant: TenantId, { key, userId }: Written): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: quickMessages.id })
    .from(quickMessages)
    .where(
      and(
        eq(quickMessages.tenantId, tenant),
        userId === null
          ? eq(quickMessages.scope, 'global')
          : and(eq(quickMessages.scope, 'personal'), eq(quickMessages.userId, userId)),
        sql`lower(${quickMessages.key}) = lower(${key})`,
      ),
    )
  return row?.id
}

const columnsOf = ({ key, userId }: Written) => ({
  key,
  userId,
  scope: userId === null ? ('global' as const) : ('personal' as const),
})

/** The id of a new message; undefined where its shortcut is taken. */
export async function insertWritten(tx: Tx, tenant: TenantId, written: Written): Promise<string | undefined> {
  const [row] = await tx
    .insert(quickMessages)
    .values({ tenantId: tenant, ...columnsOf(written) })
    .onConflictDoNothing()
    .returning({ id: quickMessages.id })
  if (!row) return undefined
  await tx
    .insert(messageParts)
    .values({ tenantId: tenant, messageId: row.id, position: 0, text: written.text, ...written.file })
  return row.id
}

/** Changes a message of one part. */
export async function changeWritten(tx: Tx, tenant: TenantId, id: string, written: Written): Promise<void> {
  await tx
    .update(quickMessages)
    .set({ ...columnsOf(written), updatedAt: sql`now()` })
    .where(and(eq(quickMessages.tenantId, tenant), eq(quickMessages.id, id)))
  await changeFirst(tx, tenant, id, { text: written.text, ...written.file })
}

/** Removes messages; how many there were. */
export async function removeWritten(tx: Tx, tenant: TenantId, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const gone = await tx
    .delete(quickMessages)
    .where(and(eq(quickMessages.tenantId, tenant), inArray(quickMessages.id, [...ids])))
    .returning({ id: quickMessages.id })
  return gone.length
}
