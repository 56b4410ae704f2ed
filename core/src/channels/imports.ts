import type { BackfillPage, ChannelErrorKind, ChannelSession, ImportSettings, InboundMessage, Logger } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { EventBus } from '../bus/bus.ts'
import type { Database, Tx } from '../db/database.ts'
import { Recurring } from '../jobs/recurring.ts'
import { endTask, keepStep, runningTask, type TaskPlace } from './connection-tasks.ts'
import type { KnownConnection } from './connection-directory.ts'
import { backoffMs, channelErrorOf, maxAttempts } from './delivery-outcome.ts'
import type { Inbound } from './inbound.ts'

export interface ImportDeps {
  readonly db: Database
  readonly bus: Pick<EventBus, 'emit' | 'on'>
  readonly log: Logger
  readonly inbound: () => Inbound
  readonly find: (connectionId: string) => Promise<KnownConnection | undefined>
  readonly session: (connectionId: string) => ChannelSession | undefined
  readonly openIds: () => readonly string[]
  readonly progressed: (place: TaskPlace) => Promise<void>
}

/** Brings in what was said before (S3-043), on the node that holds the connection's session. */
export interface Imports {
  /** One was started or its session opened: call after commit. */
  poke(connectionId: string): void
  start(): void
  close(): Promise<void>
}

/** Finds what a poke missed and what is due again after a failure. */
const sweepMs = 5_000
const topic = 'connections.import'
/** What waiting does not change. */
const final: ReadonlySet<ChannelErrorKind> = new Set(['auth', 'notFound', 'unsupported', 'blocked'])

export function createImports(deps: ImportDeps): Imports {
  const { db, bus, log } = deps
  const running = new Map<string, Promise<void>>()
  const resting = new Map<string, { attempt: number; until: number }>()
  const closing = new AbortController()
  const round = new Recurring({ name: 'imports', everyMs: sweepMs, log, run: look })
  let leave: (() => void) | undefined

  async function look(): Promise<void> {
    const able = deps.openIds().filter((id) => deps.session(id)?.backfill !== undefined && !running.has(id) && (resting.get(id)?.until ?? 0) <= Date.now())
    if (able.length === 0) return
    const due = await db.raw<{ tenant_id: string; connection_id: string }[]>`select * from core.running_imports(${able}::uuid[])`
    for (const { tenant_id: tenantId, connection_id: connectionId } of due) {
      const place = { tenantId, connectionId }
      running.set(connectionId, bringIn(place).catch((error: unknown) => failed(place, error)).finally(() => running.delete(connectionId)))
    }
  }

  async function bringIn(place: TaskPlace): Promise<void> {
    const connection = await deps.find(place.connectionId)
    const session = deps.session(place.connectionId)
    const task = await db.tenant(place.tenantId, (tx) => runningTask<ImportSettings>(tx, place, 'import'))
    if (!connection || !session?.backfill || !task) return
    const { since, until, groupMessages } = task.settings
    const query = { since: new Date(since), until: new Date(until), groups: groupMessages, ...(task.cursor !== null && { cursor: task.cursor }) }
    for await (const page of session.backfill(query, closing.signal)) {
      const events = wanted(page, query)
      await deps.inbound().accept(connection, events)
      if (!(await db.tenant(place.tenantId, (tx) => keepStep(tx, place, 'import', { cursor: page.cursor, done: events.length, skipped: page.events.length - events.length, progress: page.progress })))) return
      resting.delete(place.connectionId)
      await deps.progressed(place)
      if (closing.signal.aborted) return
    }
    await db.tenant(place.tenantId, async (tx) => {
      if (task.settings.closeTickets) await closeImported(tx, place)
      await endTask(tx, place, 'import', 'done')
    })
    await deps.progressed(place)
  }

  async function failed(place: TaskPlace, error: unknown): Promise<void> {
    if (closing.signal.aborted) return
    const shape = channelErrorOf(error)
    const attempt = (resting.get(place.connectionId)?.attempt ?? 0) + 1
    log.warn({ connection: place.connectionId, code: shape.code, attempt, err: error }, 'an import was interrupted')
    if (!final.has(shape.kind) && attempt < maxAttempts) {
      resting.set(place.connectionId, { attempt, until: Date.now() + (shape.retryAfterMs ?? backoffMs(attempt, Math.random)) })
      return
    }
    resting.delete(place.connectionId)
    await db.tenant(place.tenantId, (tx) => endTask(tx, place, 'import', 'failed', shape.message))
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

/** An adapter may know no better than to answer more than was asked for. */
const wanted = ({ events }: BackfillPage, { since, until, groups }: { since: Date; until: Date; groups: boolean }): InboundMessage[] =>
  events.filter((event) => (groups || !event.isGroup) && event.at !== null && event.at >= since && event.at <= until).map((event) => ({ ...event, origin: 'history' }))

/** What was only brought in is over: nobody has taken it up, and nothing new was said since. */
async function closeImported(tx: Tx, { tenantId, connectionId }: TaskPlace): Promise<void> {
  await tx.execute(sql`
    with closed as (
      update core.ticket t set status = 'closed', closed_at = now() from core.connection_task w
       where w.tenant_id = ${tenantId} and w.connection_id = ${connectionId} and w.kind = 'import' and t.tenant_id = w.tenant_id and t.connection_id = w.connection_id
         and t.created_at >= w.created_at and t.status in ('pending', 'group') and t.user_id is null and t.unread = 0 returning t.id, t.queue_id
    )
    insert into core.ticket_log (id, tenant_id, ticket_id, type, queue_id) select gen_random_uuid(), ${tenantId}, c.id, 'autoClose', c.queue_id from closed c`)
}
