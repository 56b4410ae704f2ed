import type { PluginTransaction } from '@recado/sdk'
import { Followed } from './following.ts'
import { Mapping, type Fault, type Run, type Stage } from './run.ts'

/** A run with what the job needs. */
export interface StoredRun extends Run {
  readonly source: string
  readonly cursor: string | null
  readonly step: number
  readonly userId: string
  readonly undoneBy: string | null
  readonly followed: Followed | null
}

const columns = `
  r.id, r.is_rehearsal as "isRehearsal", r.state, r.system, r.mapping, r.stage, r.totals, r.read, r.counts, r.problems,
  r.removed, r.kept, r.error, r.source, r.cursor, r.step, r.user_id as "userId", r.undone_by as "undoneBy",
  r.followed, r.follow_error as "followError",
  to_char(r.caught_up_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "caughtUpAt",
  to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
  to_char(r.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "finishedAt"`
const mostRuns = 20
/** Rows that are kept of one problem; their number is counted in any case. */
const mostFaults = 100

/** A run as it stands in the table; of what was decided before a choice was there, the choice is the usual one. */
const stored = (row: unknown): StoredRun => {
  const run = row as StoredRun
  return { ...run, mapping: Mapping.parse(run.mapping), followed: run.followed && Followed.parse(run.followed) }
}

export const readRuns = async (tx: PluginTransaction, tenantId: string): Promise<StoredRun[]> =>
  (
    await tx.query(
      `select ${columns} from plg_import.run r where r.tenant_id = $1 order by r.id desc limit ${mostRuns}`,
      [tenantId],
      'object',
    )
  ).map(stored)

export async function readRun(tx: PluginTransaction, tenantId: string, id: string): Promise<StoredRun | undefined> {
  const [row] = await tx.query(
    `select ${columns} from plg_import.run r where r.tenant_id = $1 and r.id = $2`,
    [tenantId, id],
    'object',
  )
  return row === undefined ? undefined : stored(row)
}

export const readFaults = async (tx: PluginTransaction, tenantId: string, id: string): Promise<Fault[]> =>
  (await tx.query(
    `select kind, ref, problem from plg_import.fault where tenant_id = $1 and run_id = $2 order by problem, kind, ref`,
    [tenantId, id],
    'object',
  )) as Fault[]

/** Undefined while another one is under way. */
export async function insertRun(
  tx: PluginTransaction,
  tenantId: string,
  run: {
    readonly userId: string
    readonly isRehearsal: boolean
    readonly source: string
    readonly system: string
    readonly mapping: Mapping
    readonly totals: object
    readonly followed: Followed | null
  },
): Promise<string | undefined> {
  const [row] = (await tx.query(
    `insert into plg_import.run (tenant_id, user_id, is_rehearsal, state, source, system, mapping, stage, totals,
            followed)
     values ($1, $2, $3, 'running', $4, $5, $6::jsonb, 'prepare', $7::jsonb, $8::jsonb)
     on conflict (tenant_id) where state in ('running', 'undoing') do nothing returning id`,
    [
      tenantId,
      run.userId,
      run.isRehearsal,
      run.source,
      run.system,
      JSON.stringify(run.mapping),
      JSON.stringify(run.totals),
      run.followed === null ? null : JSON.stringify(run.followed),
    ],
    'object',
  )) as { id: string }[]
  return row?.id
}

/** A portion that was dealt with. */
export interface Portion {
  readonly stage: Stage
  readonly cursor: string | null
  readonly read: object
  readonly counts: object
  readonly problems: object
  readonly faults: readonly Fault[]
  readonly isDone: boolean
  /** Of a run that follows: what it knows of the source from now on. */
  readonly followed: Followed | null
  /** Of a run that follows: the instant until which everything is here, where a pass has ended. */
  readonly caughtUpAt: Date | null
}

/** Keeps some rows of each problem. */
async function keepFaults(
  tx: PluginTransaction,
  tenantId: string,
  id: string,
  faults: readonly Fault[],
): Promise<void> {
  if (faults.length === 0) return
  await tx.query(
    `insert into plg_import.fault (tenant_id, run_id, kind, ref, problem)
     select $1, $2, g.kind, g.ref, g.problem from jsonb_to_recordset($3::jsonb) g (kind text, ref text, problem text)
      where (select count(*) from plg_import.fault f
              where f.tenant_id = $1 and f.run_id = $2 and f.problem = g.problem) < ${mostFaults}
     on conflict do nothing`,
    [tenantId, id, JSON.stringify(faults)],
    'object',
  )
}

