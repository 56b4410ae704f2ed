import type { PluginTransaction } from '@recado/sdk'
import { Mapping, type Fault, type Run, type Stage } from './run.ts'

/** A run with what the job needs. */
export interface StoredRun extends Run {
  readonly source: string
  readonly cursor: string | null
  readonly step: number
  readonly userId: string
  readonly undoneBy: string | null
}

const columns = `
  r.id, r.is_rehearsal as "isRehearsal", r.state, r.system, r.mapping, r.stage, r.totals, r.read, r.counts, r.problems,
  r.removed, r.kept, r.error, r.source, r.cursor, r.step, r.user_id as "userId", r.undone_by as "undoneBy",
  to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
  to_char(r.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "finishedAt"`
const mostRuns = 20
/** Rows that are kept of one problem; their number is counted in any case. */
const mostFaults = 100

/** A run as it stands in the table; of what was decided before a choice was there, the choice is the usual one. */
const stored = (row: unknown): StoredRun => {
  const run = row as StoredRun
  return { ...run, mapping: Mapping.parse(run.mapping) }
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
  },
): Promise<string | undefined> {
  const [row] = (await tx.query(
    `insert into plg_import.run (tenant_id, user_id, is_rehearsal, state, source, system, mapping, stage, totals)
     values ($1, $2, $3, 'running', $4, $5, $6::jsonb, 'prepare', $7::jsonb)
     on conflict (tenant_id) where state in ('running', 'undoing') do nothing returning id`,
    [
      tenantId,
      run.userId,
      run.isRehearsal,
      run.source,
      run.system,
      JSON.stringify(run.mapping),
      JSON.stringify(run.totals),
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
            state = case when $9 then 'done' else r.state end, updated_at = now(),
            finished_at = case when $9 then now() end
      where r.tenant_id = $1 and r.id = $2 and r.step = $3 and r.state = 'running' returning r.id`,
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
  { error = null, undoneBy = null }: { readonly error?: string | null; readonly undoneBy?: string | null } = {},
): Promise<boolean> {
  const isAlive = to === 'running' || to === 'undoing'
  const moved = await tx.query(
    `update plg_import.run r
        set state = $4, error = $5, undone_by = coalesce($7, r.undone_by), step = r.step + 1, updated_at = now(),
            finished_at = case when $6 then null else now() end
      where r.tenant_id = $1 and r.id = $2 and r.state in (select jsonb_array_elements_text($3::jsonb))
        and (not $6 or not exists (
          select from plg_import.run o where o.tenant_id = $1 and o.id <> $2 and o.state in ('running', 'undoing')))
      returning r.id`,
    [tenantId, id, JSON.stringify(from), to, error, isAlive, undoneBy],
    'object',
  )
  return moved.length > 0
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
