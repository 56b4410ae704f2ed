import {
  Refusal,
  type AttributeValues,
  type TicketBatch,
  type TicketBatchFilter,
  type TicketBatchOrder,
  type TicketBatchPreview,
  type Viewer,
} from '@recado/contracts'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import { requiredAttributes } from '../attributes/attribute-writing.ts'
import { audit } from '../audit/audit.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database, Tx } from '../db/database.ts'
import { sqlState, uniqueViolation } from '../db/sql-errors.ts'
import { newId } from '../base/ids.ts'
import type { Jobs, RunningJob } from '../jobs/jobs.ts'
import { ticketBatch } from '../tables/ticket-batch.table.ts'
import type { TicketFeed } from '../realtime/ticket-feed.ts'
import { factsOf, stateOf, type LockedTicket } from './ticket-lock.ts'
import { holdQueue, holdReceiver, type Giver } from './ticket-receiver.ts'
import { transferStep, writeStep, type TicketStep } from './ticket-step.ts'
import { transferTarget } from './transfer-rules.ts'

export const ticketBatchTask = 'tickets.batch'
/** Tickets of one transaction: few enough that nobody waits for their locks. */
const atOnce = 100
const countCap = 10_000
/** The newest ones are listed; older ones are in the audit trail. */
const listed = 10

export interface TicketBatchesDeps {
  readonly db: Database
  readonly bus: EventBus
  readonly feed: TicketFeed
  readonly jobs: Jobs
}

interface BatchRow extends Record<string, unknown> {
  kind: TicketBatch['kind']
  filter: TicketBatchFilter
  user_id: string | null
  queue_id: string | null
  cursor: string | null
  requested_by: string
  created_at: string
}
type Held = LockedTicket & { id: string; attributes: AttributeValues }

/**
 * Mass transfer and mass resolve (S2-024, S2-025): a job that goes through the tickets that fit, in the order of their
 * ids and a batch per transaction, and goes on where it was when it was interrupted. Tickets that came after it began
 * are left alone.
 */