/** Keeps how far a run came; false where another job did so first, or somebody stopped it. */
export async function keepPortion(
  tx: PluginTransaction,
  tenantId: string,
  { id, step }: Pick<StoredRun, 'id' | 'step'>,
  portion: Portion,
): Promise<boolean> {
  const kept = await tx.query(
    `update plg_import.run r
        set stage = $4, cursor = $5, read = $6::jsonb, counts = $7::jsonb, problems = $8::jsonb, step = r.step + 1,
            state = case when not $9 then r.state when $10::jsonb is null then 'done' else 'following' end,
            updated_at = now(), finished_at = case when $9 then now() else r.finished_at end,
            followed = $10::jsonb, caught_up_at = coalesce($11::timestamptz, r.caught_up_at), follow_error = null
      where r.tenant_id = $1 and r.id = $2 and r.step = $3 and r.state in ('running', 'following') returning r.id`,
    [
      tenantId,
      id,
      step,
      portion.stage,
      portion.cursor,
      JSON.stringify(portion.read),
      JSON.stringify(portion.counts),
      JSON.stringify(portion.problems),
      portion.isDone,
      portion.followed === null ? null : JSON.stringify(portion.followed),
      portion.caughtUpAt?.toISOString() ?? null,
    ],
    'object',
  )
  if (kept.length === 0) return false
  await keepFaults(tx, tenantId, id, portion.faults)
  return true
}

/** Moves a run to another state if it is in one of these; false otherwise, or where another one is under way. */
export async function moveRun(
  tx: PluginTransaction,
  tenantId: string,
  id: string,
  from: readonly Run['state'][],
  to: Run['state'],
  {
    error = null,
    undoneBy = null,
    followError = null,
  }: { readonly error?: string | null; readonly undoneBy?: string | null; readonly followError?: string | null } = {},
): Promise<boolean> {
  const isAlive = to === 'running' || to === 'undoing'
  const isFollowing = to === 'following'
  const moved = await tx.query(
    `update plg_import.run r
        set state = $4, error = $5, undone_by = coalesce($7, r.undone_by), step = r.step + 1, updated_at = now(),
            follow_error = $9,
            finished_at = case when $6 then null when $8 then r.finished_at else now() end
      where r.tenant_id = $1 and r.id = $2 and r.state in (select jsonb_array_elements_text($3::jsonb))
        and (not $6 or not exists (
          select from plg_import.run o where o.tenant_id = $1 and o.id <> $2 and o.state in ('running', 'undoing')))
        and (not $8 or not exists (
          select from plg_import.run o where o.tenant_id = $1 and o.id <> $2 and o.state = 'following'))
      returning r.id`,
    [tenantId, id, JSON.stringify(from), to, error, isAlive, undoneBy, isFollowing, followError],
    'object',
  )
  return moved.length > 0
}

/** Replaces what a run knows of the source that it follows. */
export const keepFollowed = async (
  tx: PluginTransaction,
  tenantId: string,
  id: string,
  followed: Followed,
): Promise<void> => {
  await tx.query(
    `update plg_import.run set followed = $3::jsonb where tenant_id = $1 and id = $2`,
    [tenantId, id, JSON.stringify(followed)],
    'object',
  )
}

/** Notes why a pass of a run that follows did not come to its end. */
export const noteFollowError = async (
  tx: PluginTransaction,
  tenantId: string,
  id: string,
  error: string,
): Promise<void> => {
  await tx.query(
    `update plg_import.run set follow_error = $3 where tenant_id = $1 and id = $2 and state = 'following'`,
    [tenantId, id, error],
    'object',
  )
}

/** Whether an import of the company follows its old system, or will. */
export async function isFollowing(tx: PluginTransaction, tenantId: string): Promise<boolean> {
  const rows = await tx.query(
    `select from plg_import.run
      where tenant_id = $1 and (state = 'following' or state = 'running' and followed is not null) limit 1`,
    [tenantId],
    'object',
  )
  return rows.length > 0
}

/** Counts what was taken back, and names what other runs had to do with; false where the run is in another state. */
export async function addUndone(
  tx: PluginTransaction,
  tenantId: string,
  { id, problems }: Pick<StoredRun, 'id' | 'problems'>,
  undone: { readonly removed: number; readonly kept: number; readonly faults: readonly Fault[] },
): Promise<boolean> {
  const added = await tx.query(
    `update plg_import.run r set removed = r.removed + $3, kept = r.kept + $4, problems = $5::jsonb, updated_at = now()
      where r.tenant_id = $1 and r.id = $2 and r.state = 'undoing' returning r.id`,
    [tenantId, id, undone.removed, undone.kept, JSON.stringify(problems)],
    'object',
  )
  if (added.length > 0) await keepFaults(tx, tenantId, id, undone.faults)
  return added.length > 0
}
