import type { ChannelErrorKind, ChannelSession, Logger } from '@recado/contracts'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import { Recurring } from '../base/recurring.ts'
import type { KnownConnection } from './connection-directory.ts'
import {
  endTask,
  keepStep,
  runningTask,
  type RunningTask,
  type TaskKind,
  type TaskPlace,
  type TaskStep,
} from './connection-tasks.ts'
import { backoffMs, channelErrorOf, maxAttempts } from './delivery-outcome.ts'

/** One running task, with the session that it works through. */
export interface TaskRun<Settings = unknown> {
  readonly place: TaskPlace
  readonly connection: KnownConnection
  readonly session: ChannelSession
  readonly task: RunningTask<Settings>
  readonly signal: AbortSignal
  /** Keeps a step that is stored already. Answers false when the work has to stop here. */
  keep(step: TaskStep): Promise<boolean>
}

/** A kind of long work that goes through the session of a connection. */
export interface SessionWork {
  readonly kind: TaskKind
  able(session: ChannelSession): boolean
  /** Answers whether it came to its end. Resumed behind `task.cursor` after a restart or a failure. */
  run(run: TaskRun): Promise<boolean>
}

export interface TaskRunnerDeps {
  readonly db: Database
  readonly bus: Pick<EventBus, 'emit' | 'on'>
  readonly log: Logger
  readonly find: (connectionId: string) => Promise<KnownConnection | undefined>
  readonly session: (connectionId: string) => ChannelSession | undefined
  readonly openIds: () => readonly string[]
  readonly progressed: (place: TaskPlace) => Promise<void>
}

/** Does the long work of connections on the node that holds their session. */
export interface TaskRunner {
  /** Work was started or its session opened: call after commit. */
  poke(connectionId: string): void
  start(): void
  close(): Promise<void>
}

/** Finds what a poke missed and what is due again after a failure. */
const sweepMs = 5_000
const topic = 'connections.tasks'
/** Errors for which a retry is useless. */
const final: ReadonlySet<ChannelErrorKind> = new Set(['auth', 'notFound', 'unsupported', 'blocked'])

export function createTaskRunner(deps: TaskRunnerDeps, works: readonly SessionWork[]): TaskRunner {
  const { db, bus, log } = deps
  const kinds = new Map(works.map((work) => [work.kind, work]))
  const running = new Map<string, Promise<void>>()
  const resting = new Map<string, { attempt: number; until: number }>()
  const closing = new AbortController()
  const round = new Recurring({ name: 'tasks of connections', everyMs: sweepMs, log, run: look })
  let leave: (() => void) | undefined

  const keyOf = (kind: TaskKind, connectionId: string): string => `${kind} ${connectionId}`

  async function look(): Promise<void> {
    const able = deps.openIds().filter((id) => works.some((work) => isFree(work, id)))
    if (able.length === 0) return
    const due = await db.raw<
      { tenant_id: string; connection_id: string; kind: TaskKind }[]
    >`select * from core.running_connection_tasks(${able}::uuid[], ${[...kinds.keys()]}::text[])`
    for (const { tenant_id: tenantId, connection_id: connectionId, kind } of due) {
      const work = kinds.get(kind)
      if (!work || !isFree(work, connectionId)) continue
      const [place, key] = [{ tenantId, connectionId }, keyOf(kind, connectionId)]
      running.set(
        key,
        goOn(work, place)
          .catch((error: unknown) => failed(work, place, error))
          .finally(() => running.delete(key)),
      )
    }
  }

  function isFree(work: SessionWork, connectionId: string): boolean {
    const key = keyOf(work.kind, connectionId)
    const session = deps.session(connectionId)
    return (
      session !== undefined && work.able(session) && !running.has(key) && (resting.get(key)?.until ?? 0) <= Date.now()
    )
  }

  async function goOn(work: SessionWork, place: TaskPlace): Promise<void> {
    const connection = await deps.find(place.connectionId)
    const session = deps.session(place.connectionId)
    const task = await db.tenant(place.tenantId, (tx) => runningTask(tx, place, work.kind))
    if (!connection || !session || !task) return
    const hasEnded = await work.run({
      place,
      connection,
      session,
      task,
      signal: closing.signal,
      async keep(step) {
        if (!(await db.tenant(place.tenantId, (tx) => keepStep(tx, place, work.kind, step)))) return false
        resting.delete(keyOf(work.kind, place.connectionId))
        await deps.progressed(place)
        return !closing.signal.aborted
      },
    })
    if (hasEnded) await deps.progressed(place)
  }

  async function failed({ kind }: SessionWork, place: TaskPlace, error: unknown): Promise<void> {
    if (closing.signal.aborted) return
    const shape = channelErrorOf(error)
    const key = keyOf(kind, place.connectionId)
    const attempt = (resting.get(key)?.attempt ?? 0) + 1
    log.warn(
      { connection: place.connectionId, task: kind, code: shape.code, attempt, err: error },
      'the work of a connection was interrupted',
    )
    if (!final.has(shape.kind) && attempt < maxAttempts) {
      resting.set(key, { attempt, until: Date.now() + (shape.retryAfterMs ?? backoffMs(attempt, Math.random)) })
      return
    }
    resting.delete(key)
    await db.tenant(place.tenantId, (tx) => endTask(tx, place, kind, 'failed', shape.message))
    await deps.progressed(place)
  }

  return {
    poke: (connectionId) => bus.emit(topic, { connectionId }),
    start() {
      leave = bus.on(topic, () => void round.now())
      round.start()
    },
    async close() {
      leave?.()
      closing.abort()
      await round.stop()
      await Promise.all(running.values())
    },
  }
}