export class TicketBatches {
  readonly #deps: TicketBatchesDeps
  constructor(deps: TicketBatchesDeps) {
    this.#deps = deps
    deps.jobs.register(ticketBatchTask, (job) => this.#run(job))
  }

  /** Number of tickets that would be checked. Nothing is changed. */
  preview({ tenantId }: Viewer, filter: TicketBatchFilter): Promise<TicketBatchPreview> {
    return this.#deps.db.tenant(tenantId, async (tx) => {
      const count = await countFitting(tx, tenantId, filter)
      return { count: Math.min(count, countCap), capped: count > countCap }
    })
  }

  /** @throws Refusal ERR_BATCH_RUNNING, ERR_TRANSFER_TARGET, ERR_NO_USER_FOUND, ERR_NO_QUEUE_FOUND */
  async start(viewer: Viewer, order: TicketBatchOrder): Promise<TicketBatch> {
    const { tenantId, userId } = viewer
    const { db, jobs } = this.#deps
    const id = newId()
    const target =
      order.kind === 'transfer'
        ? { userId: order.userId ?? null, queueId: order.queueId ?? null }
        : { userId: null, queueId: null }
    if (order.kind === 'transfer' && target.userId === null && target.queueId === null)
      throw new Refusal('ERR_TRANSFER_TARGET')
    await db
      .tenant(tenantId, async (tx) => {
        await holdTarget(tx, viewer, target)
        const total = await countFitting(tx, tenantId, order.filter)
        await tx
          .insert(ticketBatch)
          .values({ id, tenantId, kind: order.kind, filter: order.filter, ...target, total, requestedBy: userId })
        await audit(tx, {
          tenantId,
          userId,
          action: order.kind === 'transfer' ? 'tickets.massTransfer' : 'tickets.massResolve',
          subject: id,
          facts: { ...target, total, ...order.filter, status: order.filter.status.join(' ') },
        })
        await jobs.enqueue(tx, { task: ticketBatchTask, tenantId, data: { id }, key: id })
      })
      .catch((error: unknown) => {
        throw sqlState(error) === uniqueViolation ? new Refusal('ERR_BATCH_RUNNING') : error
      })
    return (await this.list(viewer)).find((batch) => batch.id === id)!
  }

  /** Newest first. */
  async list({ tenantId }: Viewer): Promise<TicketBatch[]> {
    const [rows] = await this.#deps.db.read(tenantId, (query) => [
      query<Omit<TicketBatch, 'createdAt' | 'finishedAt'> & { createdAt: Date; finishedAt: Date | null }>`
      select b.id, b.kind, b.filter, b.state, b.total, b.done, b.problems, u.name as "user", q.name as "queue",
             r.name as "requestedBy", b.created_at as "createdAt", b.finished_at as "finishedAt"
        from core.ticket_batch b join core.user_account r on r.tenant_id = b.tenant_id and r.id = b.requested_by
        left join core.user_account u on u.tenant_id = b.tenant_id and u.id = b.user_id
        left join core.queue q on q.tenant_id = b.tenant_id and q.id = b.queue_id
       where b.tenant_id = ${tenantId} order by b.created_at desc, b.id desc limit ${listed}`,
    ])
    return rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      finishedAt: row.finishedAt?.toISOString() ?? null,
    }))
  }

  /** Stops a batch; changes already made stay. @throws Refusal ERR_NO_BATCH_FOUND */
  async cancel({ tenantId, userId }: Viewer, id: string): Promise<void> {
    await this.#deps.db.tenant(tenantId, async (tx) => {
      const ended = await tx
        .update(ticketBatch)
        .set({ state: 'cancelled', finishedAt: sql`now()` as never })
        .where(and(eq(ticketBatch.tenantId, tenantId), eq(ticketBatch.id, id), eq(ticketBatch.state, 'running')))
        .returning({ id: ticketBatch.id })
      if (ended.length === 0) throw new Refusal('ERR_NO_BATCH_FOUND')
      await audit(tx, { tenantId, userId, action: 'tickets.massCancel', subject: id })
    })
  }

  async #run({ tenantId, data, signal }: RunningJob): Promise<void> {
    const { db, bus, feed } = this.#deps
    const { id } = data as { id: string }
    for (let more = true; more;) {
      signal.throwIfAborted()
      const step = await db.tenant(tenantId, (tx) => this.#step(tx, tenantId, id))
      more = step.more
      if (step.changed.length === 0) continue
      bus.poke()
      void feed.show(tenantId, {
        tickets: step.changed.map((held) => ({ id: held.id, type: 'ticket:update', before: factsOf(held) })),
      })
    }
  }

  /** One batch of tickets. The row is held, so that a cancellation waits and nothing is done behind it. */
  async #step(tx: Tx, tenantId: string, id: string): Promise<{ changed: readonly Held[]; more: boolean }> {
    const [batch] = await tx.execute<BatchRow>(sql`
      select kind, filter, user_id, queue_id, cursor, requested_by, created_at::text
        from core.ticket_batch
       where tenant_id = ${tenantId} and id = ${id} and state = 'running' for update`)
    if (!batch) return { changed: [], more: false }
    const gone = await holdTarget(
      tx,
      { tenantId, userId: batch.requested_by, role: 'admin', queueIds: [] },
      { userId: batch.user_id, queueId: batch.queue_id },
    ).then(
      () => undefined,
      (error: unknown) => {
        if (Refusal.is(error)) return error.code
        throw error
      },
    )
    if (gone) return this.#end(tx, tenantId, id, 'failed', { [gone]: 1 })
    const tickets = await tx.execute<Held>(sql`
      select t.id, t.status, t.contact_id, t.origin_id, t.connection_id, t.channel, t.chat, t.user_id, t.queue_id,
             t.bot, t.unread, t.priority, t.snoozed_at, t.merged_into, t.attributes
        from core.ticket t
       where ${fitting(tenantId, batch.filter, sql`${batch.created_at}::timestamptz`)}
         and t.created_at <= ${batch.created_at}::timestamptz
         and t.id > coalesce(${batch.cursor}::uuid, '00000000-0000-0000-0000-000000000000')
       order by t.id limit ${atOnce} for no key update of t`)
    const required = batch.kind === 'resolve' ? await requiredAttributes(tx, tenantId) : []
    const problems: Record<string, number> = {}
    const changed: Held[] = []
    for (const held of tickets) {
      const step = required.some(({ key }) => held.attributes[key] === undefined)
        ? 'ERR_TICKET_ATTRIBUTES_REQUIRED'
        : decide(batch, held)
      if (typeof step === 'string') problems[step] = (problems[step] ?? 0) + 1
      else {
        await writeStep(tx, this.#deps.bus, tenantId, held.id, held, step)
        changed.push(held)
      }
    }
    const last = tickets.at(-1)
    if (!last) return this.#end(tx, tenantId, id, 'done', {})
    await tx.execute(sql`
      update core.ticket_batch set cursor = ${last.id}, done = done + ${changed.length}, problems = ${added(problems)}
       where tenant_id = ${tenantId} and id = ${id}`)
    return { changed, more: true }
  }

  async #end(
    tx: Tx,
    tenantId: string,
    id: string,
    state: 'done' | 'failed',
    problems: Record<string, number>,
  ): Promise<{ changed: readonly Held[]; more: boolean }> {
    await tx.execute(sql`
      update core.ticket_batch set state = ${state}, problems = ${added(problems)}, finished_at = now()
       where tenant_id = ${tenantId} and id = ${id}`)
    return { changed: [], more: false }
  }
}

