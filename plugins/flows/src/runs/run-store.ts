import { and, eq, inArray, lt, sql, type SQL } from 'drizzle-orm'
import { figures } from '../flows/flow.table.ts'
import type { Tx } from '../flows/flow-store.ts'
import { runs, type RunRow } from './run.table.ts'
import { mostSeen, type Step } from './step-store.ts'

const one = (tenantId: string, id: string): SQL => and(eq(runs.tenantId, tenantId), eq(runs.id, id))!

export async function readRun(tx: Tx, tenantId: string, id: string): Promise<RunRow | undefined> {
  const [row] = await tx.select().from(runs).where(one(tenantId, id))
  return row
}

export async function insertRun(
  tx: Tx,
  run: Pick<RunRow, 'tenantId' | 'ticketId' | 'contactId' | 'seen'> & Omit<Step, 'inbox'>,
): Promise<RunRow> {
  const [row] = await tx.insert(runs).values(run).returning()
  return row!
}

/** Keeps a key of a locked row, and when. */
export const keepSeen = async (tx: Tx, { tenantId, id, seen }: RunRow, key: string): Promise<void> => {
  await tx
    .update(runs)
    .set({ seen: [...seen, key].slice(-mostSeen), updatedAt: sql`now()` as never })
    .where(one(tenantId, id))
}

/** Keeps which job waits for a locked row. */
export const keepTimer = async (
  tx: Tx,
  { tenantId, id }: RunRow,
  timer: Pick<RunRow, 'timerAt' | 'timerWait'>,
): Promise<void> => {
  await tx.update(runs).set(timer).where(one(tenantId, id))
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

/** Takes away runs that were over for a week, and figures that nobody is shown any more. */
export async function prune(tx: Tx, tenantId: string): Promise<void> {
  await tx.delete(runs).where(and(eq(runs.tenantId, tenantId), lt(runs.overAt, sql`now() - interval '7 days'`)))
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
