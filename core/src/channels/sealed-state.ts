import { ChannelError, type SealedState } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import { seal, unseal } from '../security/sealed.ts'
import type { Database } from '../db/database.ts'
import type { Vault } from '../vault/vault.ts'

const place = (tenantId: string, connectionId: string, key: string): string[] => [
  'core.connection_sealed',
  'sealed',
  tenantId,
  connectionId,
  key,
]

/**
 * Values of one connection in `core.connection_sealed`. They are written only by the node that holds the connection, so
 * that a node which has lost it cannot overwrite the keys of the one that has it now.
 */
export function connectionSealedState(
  { db, vault, node }: { readonly db: Database; readonly vault: Pick<Vault, 'keyOf'>; readonly node: string },
  tenantId: string,
  connectionId: string,
  signal: AbortSignal,
): SealedState {
  /** One transaction, refused where this node does not hold the connection any more. */
  const change = async (statement: ReturnType<typeof sql>): Promise<void> => {
    if (signal.aborted) throw fenced()
    const [done] = await db.tenant(tenantId, (tx) => tx.execute<{ holds: boolean }>(statement))
    if (!done?.holds) throw fenced()
  }
  const held = sql`held as materialized (
    select c.id from core.connection c
     where c.tenant_id = ${tenantId} and c.id = ${connectionId} and c.leased_by = ${node} and c.deleted_at is null
       for key share)`
  return {
    async read(keys) {
      if (keys.length === 0) return new Map()
      const key = await vault.keyOf(tenantId)
      const [rows] = await db.read(tenantId, (query) => [
        query<{ key: string; sealed: Uint8Array }>`
        select s.key, s.sealed from unnest(${[...keys]}::text[]) k (key) cross join lateral (
          select x.key, x.sealed from core.connection_sealed x
           where x.tenant_id = ${tenantId} and x.connection_id = ${connectionId} and x.key = k.key limit 1) s`,
      ])
      return new Map(rows.map((row) => [row.key, unseal(key, row.sealed, place(tenantId, connectionId, row.key))]))
    },
    async write(changes) {
      if (changes.size === 0) return
      const key = await vault.keyOf(tenantId)
      const entries = [...changes]
      const kept = entries.filter((entry): entry is [string, Uint8Array] => entry[1] !== null)
      const dropped = entries.flatMap(([name, value]) => (value === null ? [name] : []))
      const sealed = kept.map(([name, value]) => seal(key, value, place(tenantId, connectionId, name)).toString('hex'))
      await change(sql`
        with ${held}, dropped as (
          delete from core.connection_sealed s using held, unnest(${sql.param(dropped)}::text[]) d (key)
           where s.tenant_id = ${tenantId} and s.connection_id = held.id and s.key = d.key),
          kept as (
            insert into core.connection_sealed (tenant_id, connection_id, key, sealed)
            select ${tenantId}::uuid, held.id, k.key, decode(k.sealed, 'hex')
              from held,
                  unnest(${sql.param(kept.map(([name]) => name))}::text[], ${sql.param(sealed)}::text[]) k (key, sealed)
            on conflict (tenant_id, connection_id, key) do update set sealed = excluded.sealed)
        select exists (select from held) as holds`)
    },
    async clear() {
      await change(sql`with ${held}, dropped as (
        delete from core.connection_sealed s using held where s.tenant_id = ${tenantId} and s.connection_id = held.id)
        select exists (select from held) as holds`)
    },
  }
}

const fenced = (): ChannelError =>
  new ChannelError({
    kind: 'network',
    code: 'FENCED',
    message: 'this node does not hold the connection any more',
    certain: true,
  })