/** Change of a ticket, or the code of the reason for none. */
function decide(batch: BatchRow, held: Held): TicketStep | string {
  const current = stateOf(held)
  if (batch.kind === 'resolve')
    return {
      next: { ...current, status: 'closed' },
      started: undefined,
      closed: true,
      logs: [{ type: 'closed', userId: batch.requested_by, queueId: current.queueId }],
    }
  try {
    return transferStep(
      current,
      transferTarget(current, { userId: batch.user_id, queueId: batch.queue_id }),
      batch.requested_by,
      null,
    )
  } catch (error) {
    if (Refusal.is(error)) return error.code
    throw error
  }
}

async function holdTarget(
  tx: Tx,
  giver: Giver,
  { userId, queueId }: { userId: string | null; queueId: string | null },
): Promise<void> {
  if (queueId !== null) await holdQueue(tx, giver.tenantId, queueId)
  if (userId !== null) await holdReceiver(tx, giver, userId, queueId)
}

/** `now` is when the batch began: tickets that were idle then count, however long it takes. */
const fitting = (
  tenantId: string,
  { status, queueId, userId, channelId, idleHours }: TicketBatchFilter,
  now: SQL,
): SQL =>
  sql.join(
    [
      sql`t.tenant_id = ${tenantId} and t.status <> 'closed' and t.status = any (${sql.param([...status])}::text[])`,
      ...(queueId === undefined ? [] : [queueId === 'none' ? sql`t.queue_id is null` : sql`t.queue_id = ${queueId}`]),
      ...(userId === undefined ? [] : [userId === 'none' ? sql`t.user_id is null` : sql`t.user_id = ${userId}`]),
      ...(channelId === undefined ? [] : [sql`t.connection_id = ${channelId}`]),
      ...(idleHours === undefined
        ? []
        : [sql`coalesce(t.last_message_at, t.created_at) <= ${now} - make_interval(hours => ${idleHours})`]),
    ],
    sql` and `,
  )

async function countFitting(tx: Tx, tenantId: string, filter: TicketBatchFilter): Promise<number> {
  const [row] = await tx.execute<{ count: number }>(sql`
    select count(*)::integer as count
      from (select 1 from core.ticket t where ${fitting(tenantId, filter, sql`now()`)} limit ${countCap + 1}) fit`)
  return row!.count
}

const added = (problems: Record<string, number>): SQL => sql`
  problems || (
    select coalesce(jsonb_object_agg(p.key, p.value::integer + coalesce((problems ->> p.key)::integer, 0)), '{}')
      from jsonb_each_text(${JSON.stringify(problems)}::jsonb) p)`
