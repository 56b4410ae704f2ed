import type { StateStore } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'

/** Small durable values of one connection, in `core.connection_state`. */
export function connectionStateStore(db: Database, tenantId: string, connectionId: string): StateStore {
  const mine = sql`tenant_id = ${tenantId} and connection_id = ${connectionId}`
  return {
    async get<T>(key: string) {
      const [row] = await db.tenant(tenantId, (tx) =>
        tx.execute<{ value: T }>(sql`
          select value
            from core.connection_state
           where ${mine} and key = ${key} and (expires_at is null or expires_at > now())`),
      )
      return row?.value
    },
    async set(key, value, options = {}) {
      const expires =
        options.ttlMs === undefined ? sql`null` : sql`now() + make_interval(secs => ${options.ttlMs / 1000})`
      const replace = options.ifAbsent ? sql`where core.connection_state.expires_at <= now()` : sql``
      const rows = await db.tenant(tenantId, (tx) =>
        tx.execute(sql`
        insert into core.connection_state (tenant_id, connection_id, key, value, expires_at)
        values (${tenantId}, ${connectionId}, ${key}, ${JSON.stringify(value)}::jsonb, ${expires})
        on conflict (tenant_id, connection_id, key) do update set value = excluded.value,
               expires_at = excluded.expires_at ${replace}
        returning key`),
      )
      return rows.length > 0
    },
    async delete(key) {
      await db.tenant(tenantId, (tx) =>
        tx.execute(sql`delete from core.connection_state where ${mine} and key = ${key}`),
      )
    },
  }
}
