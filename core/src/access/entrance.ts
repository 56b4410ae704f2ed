import { Refusal, type Role } from '@recado/contracts'
import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { Clock } from '../base/clock.ts'
import type { Tx } from '../db/database.ts'
import { tenant } from '../tables/tenant.table.ts'
import { userAccount } from '../tables/user.table.ts'
import { isWithinHours } from '../credentials/login-hours.ts'
import { session } from '../tables/session.table.ts'

/**
 * Seconds after which a user without activity is not connected: a page reports itself every minute, a closed one
 * cannot.
 */
export const connectedSeconds = 15 * 60

/**
 * Rules that may refuse a user with valid credentials: their hours, and the number of connected users of the company.
 */
export class Entrance {
  readonly #clock: Clock
  constructor(options: { clock: Clock }) {
    this.#clock = options.clock
  }

  /**
   * Asked in the transaction that opens the session: of two who come at once for the last place, one gets it.
   *
   * @throws Refusal ERR_LOGIN_HOURS_RESTRICTED or ERR_CONNECTED_USERS_LIMIT
   */
  async admit(tx: Tx, user: { tenantId: string; userId: string }): Promise<void> {
    const [row] = await tx
      .select({
        role: userAccount.profile,
        mode: userAccount.loginMode,
        hours: userAccount.loginHours,
        timeZone: tenant.timeZone,
        limit: tenant.maxConnectedUsers,
      })
      .from(userAccount)
      .innerJoin(tenant, eq(tenant.id, userAccount.tenantId))
      .where(and(eq(userAccount.tenantId, user.tenantId), eq(userAccount.id, user.userId)))
    if (!row) return
    const hours: { role: Role; loginHours: unknown; timeZone: string } = {
      role: row.role,
      loginHours: row.mode === 'scheduled' ? (row.hours ?? {}) : null,
      timeZone: row.timeZone,
    }
    if (!isWithinHours(hours, this.#clock.now())) throw new Refusal('ERR_LOGIN_HOURS_RESTRICTED')
    if (row.limit !== null && (await this.#others(tx, user)) >= row.limit)
      throw new Refusal('ERR_CONNECTED_USERS_LIMIT', { limit: row.limit })
  }

  /** Answer of POST /auth/limit for an authenticated user. */
  async outlook(
    tx: Tx,
    user: { tenantId: string; userId: string },
  ): Promise<{ limit: number | null; canLogin: boolean }> {
    const [row] = await tx.select({ limit: tenant.maxConnectedUsers }).from(tenant).where(eq(tenant.id, user.tenantId))
    const admitted = this.admit(tx, user).then(
      () => true,
      (error: unknown) => {
        if (Refusal.is(error)) return false
        throw error
      },
    )
    return { limit: row?.limit ?? null, canLogin: await admitted }
  }

  async #others(tx: Tx, { tenantId, userId }: { tenantId: string; userId: string }): Promise<number> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${tenantId}:connected`}, 0))`)
    const heard = sql`greatest(${session.lastSeenAt}, ${session.connectedAt})`
    const [counted] = await tx
      .select({ users: sql<number>`count(distinct ${session.userId})::integer` })
      .from(session)
      .where(
        and(
          eq(session.tenantId, tenantId),
          isNull(session.endedAt),
          gt(session.expiresAt, sql`now()`),
          gt(heard, sql`now() - make_interval(secs => ${connectedSeconds})`),
          ne(session.userId, userId),
        ),
      )
    return counted?.users ?? 0
  }
}
