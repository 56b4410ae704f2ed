import type { PluginTransaction } from '@recado/sdk'
import type { Effect } from '../engine/state.ts'
import type { RunRow } from './run.table.ts'

/* What each message of a contact in a flow reads and writes: written out, because building these statements took a
   third of a step. */

/** Keys of events that are kept: core repeats the last of a ticket alone. */
export const mostSeen = 20
/** Rows of one figure of a day, so that conversations at the same edge do not wait for each other. */
const shards = 8
const shardOfStep = (): number => Math.floor(Math.random() * shards)

/** What a step leaves of a run. */
export type Step = Pick<
  RunRow,
  'state' | 'effects' | 'inbox' | 'isOver' | 'flowId' | 'versionId' | 'timerAt' | 'timerWait'
>

const columns = `tenant_id as "tenantId", id, ticket_id as "ticketId", contact_id as "contactId", flow_id as "flowId",
  version_id as "versionId", state, effects, inbox, seen, is_over as "isOver", begun_at as "begunAt",
  updated_at as "updatedAt", over_at as "overAt", timer_at as "timerAt", timer_wait as "timerWait"`

type Instants = 'begunAt' | 'updatedAt' | 'overAt' | 'timerAt'
type WireRow = Omit<RunRow, Instants> & { readonly [Name in Instants]: string | null }

const instant = (text: string | null): Date | null => (text === null ? null : new Date(text))

async function locked(tx: PluginTransaction, where: string, params: readonly string[]): Promise<RunRow | undefined> {
  const [row] = (await tx.query(
    `select ${columns} from plg_flows.run where ${where} for update`,
    [...params],
    'object',
  )) as WireRow[]
  return (
    row && {
      ...row,
      begunAt: instant(row.begunAt)!,
      updatedAt: instant(row.updatedAt)!,
      overAt: instant(row.overAt),
      timerAt: instant(row.timerAt),
    }
  )
}

/** The last run of a ticket, locked. */
export const lastOf = (tx: PluginTransaction, tenantId: string, ticketId: string): Promise<RunRow | undefined> =>
  locked(tx, 'tenant_id = $1 and ticket_id = $2 order by id desc limit 1', [tenantId, ticketId])

export const lockRun = (tx: PluginTransaction, tenantId: string, id: string): Promise<RunRow | undefined> =>
  locked(tx, 'tenant_id = $1 and id = $2', [tenantId, id])

/** In one order everywhere, so that two steps never wait for each other. */
const counting = (counts: string, shard: string): string => `
  insert into plg_flows.figure (tenant_id, flow_id, day, kind, place, shard, times)
  select $1, $2, (now() at time zone 'UTC')::date, kind, place, ${shard}::smallint, times
    from jsonb_to_recordset(${counts}) as counted (kind text, place text, times integer) order by kind, place
  on conflict (tenant_id, flow_id, day, kind, place, shard) do update set times = figure.times + excluded.times`

/**
 * Stores a step of a locked row and counts what it did, before anything of it is done. `begins`: the run begins in its
 * flow. Answers the row as it is now.
 */
export async function keepStep(
  tx: PluginTransaction,
  row: RunRow,
  step: Step,
  { key, begins }: { readonly key: string; readonly begins: boolean },
): Promise<RunRow> {
  await tx.query(
    `with counted as (${counting('$3', '$14')})
    update plg_flows.run
       set flow_id = $5, version_id = $6, state = $7, effects = $8, inbox = $9,
           seen = (seen || $10::text)[greatest(cardinality(seen) + 2 - ${mostSeen}, 1):],
           is_over = $11, timer_at = $12, timer_wait = $13, updated_at = now()
     where tenant_id = $1 and id = $4`,
    [
      row.tenantId,
      row.flowId,
      JSON.stringify(countsOf(step.effects, begins)),
      row.id,
      step.flowId,
      step.versionId,
      JSON.stringify(step.state),
      JSON.stringify(step.effects),
      JSON.stringify(step.inbox),
      key,
      step.isOver,
      step.timerAt?.toISOString() ?? null,
      step.timerWait,
      shardOfStep(),
    ],
    'object',
  )
  return { ...row, ...step, seen: [...row.seen, key].slice(-mostSeen) }
}

/** Counts what the first step of a run did. */
export const countBegun = async (
  tx: PluginTransaction,
  tenantId: string,
  flowId: string,
  effects: readonly Effect[],
): Promise<void> => {
  await tx.query(
    counting('$3', '$4'),
    [tenantId, flowId, JSON.stringify(countsOf(effects, true)), shardOfStep()],
    'object',
  )
}

interface Count {
  readonly kind: 'begun' | 'taken' | 'entered' | 'left'
  readonly place: string
  readonly times: number
}

function countsOf(effects: readonly Effect[], begins: boolean): Count[] {
  const counts = new Map<string, Count>()
  const count = (kind: Count['kind'], place: string): void => {
    const key = `${kind} ${place}`
    counts.set(key, { kind, place, times: (counts.get(key)?.times ?? 0) + 1 })
  }
  if (begins) count('begun', '')
  for (const effect of effects) {
    if (effect.kind === 'took') {
      count('taken', effect.edgeId)
      count('entered', effect.nodeId)
    }
    if (effect.kind === 'end' && effect.outcome.kind !== 'keep' && effect.nodeId !== null) count('left', effect.nodeId)
  }
  return [...counts.values()]
}
