import { and, desc, eq, inArray, lt, sql, type SQL } from 'drizzle-orm'
import type { Effect } from '../engine/state.ts'
import { figures } from '../flows/flow.table.ts'
import type { Tx } from '../flows/flow-store.ts'
import { runs, type RunRow } from './run.table.ts'

/** Keys of events that are kept: core repeats the last of a ticket alone. */
const mostSeen = 20
const shards = 8

const one = (tenantId: string, id: string): SQL => and(eq(runs.tenantId, tenantId), eq(runs.id, id))!

/** The last run of a ticket, locked. */
export async function lastOf(tx: Tx, tenantId: string, ticketId: string): Promise<RunRow | undefined> {
  const [row] = await tx
    .select()
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), eq(runs.ticketId, ticketId)))
    .orderBy(desc(runs.id))
    .limit(1)
    .for('update')
  return row
}

export async function lockRun(tx: Tx, tenantId: string, id: string): Promise<RunRow | undefined> {
  const [row] = await tx.select().from(runs).where(one(tenantId, id)).for('update')
  return row
}

export async function readRun(tx: Tx, tenantId: string, id: string): Promise<RunRow | undefined> {
  const [row] = await tx.select().from(runs).where(one(tenantId, id))
  return row
}

export async function insertRun(
  tx: Tx,
  run: Pick<RunRow, 'tenantId' | 'ticketId' | 'contactId' | 'flowId' | 'versionId' | 'state' | 'effects' | 'seen'> & {
    readonly isOver: boolean
  },
): Promise<RunRow> {
  const [row] = await tx.insert(runs).values(run).returning()
  return row!
}

/** Stores a step of a locked row, before anything of it is done. */
export async function keepStep(
  tx: Tx,
  { tenantId, id, seen }: RunRow,
  step: Pick<RunRow, 'state' | 'effects' | 'inbox' | 'isOver' | 'flowId' | 'versionId'>,
  key: string,
): Promise<RunRow> {
  const [row] = await tx
    .update(runs)
    .set({ ...step, seen: [...seen, key].slice(-mostSeen), updatedAt: sql`now()` as never })
    .where(one(tenantId, id))
    .returning()
  return row!
}

/** Keeps a key of a locked row, and when. */
export const keepSeen = async (tx: Tx, { tenantId, id, seen }: RunRow, key: string): Promise<void> => {
  await tx
    .update(runs)
    .set({ seen: [...seen, key].slice(-mostSeen), updatedAt: sql`now()` as never })
    .where(one(tenantId, id))
}

export const keepInbox = async (tx: Tx, { tenantId, id }: RunRow, inbox: RunRow['inbox']): Promise<void> => {
  await tx.update(runs).set({ inbox }).where(one(tenantId, id))
}

/**
 * A run that is over keeps nothing of what its contact said. Answers the runs in which a bot had the conversation: the
 * bot need not know it any more.
 */
export const endRun = async (tx: Tx, tenantId: string, where: SQL | undefined): Promise<string[]> => {
  const ended = await tx
    .update(runs)
    .set({
      isOver: true,
      inbox: [],
      state: sql`${runs.state} || '{"phase":"over","variables":{}}'::jsonb` as never,
      updatedAt: sql`now()` as never,
    })
    .where(and(eq(runs.tenantId, tenantId), eq(runs.isOver, false), where))
    .returning({ id: runs.id, state: runs.state })
  return ended.filter(({ state }) => state.bot !== undefined).map(({ id }) => id)
}

/** Whether a conversation is in a flow. */
export async function isLive(tx: Tx, tenantId: string, ticketId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), eq(runs.ticketId, ticketId), eq(runs.isOver, false)))
  return row !== undefined
}

/** Live runs of a flow. */
export const liveOf = (
  tx: Tx,
  tenantId: string,
  flowId: string,
  limit: number,
): Promise<Pick<RunRow, 'id' | 'ticketId'>[]> =>
  tx
    .select({ id: runs.id, ticketId: runs.ticketId })
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), eq(runs.flowId, flowId), eq(runs.isOver, false)))
    .limit(limit)

/** Counts what a step did. In one order everywhere, so that two steps never wait for each other. */
export async function countStep(
  tx: Tx,
  tenantId: string,
  flowId: string,
  effects: readonly Effect[],
  hasBegun: boolean,
): Promise<void> {
  const counts = new Map<string, number>()
  const count = (kind: string, place: string): void => {
    const key = `${kind} ${place}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  if (hasBegun) count('begun', '')
  for (const effect of effects) {
    if (effect.kind === 'took') {
      count('taken', effect.edgeId)
      count('entered', effect.nodeId)
    }
    if (effect.kind === 'end' && effect.outcome.kind !== 'keep' && effect.nodeId !== null) count('left', effect.nodeId)
  }
  if (counts.size === 0) return
  const shard = Math.floor(Math.random() * shards)
  const rows = [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, times]) => {
      const [kind, place] = key.split(' ') as [never, string]
      return { tenantId, flowId, day: sql`(now() at time zone 'UTC')::date` as never, kind, place, shard, times }
    })
  await tx
    .insert(figures)
    .values(rows)
    .onConflictDoUpdate({
      target: [figures.tenantId, figures.flowId, figures.day, figures.kind, figures.place, figures.shard],
      set: { times: sql`${figures.times} + excluded.times` },
    })
}

/** Takes away runs that were over for a week, and figures that nobody is shown any more. */
export async function prune(tx: Tx, tenantId: string): Promise<void> {
  await tx
    .delete(runs)
    .where(and(eq(runs.tenantId, tenantId), eq(runs.isOver, true), lt(runs.updatedAt, sql`now() - interval '7 days'`)))
  await tx
    .delete(figures)
    .where(and(eq(figures.tenantId, tenantId), lt(figures.day, sql`(now() at time zone 'UTC')::date - 31`)))
}

/** Takes away what is known of these contacts' conversations. Answers the runs in which a bot had one. */
export const eraseAbout = async (tx: Tx, tenantId: string, contacts: readonly string[]): Promise<string[]> => {
  const gone = await tx
    .delete(runs)
    .where(and(eq(runs.tenantId, tenantId), inArray(runs.contactId, [...contacts])))
    .returning({ id: runs.id, state: runs.state })
  return gone.filter(({ state }) => state.bot !== undefined).map(({ id }) => id)
}

/** What conversations with these contacts answered, for an export to them. */
export const answersOf = (
  tx: Tx,
  tenantId: string,
  contacts: readonly string[],
): Promise<Pick<RunRow, 'ticketId' | 'state'>[]> =>
  tx
    .select({ ticketId: runs.ticketId, state: runs.state })
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), inArray(runs.contactId, [...contacts])))
    .limit(1_000)
