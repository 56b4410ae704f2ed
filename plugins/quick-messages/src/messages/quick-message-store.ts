import type { TenantId, Viewer } from '@recado/sdk'
import { unlessTaken, type drizzleOn } from '@recado/sdk/server'
import { and, asc, eq, getTableColumns, or, sql, type SQL } from 'drizzle-orm'
import { refusal } from '../errors.ts'
import type { Cursor } from './cursor.ts'
import type { Scope } from './limits.ts'
import { messageParts, quickMessages, type QuickMessageRow } from './quick-message.table.ts'
import type { QuickMessageHead } from './quick-message.ts'
import { requireWrite, visibleTo } from './scope.ts'

type Tx = ReturnType<typeof drizzleOn>
type Owner = Pick<Viewer, 'tenantId' | 'userId' | 'role' | 'queueIds' | 'can'>

export interface ListQuery {
  readonly search: string
  readonly scope?: Scope | undefined
  readonly after?: Cursor | undefined
  readonly limit: number
}

const foldedKey = sql<string>`lower(${quickMessages.key})`
const ofTenant = (viewer: Owner): SQL => eq(quickMessages.tenantId, viewer.tenantId)

/**
 * Both in the key and in the texts, case aside. Positions instead of patterns, so that `%` and `_` are just characters.
 */
const matching = (search: string): SQL | undefined =>
  search === ''
    ? undefined
    : or(
        sql`position(lower(${search}) in ${foldedKey}) > 0`,
        sql`
          exists (select
                    from ${messageParts}
                   where ${messageParts.tenantId} = ${quickMessages.tenantId}
                     and ${messageParts.messageId} = ${quickMessages.id}
                     and position(lower(${search}) in lower(${messageParts.text})) > 0)`,
      )

const following = (after: Cursor | undefined): SQL | undefined =>
  after && sql`(${foldedKey}, ${quickMessages.id}) > (${after.key}, ${after.id}::uuid)`

/**
 * Messages that the viewer may use, in the order of the keys; at most `limit`. `folded` is the key as the database
 * orders by it.
 */
export const listVisible = (
  tx: Tx,
  viewer: Owner,
  { search, scope, after, limit }: ListQuery,
): Promise<(QuickMessageRow & { folded: string })[]> =>
  tx
    .select({ ...getTableColumns(quickMessages), folded: foldedKey })
    .from(quickMessages)
    .where(
      and(
        ofTenant(viewer),
        visibleTo(viewer),
        scope && eq(quickMessages.scope, scope),
        matching(search),
        following(after),
      ),
    )
    .orderBy(asc(foldedKey), asc(quickMessages.id))
    .limit(limit)

/** A shortcut as somebody names it for a conversation in a queue, or in none: a user, or nobody. */
export interface Wanted {
  readonly key: string
  readonly viewer: Owner | undefined
  readonly queueId: string | null
}

/**
 * The message that a shortcut means: one's own before that of the conversation's queue, that before everybody's. Nobody
 * has none of their own, and no other queue's.
 */
export async function findByKey(
  tx: Tx,
  tenant: TenantId,
  { key, viewer, queueId }: Wanted,
): Promise<QuickMessageRow | undefined> {
  const ofQueue =
    queueId === null ? sql`false` : and(eq(quickMessages.scope, 'queue'), eq(quickMessages.queueId, queueId))
  const [row] = await tx
    .select()
    .from(quickMessages)
    .where(
      and(
        eq(quickMessages.tenantId, tenant),
        sql`${foldedKey} = lower(${key})`,
        viewer ? visibleTo(viewer) : or(eq(quickMessages.scope, 'global'), ofQueue),
      ),
    )
    .orderBy(
      sql`
        case when ${quickMessages.scope} = 'personal' then 0
             when ${ofQueue} then 1
             when ${quickMessages.scope} = 'global' then 2
             else 3 end`,
      asc(quickMessages.id),
    )
    .limit(1)
  return row
}

/** Owner columns of a message. */
const target = (viewer: Owner, draft: QuickMessageHead) => ({
  key: draft.key,
  scope: draft.scope,
  userId: draft.scope === 'personal' ? viewer.userId : null,
  queueId: draft.scope === 'queue' ? draft.queueId : null,
})

const keyTaken = (because: ErrorOptions) => refusal('ERR_FAST_REPLY_EXISTS', {}, because)

/** @throws Refusal ERR_FAST_REPLY_EXISTS */
export async function insert(tx: Tx, viewer: Owner, draft: QuickMessageHead): Promise<QuickMessageRow> {
  const [row] = await unlessTaken(
    tx
      .insert(quickMessages)
      .values({ tenantId: viewer.tenantId, ...target(viewer, draft) })
      .returning(),
    keyTaken,
  )
  return row!
}

/**
 * The message, locked for a change by this viewer.
 * @throws Refusal ERR_NO_FAST_REPLY_FOUND for what they may not see, ERR_NO_PERMISSION for what they may only use
 */
export async function lockForWrite(tx: Tx, viewer: Owner, id: string): Promise<QuickMessageRow> {
  const [row] = await tx
    .select()
    .from(quickMessages)
    .where(and(ofTenant(viewer), eq(quickMessages.id, id), visibleTo(viewer)))
    .for('update')
  if (!row) throw refusal('ERR_NO_FAST_REPLY_FOUND')
  requireWrite(viewer, row.scope)
  return row
}

/**
 * Changes a row that {@link lockForWrite} has answered, or only says that what belongs to it changed. @throws Refusal
 * ERR_FAST_REPLY_EXISTS
 */
export async function update(tx: Tx, viewer: Owner, id: string, draft?: QuickMessageHead): Promise<QuickMessageRow> {
  const [row] = await unlessTaken(
    tx
      .update(quickMessages)
      .set({ ...(draft && target(viewer, draft)), updatedAt: sql`now()` })
      .where(and(ofTenant(viewer), eq(quickMessages.id, id)))
      .returning(),
    keyTaken,
  )
  return row!
}

export const remove = async (tx: Tx, viewer: Owner, id: string): Promise<void> => {
  await tx.delete(quickMessages).where(and(ofTenant(viewer), eq(quickMessages.id, id)))
}

/** Takes away what was one user's alone: nobody else could ever see it. */
export const removeOf = async (tx: Tx, tenant: TenantId, userId: string): Promise<void> => {
  await tx
    .delete(quickMessages)
    .where(
      and(eq(quickMessages.tenantId, tenant), eq(quickMessages.scope, 'personal'), eq(quickMessages.userId, userId)),
    )
}
