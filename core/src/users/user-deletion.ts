import { Refusal, UserDeleted, type UserHandover, type UserId, type UserWorkload, type Viewer } from '@recado/contracts'
import { and, eq, sql } from 'drizzle-orm'
import type { Permissions } from '../credentials/permissions.ts'
import type { Sessions } from '../credentials/sessions.ts'
import { userChangedTopic, type UserChangedNotice } from '../topics/access.ts'
import type { TicketFeed } from '../realtime/ticket-feed.ts'
import { audit } from '../audit/audit.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import { holdAccounts, requireOtherAdmin, rightsOf } from './account-locks.ts'
import { removeAccount } from './account-removal.ts'
import { requireWithinReach } from './rights-ceiling.ts'
import { contactWallet } from '../tables/user.table.ts'

/** Conversations that open clients are shown at once after a deletion. */
const shownAtOnce = 200

export interface UserDeletionOptions {
  readonly db: Database
  readonly bus: Pick<EventBus, 'emit' | 'poke' | 'publish'>
  readonly feed: Pick<TicketFeed, 'show'>
  readonly sessions: Pick<Sessions, 'endIn' | 'announceEnd'>
  readonly permissions: Permissions
}

/** Deletion of a user, or the transfer of their wallet; a colleague takes over their contacts and tickets. */
export class UserDeletion {
  readonly #options: UserDeletionOptions
  constructor(options: UserDeletionOptions) {
    this.#options = options
  }

  /** Work that the user would leave behind. */
  async workload({ tenantId }: Viewer, id: string): Promise<UserWorkload> {
    const [[row]] = await this.#options.db.read(tenantId, (query) => [
      query<UserWorkload>`
      select (select count(*)::integer
                from core.ticket t
               where t.tenant_id = u.tenant_id and t.user_id = u.id and t.status <> 'closed') as tickets,
             (select count(*)::integer
                from core.contact_wallet w
               where w.tenant_id = u.tenant_id and w.user_id = u.id) as contacts,
             (select count(*)::integer
                from core.user_group_member m
               where m.tenant_id = u.tenant_id and m.user_id = u.id) as groups
        from core.user_account u where u.tenant_id = ${tenantId} and u.id = ${id} and u.deleted_at is null`,
    ])
    if (!row) throw new Refusal('ERR_NO_USER_FOUND')
    return row
  }

  /**
   * DELETE /users/{id}?newUserId. One transaction: conversations that are not closed and the wallet go to the
   * colleague, the account leaves its queues and groups, its sessions end, its address and number are free again. The
   * row stays, so that messages and logs keep their author.
   */
  async remove(viewer: Viewer, id: string, newUserId: string | undefined): Promise<UserHandover> {
    const { tenantId, userId } = viewer
    const { db, sessions, permissions, bus, feed } = this.#options
    if (id === userId) throw new Refusal('ERR_USER_SELF_DELETE')
    const done = await db.tenant(tenantId, async (tx) => {
      const held = await holdAccounts(tx, tenantId, [id, ...(newUserId === undefined ? [] : [newUserId])], {
        admins: true,
      })
      const account = held.get(id)
      if (!account) throw new Refusal('ERR_NO_USER_FOUND')
      requireWithinReach(viewer, rightsOf(account), permissions)
      if (account.profile === 'admin' && account.active) requireOtherAdmin(held, id)
      const receiver = newUserId === undefined || newUserId === id ? undefined : held.get(newUserId)
      if (!receiver?.active) throw new Refusal('ERR_NEW_USER_REQUIRED')
      const contacts = await tx.$count(
        contactWallet,
        and(eq(contactWallet.tenantId, tenantId), eq(contactWallet.userId, id)),
      )
      const tickets = await tx.execute<{ ticket_id: string; queue_id: string | null }>(
        sql`select ticket_id, queue_id from core.hand_over(${tenantId}, ${id}, ${receiver.id}, ${userId})`,
      )
      await removeAccount(tx, { tenantId, userId: id })
      const ended = await sessions.endIn(tx, { tenantId, userId: id }, 'ERR_USER_DELETED', { by: viewer.userId })
      await bus.publish(tx, UserDeleted, { tenantId, key: id, data: { userId: id } })
      await audit(tx, {
        tenantId,
        userId,
        action: 'users.delete',
        subject: id,
        facts: { name: account.name, newUserId: receiver.id, tickets: tickets.length, contacts },
      })
      return { contacts, ended, tickets: [...tickets] }
    })
    bus.poke()
    sessions.announceEnd(done.ended, 'ERR_USER_DELETED')
    bus.emit(userChangedTopic, { tenantId, userId: id } satisfies UserChangedNotice)
    void this.#show(tenantId, id, done.tickets, feed)
    return { userId: newUserId as UserId, tickets: done.tickets.length, contacts: done.contacts }
  }

  /** All contacts of a wallet go to a colleague; answers how many there were. */
  async transferWallet(viewer: Viewer, id: string, newUserId: string): Promise<number> {
    const { tenantId, userId } = viewer
    return this.#options.db.tenant(tenantId, async (tx) => {
      const held = await holdAccounts(tx, tenantId, [id, newUserId])
      if (!held.has(id)) throw new Refusal('ERR_NO_USER_FOUND')
      if (id === newUserId || !held.get(newUserId)?.active) throw new Refusal('ERR_NEW_USER_REQUIRED')
      await tx.execute(sql`
        insert into core.contact_wallet (tenant_id, contact_id, user_id)
        select w.tenant_id, w.contact_id, ${newUserId}
          from core.contact_wallet w
         where w.tenant_id = ${tenantId} and w.user_id = ${id}
        on conflict do nothing`)
      const moved = await tx.execute(
        sql`delete from core.contact_wallet where tenant_id = ${tenantId} and user_id = ${id}`,
      )
      await audit(tx, {
        tenantId,
        userId,
        action: 'users.transferWallet',
        subject: id,
        facts: { newUserId, contacts: moved.count },
      })
      return moved.count
    })
  }

  async #show(
    tenantId: string,
    before: string,
    tickets: readonly { ticket_id: string; queue_id: string | null }[],
    feed: Pick<TicketFeed, 'show'>,
  ): Promise<void> {
    for (let start = 0; start < tickets.length; start += shownAtOnce) {
      await feed.show(tenantId, {
        tickets: tickets.slice(start, start + shownAtOnce).map((row) => ({
          id: row.ticket_id,
          type: 'ticket:update' as const,
          before: { userId: before as UserId, queueId: row.queue_id as never, withBot: false },
        })),
      })
    }
  }
}
