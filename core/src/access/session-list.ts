import { Refusal, type SessionInfo, type Viewer } from '@recado/contracts'
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { requireManaged } from '../users/account-locks.ts'
import type { AccessService } from './access.service.ts'
import { deviceOf } from './device.ts'
import type { Permissions } from '../credentials/permissions.ts'
import { session } from '../tables/session.table.ts'

/** More than {@link companySettings} lets a user have; bounds the answer in any case. */
const listed = 50

/** List of a user's sessions, and remote sign-out. */
export class SessionList {
  readonly #db: Database
  readonly #access: AccessService
  readonly #permissions: Permissions
  constructor(options: { db: Database; access: AccessService; permissions: Permissions }) {
    this.#db = options.db
    this.#permissions = options.permissions
    this.#access = options.access
  }

  /** One's own, the latest first. */
  async own({ tenantId, userId }: Viewer, currentId: string): Promise<SessionInfo[]> {
    const rows = await this.#db.tenant(tenantId, (tx) =>
      tx
        .select({
          id: session.id,
          userAgent: session.userAgent,
          ip: session.ip,
          createdAt: session.createdAt,
          lastSeenAt: sql`greatest(${session.lastSeenAt}, ${session.connectedAt})`.mapWith(session.lastSeenAt),
        })
        .from(session)
        .where(
          and(
            eq(session.tenantId, tenantId),
            eq(session.userId, userId),
            isNull(session.endedAt),
            gt(session.expiresAt, sql`now()`),
          ),
        )
        .orderBy(desc(session.createdAt))
        .limit(listed),
    )
    // A session that rested too long is over though nobody has written so down.
    const standing = await this.#access.sessions.review(rows.map((row) => row.id))
    return rows
      .filter((row) => typeof standing.get(row.id) === 'object')
      .map(({ userAgent, createdAt, lastSeenAt, ...row }) => ({
        ...row,
        ...deviceOf(userAgent),
        createdAt: createdAt.toISOString(),
        lastSeenAt: (lastSeenAt as Date).toISOString(),
        current: row.id === currentId,
      }))
  }

  /** @throws Refusal ERR_NO_SESSION_FOUND, also for sessions of others */
  async endOwn(viewer: Viewer, sessionId: string): Promise<void> {
    if (!(await this.#access.endSession(viewer, sessionId))) throw new Refusal('ERR_NO_SESSION_FOUND')
  }

  /** Signs a colleague within one's own reach out everywhere. @throws Refusal ERR_NO_USER_FOUND, ERR_NO_PERMISSION */
  async endOf(viewer: Viewer, userId: string): Promise<number> {
    const { tenantId } = viewer
    const ended = await this.#db.tenant(tenantId, async (tx) => {
      if (!(await requireManaged(tx, viewer, { tenantId, userId }, this.#permissions)))
        throw new Refusal('ERR_NO_USER_FOUND')
      return this.#access.sessions.endIn(tx, { tenantId, userId }, 'ERR_SESSION_ENDED', { by: viewer.userId })
    })
    this.#access.announceEnd({ tenantId, userId }, ended, 'ERR_SESSION_ENDED')
    return ended.length
  }
}
