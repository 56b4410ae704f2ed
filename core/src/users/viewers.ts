import type { Viewer } from '@recado/contracts'
import type { Permissions } from '../credentials/permissions.ts'
import { viewerOfRow, type ViewerRow } from '../credentials/session-row.ts'
import type { Database } from '../db/database.ts'

/**
 * Users with what they may do and see now, for work that is done for them while they are away. Left out are those who
 * could not sign in: deactivated, deleted, or of a company that is blocked.
 */
export class Viewers {
  readonly #db: Database
  readonly #permissions: Permissions
  constructor(options: { db: Database; permissions: Permissions }) {
    this.#db = options.db
    this.#permissions = options.permissions
  }

  async of(tenantId: string, users: readonly string[]): Promise<Viewer[]> {
    if (users.length === 0) return []
    const [rows] = await this.#db.read(tenantId, (sql) => [
      sql<ViewerRow>`
      select u.tenant_id, u.id as user_id, true as active, false as deleted, false as blocked, false as must_enrol,
             u.name, u.profile, u.is_master, t.is_reseller, r.permissions as role_permissions, u.granted, u.denied,
             coalesce(u.configs ->> 'locale', t.locale) as locale, t.time_zone,
             array(select q.queue_id
                     from core.user_queue q
                    where q.tenant_id = u.tenant_id and q.user_id = u.id) as queue_ids
        from core.user_account u
        join core.tenant t on t.id = u.tenant_id and t.status = 'active' and t.blocked_at is null
        left join core.role r on r.tenant_id = u.tenant_id and r.id = u.role_id
       where u.tenant_id = ${tenantId} and u.id = any (${[...users]}::uuid[]) and u.is_active and u.deleted_at is null
       order by u.id`,
    ])
    return rows.map((row) => viewerOfRow(row, this.#permissions))
  }
}
