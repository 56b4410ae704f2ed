import {
  mint,
  Refusal,
  type AuditAction,
  type Queue,
  type QueueId,
  type QueueRules,
  type Viewer,
} from '@recado/contracts'
import { and, eq } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import { userChangedTopic, type UserChangedNotice } from '../topics/access.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import { inNameOrder } from '../db/name-cursor.ts'
import { foreignKeyViolation, sqlState, uniqueViolation } from '../db/sql-errors.ts'
import { newId } from '../base/ids.ts'
import type { Limits } from '../tenants/limits.ts'
import { userQueue } from '../tables/user.table.ts'
import { queue } from '../tables/queue.table.ts'

export type QueueChange = {
  readonly queue: string
  readonly isActive?: boolean | undefined
  readonly color?: string | undefined
} & { readonly [K in keyof QueueRules]?: QueueRules[K] | undefined }

const basic = { id: queue.id, queue: queue.name, isActive: queue.isActive, color: queue.color }
const shape = {
  ...basic,
  autoCloseMinutes: queue.autoCloseMinutes,
  returnToQueueMinutes: queue.returnToQueueMinutes,
  distribution: queue.distribution,
}
type Row = Omit<Queue & QueueRules, 'id'> & { readonly id: string }
const asQueue = <R extends { readonly id: string }>(row: R) => ({ ...row, id: mint<QueueId>(row.id) })
/** More than any company has; bounds the one answer that holds them all. */
const most = 1_000

/** The departments that tickets are handed to. Names are unique in a company. */
export class QueuesService {
  readonly #db: Database
  readonly #bus: Pick<EventBus, 'emit'>
  readonly #limits: Pick<Limits, 'beforeActiveQueue'>
  constructor(options: { db: Database; bus: Pick<EventBus, 'emit'>; limits: Pick<Limits, 'beforeActiveQueue'> }) {
    this.#db = options.db
    this.#bus = options.bus
    this.#limits = options.limits
  }

  async list(tenantId: string): Promise<Queue[]> {
    const rows = await this.#db.tenant(tenantId, (tx) =>
      tx.select(basic).from(queue).where(eq(queue.tenantId, tenantId)).orderBy(inNameOrder(queue.name)).limit(most),
    )
    return rows.map(asQueue)
  }

  create(viewer: Viewer, change: QueueChange): Promise<Queue & QueueRules> {
    return this.#change(viewer, 'queues.create', async (tx) => {
      if (change.isActive !== false) await this.#limits.beforeActiveQueue(tx, viewer.tenantId)
      return tx
        .insert(queue)
        .values({ id: newId(), tenantId: viewer.tenantId, ...columns(change) })
        .returning(shape)
    })
  }

  update(viewer: Viewer, id: string, change: QueueChange): Promise<Queue & QueueRules> {
    return this.#change(viewer, 'queues.update', async (tx) => {
      const one = and(eq(queue.tenantId, viewer.tenantId), eq(queue.id, id))
      if (change.isActive === true) {
        const [known] = await tx.select({ isActive: queue.isActive }).from(queue).where(one)
        if (known && !known.isActive) await this.#limits.beforeActiveQueue(tx, viewer.tenantId, id)
      }
      return tx.update(queue).set(columns(change)).where(one).returning(shape)
    })
  }

  /** Refuses with ERR_QUEUE_TICKET_EXISTS while tickets or connections are in it (S8-058). Its members lose it. */
  async remove(viewer: Viewer, id: string): Promise<void> {
    const { tenantId } = viewer
    let members: { userId: string }[] = []
    await this.#change(viewer, 'queues.delete', async (tx) => {
      members = await tx
        .select({ userId: userQueue.userId })
        .from(userQueue)
        .where(and(eq(userQueue.tenantId, tenantId), eq(userQueue.queueId, id)))
      return tx
        .delete(queue)
        .where(and(eq(queue.tenantId, tenantId), eq(queue.id, id)))
        .returning(shape)
    })
    for (const { userId } of members) this.#bus.emit(userChangedTopic, { tenantId, userId } satisfies UserChangedNotice)
  }

  async #change(
    viewer: Viewer,
    action: AuditAction,
    work: (tx: Parameters<Parameters<Database['tenant']>[1]>[0]) => Promise<Row[]>,
  ): Promise<Queue & QueueRules> {
    try {
      return await this.#db.tenant(viewer.tenantId, async (tx) => {
        const [row] = await work(tx)
        if (!row) throw new Refusal('ERR_NO_QUEUE_FOUND')
        await audit(tx, {
          tenantId: viewer.tenantId,
          userId: viewer.userId,
          action,
          subject: row.id,
          facts: { queue: row.queue },
        })
        return asQueue(row)
      })
    } catch (error) {
      if (sqlState(error) === uniqueViolation)
        throw new Refusal('ERR_QUEUE_NAME_EXISTS', { issues: [{ path: 'body.queue', message: 'taken' }] })
      if (sqlState(error) === foreignKeyViolation) throw new Refusal('ERR_QUEUE_TICKET_EXISTS')
      throw error
    }
  }
}

const columns = ({
  queue: name,
  isActive,
  color,
  autoCloseMinutes,
  returnToQueueMinutes,
  distribution,
}: QueueChange) => ({
  name,
  ...(isActive !== undefined && { isActive }),
  ...(color !== undefined && { color }),
  ...(autoCloseMinutes !== undefined && { autoCloseMinutes }),
  ...(returnToQueueMinutes !== undefined && { returnToQueueMinutes }),
  ...(distribution !== undefined && { distribution }),
})
