import { Refusal, type ContactId, type Viewer } from '@recado/sdk'
import type { drizzleOn } from '@recado/sdk/server'
import { and, eq, inArray, lt, sql, type SQL } from 'drizzle-orm'
import { refusal } from '../errors.ts'
import type { StepResult } from './run.ts'
import { runs, type RunRow } from './run.table.ts'

type Tx = ReturnType<typeof drizzleOn>
type Runner = Pick<Viewer, 'tenantId' | 'userId'>
/** Identity of a run: the user's own key, and its macro and ticket. */
export interface RunName {
  readonly key: string
  readonly macroId: string
  readonly ticketId: string
}

/** Longer than any request lasts, so that two never work on one run. */
const lease = sql`now() + interval '15 seconds'`
const one = ({ tenantId, userId }: Runner, key: string): SQL =>
  and(eq(runs.tenantId, tenantId), eq(runs.userId, userId), eq(runs.key, key))!

/**
 * A run that was begun before, resumed if no request works on it; a finished one as it is. Undefined for a new key.
 * @throws Refusal ERR_IDEMPOTENCY_MISMATCH for the key of another run, ERR_MACRO_RUNNING while a request works on it
 */
export async function takeUp(tx: Tx, runner: Runner, { key, macroId, ticketId }: RunName): Promise<RunRow | undefined> {
  const [row] = await tx.select().from(runs).where(one(runner, key)).for('update')
  if (!row) return undefined
  if (row.macroId !== macroId || row.ticketId !== ticketId) throw new Refusal('ERR_IDEMPOTENCY_MISMATCH')
  if (row.isFinished) return row
  const [taken] = await tx
    .update(runs)
    .set({ leasedUntil: lease as never })
    .where(and(one(runner, key), lt(runs.leasedUntil, sql`now()`)))
    .returning()
  if (!taken) throw refusal('ERR_MACRO_RUNNING')
  return taken
}

/** Writes a run down before its first step. @throws Refusal ERR_MACRO_RUNNING when the same one was begun meanwhile */
export async function begin(
  tx: Tx,
  runner: Runner,
  { key, macroId, ticketId }: RunName,
  plan: Pick<RunRow, 'contactId' | 'steps' | 'texts' | 'before'>,
): Promise<RunRow> {
  const [row] = await tx
    .insert(runs)
    .values({
      tenantId: runner.tenantId,
      userId: runner.userId,
      key,
      macroId,
      ticketId,
      ...plan,
      leasedUntil: lease as never,
    })
    .onConflictDoNothing()
    .returning()
  if (!row) throw refusal('ERR_MACRO_RUNNING')
  return row
}

/** Stores the progress of a run. Texts of a finished one are kept in the conversation alone. */
export const progress = async (
  tx: Tx,
  runner: Runner,
  key: string,
  results: readonly StepResult[],
  isFinished: boolean,
): Promise<void> => {
  await tx
    .update(runs)
    .set({ results: [...results], isFinished, ...(isFinished && { texts: [] }) })
    .where(one(runner, key))
}

/** Releases a run: a repeated call goes on with it. */
export const release = async (tx: Tx, runner: Runner, key: string): Promise<void> => {
  await tx
    .update(runs)
    .set({ leasedUntil: sql`now()` as never })
    .where(one(runner, key))
}

/** Takes away what nobody repeats any more: runs that began before `ageMs` ago. */
export const sweep = async (tx: Tx, tenantId: string, ageMs: number): Promise<void> => {
  await tx
    .delete(runs)
    .where(and(eq(runs.tenantId, tenantId), lt(runs.createdAt, sql`now() - ${ageMs} * interval '1 millisecond'`)))
}

export const eraseAbout = async (tx: Tx, tenantId: string, contacts: readonly ContactId[]): Promise<void> => {
  await tx.delete(runs).where(and(eq(runs.tenantId, tenantId), inArray(runs.contactId, [...contacts])))
}
