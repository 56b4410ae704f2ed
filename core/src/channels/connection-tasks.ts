import type { ConnectionTask } from '@recado/contracts'
import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'

export type TaskKind = ConnectionTask['kind']
/** A connection whose task it is. */
export interface TaskPlace {
  readonly tenantId: string
  readonly connectionId: string
}
export interface RunningTask<Settings> {
  readonly settings: Settings
  readonly cursor: string | null
}
/** Result of one step of a task. Counts are added up. */
export interface TaskStep {
  readonly cursor: string
  readonly done: number
  readonly updated?: number
  readonly skipped?: number
  readonly progress?: number | undefined
}

/** Progress of a connection's long work, from rows of `core.connection_task`; for a column of another query. */
export const tasksOf = (tenantId: unknown, connectionId: unknown) => sql<ConnectionTask[]>`
  coalesce((
    select jsonb_agg(jsonb_build_object('kind', w.kind, 'state', w.state, 'settings', w.settings, 'done', w.done,
      'updated', w.updated, 'skipped', w.skipped, 'progress', w.progress, 'error', w.error) order by w.kind)
      from core.connection_task w where w.tenant_id = ${tenantId} and w.connection_id = ${connectionId}), '[]')`

/** Screens put answers and pushes in order by the connection's own time. */
const touched = (changed: SQL): SQL => sql`
  update core.connection c set updated_at = clock_timestamp()
    from ${changed} w
   where c.tenant_id = w.tenant_id and c.id = w.connection_id
  returning 1`

/** Begins a task again. Answers false when one of its kind is still running. */
export async function beginTask(tx: Tx, place: TaskPlace, kind: TaskKind, settings: unknown): Promise<boolean> {
  const rows = await tx.execute(sql`
    with begun as (
      insert into core.connection_task as w (tenant_id, connection_id, kind, settings)
      values (${place.tenantId}, ${place.connectionId}, ${kind}, ${JSON.stringify(settings)}::jsonb)
      on conflict (tenant_id, connection_id, kind) do update
        set settings = excluded.settings, state = 'running', cursor = null, done = 0, updated = 0, skipped = 0,
            progress = null, error = null, created_at = now(), updated_at = now()
       where w.state <> 'running'
      returning w.tenant_id, w.connection_id) ${touched(sql`begun`)}`)
  return rows.length > 0
}

/** Undefined for a task that nobody started, or that has ended. Locked, so that what ends it waits for the step. */
export async function runningTask<Settings>(
  tx: Tx,
  place: TaskPlace,
  kind: TaskKind,
): Promise<RunningTask<Settings> | undefined> {
  const [row] = await tx.execute<{ settings: Settings; cursor: string | null }>(sql`
    select settings, cursor
      from core.connection_task
     where tenant_id = ${place.tenantId}
       and connection_id = ${place.connectionId}
       and kind = ${kind}
       and state = 'running' for update`)
  return row
}

/** Keeps a step. Answers false when the task was ended meanwhile: then nothing more may be done for it. */
export async function keepStep(
  tx: Tx,
  place: TaskPlace,
  kind: TaskKind,
  { cursor, done, updated = 0, skipped = 0, progress }: TaskStep,
): Promise<boolean> {
  const rows = await tx.execute(sql`
    with kept as (
      update core.connection_task
         set cursor = ${cursor}, done = done + ${done}, updated = updated + ${updated}, skipped = skipped + ${skipped},
             progress = coalesce(${progress ?? null}::real, progress), updated_at = now()
       where tenant_id = ${place.tenantId}
         and connection_id = ${place.connectionId}
         and kind = ${kind}
         and state = 'running'
      returning tenant_id, connection_id) ${touched(sql`kept`)}`)
  return rows.length > 0
}

/** `error` is a sentence for an administrator, free of secrets. */
export async function endTask(
  tx: Tx,
  place: TaskPlace,
  kind: TaskKind,
  state: 'done' | 'failed' | 'cancelled',
  error: string | null = null,
): Promise<boolean> {
  const rows = await tx.execute(sql`
    with ended as (
      update core.connection_task
         set state = ${state}, error = ${error}, progress = case when ${state} = 'done' then 1 else progress end,
             updated_at = now()
       where tenant_id = ${place.tenantId}
         and connection_id = ${place.connectionId}
         and kind = ${kind}
         and state = 'running'
      returning tenant_id, connection_id) ${touched(sql`ended`)}`)
  return rows.length > 0
}
