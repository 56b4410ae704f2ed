import { Refusal, type QueueMembersChange, type Viewer } from '@recado/contracts'
import { and, eq, inArray } from 'drizzle-orm'
import type { Permissions } from '../credentials/permissions.ts'
import { userChangedTopic, type UserChangedNotice } from '../topics/access.ts'
import { audit } from '../audit/audit.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import { holdAccounts, rightsOf } from '../users/account-locks.ts'
import { requireWithinReach } from '../users/rights-ceiling.ts'
import { userQueue } from '../tables/user.table.ts'
import { queue } from '../tables/queue.table.ts'

/**
 * Members of a queue. Membership decides what they see, so it is managed by users who manage users, for accounts within
 * their reach.
 */
export class QueueMembers {
  readonly #db: Database
  readonly #bus: Pick<EventBus, 'emit'>
  readonly #permissions: Permissions
  constructor(options: { db: Database; bus: Pick<EventBus, 'emit'>; permissions: Permissions }) {
    this.#db = options.db
    this.#bus = options.bus
    this.#permissions = options.permissions
  }

  /** All changes or none; present members stay. Users whose queues changed see other tickets with the next request. */
  async change(viewer: Viewer, queueId: string, { add = [], remove = [] }: QueueMembersChange): Promise<void> {
    const { tenantId } = viewer
    const people = [...new Set([...add, ...remove])]
    await this.#db.tenant(tenantId, async (tx) => {
      const [known] = await tx
        .select({ name: queue.name })
        .from(queue)
        .where(and(eq(queue.tenantId, tenantId), eq(queue.id, queueId)))
        .for('share')
      if (!known) throw new Refusal('ERR_NO_QUEUE_FOUND')
      const held = await holdAccounts(tx, tenantId, people)
      for (const id of people) {
        const account = held.get(id)
        if (!account) throw new Refusal('ERR_NO_USER_FOUND')
        if (id !== viewer.userId) requireWithinReach(viewer, rightsOf(account), this.#permissions)
      }
      if (remove.length > 0)
        await tx
          .delete(userQueue)
          .where(
            and(
              eq(userQueue.tenantId, tenantId),
              eq(userQueue.queueId, queueId),
              inArray(userQueue.userId, [...remove]),
            ),
          )
      if (add.length > 0)
        await tx
          .insert(userQueue)
          .values(add.map((userId) => ({ tenantId, userId, queueId })))
          .onConflictDoNothing()
      await audit(tx, {
        tenantId,
        userId: viewer.userId,
        action: 'queues.members',
        subject: queueId,
        facts: { queue: known.name, added: add, removed: remove },
      })
    })
    for (const userId of people) this.#bus.emit(userChangedTopic, { tenantId, userId } satisfies UserChangedNotice)
  }
}
