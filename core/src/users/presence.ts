import { Refusal, type Viewer } from '@recado/contracts'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import type { Realtime } from '../realtime/realtime.ts'
import { userAccount } from '../tables/user.table.ts'

export type UserStatus = 'online' | 'offline'
export interface UserPresenceOptions {
  readonly db: Database
  readonly realtime: () => Pick<Realtime, 'userChanged' | 'hasListeners'>
}

/**
 * Whether users count as there (S4-127): signing in and out say so, and users themselves. Colleagues see it at once.
 */
export class UserPresence {
  readonly #options: UserPresenceOptions
  constructor(options: UserPresenceOptions) {
    this.#options = options
  }

  /** Users change their own presence alone. @throws Refusal ERR_NO_USER_FOUND */
  async change(
    { tenantId, userId }: Pick<Viewer, 'tenantId' | 'userId'>,
    id: string,
    status: UserStatus,
  ): Promise<void> {
    if (id !== userId) throw new Refusal('ERR_NO_USER_FOUND')
    await this.#options.db.tenant(tenantId, (tx) =>
      tx
        .update(userAccount)
        .set({ isOnline: status === 'online', updatedAt: sql`now()` })
        .where(and(eq(userAccount.tenantId, tenantId), eq(userAccount.id, userId))),
    )
    await this.tell({ tenantId, userId })
  }

  /** Shows colleagues how it stands. Hidden users have no colleagues. */
  async tell({ tenantId, userId }: { readonly tenantId: string; readonly userId: string }): Promise<void> {
    const { db, realtime } = this.#options
    if (!realtime().hasListeners(tenantId)) return
    const [[user]] = await db.read(tenantId, (query) => [
      query<{
        is_online: boolean
      }>`select is_online from core.user_account where tenant_id = ${tenantId} and id = ${userId} and not is_hidden`,
    ])
    if (user)
      realtime().userChanged(tenantId, {
        type: 'user:update',
        payload: { id: userId, status: user.is_online ? 'online' : 'offline' },
      })
  }
}
