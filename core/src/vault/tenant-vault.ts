import { createHash, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { BriefCache } from '../base/brief-cache.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database, Tx } from '../db/database.ts'
import { derivedKey, keyId } from '../security/keys.ts'
import { seal, unseal } from '../security/sealed.ts'
import type { BoundTo, SecretPlace, SecretScope, Vault } from './vault.ts'

/** A tenant's key was wrapped by another installation secret: nothing of it can be read until that one is back. */
export class VaultKeyError extends Error {
  override readonly name = 'VaultKeyError'
}

const changedTopic = 'secrets.changed'
/** Secrets are asked for with every webhook. A lost invalidation matters for at most this long. */
const cacheMs = 30_000
const cachedScopes = 10_000
const maxKnownKeys = 1_000
const shortestWithHint = 12
/** Names under one owner and scope: a settings form has a handful. */
const maxNames = 1_000

interface SealedSecret {
  readonly ciphertext: Uint8Array
  readonly bound_to: Uint8Array | null
}
/** Everything under one owner and scope, still encrypted, with the tenant's wrapped key. */
interface SealedScope {
  readonly sealed: ReadonlyMap<string, SealedSecret>
  readonly key: { wrapped: Uint8Array; kek_id: string } | undefined
}

/**
 * The vault in PostgreSQL: core.secret holds the ciphertexts, core.tenant_key each tenant's key, wrapped by a key that
 * follows from `secret` and is in no table. A tenant's key is made with its first secret and kept in memory once read.
 * Ciphertexts are kept for a moment too, never values; `bus` makes the other nodes drop changed ones.
 */
export function createVault(db: Database, secret: string, bus?: Pick<EventBus, 'emit' | 'on'>): Vault {
  const wrappingKey = derivedKey(secret, 'vault wrapping key v1')
  const wrappingId = keyId(wrappingKey)
  const known = new Map<string, KeyObject>()
  const scopes = new BriefCache<SealedScope>(cacheMs, cachedScopes)
  bus?.on(changedTopic, (data) => scopes.forget(data as string))

  const changed = (place: SecretScope): void => {
    scopes.forget(scopeKey(place))
    bus?.emit(changedTopic, scopeKey(place))
  }
  const load = async ({ tenantId, owner, scope }: SecretScope): Promise<SealedScope> => {
    const [rows, [key]] = await db.read(tenantId, (sql) => [
      sql<SealedSecret & { name: string }>`
        select name, ciphertext, bound_to
          from core.secret
         where tenant_id = ${tenantId} and owner = ${owner} and scope = ${scope}
         order by name limit ${maxNames}`,
      sql<{
        wrapped: Uint8Array
        kek_id: string
      }>`select wrapped, kek_id from core.tenant_key where tenant_id = ${tenantId}`,
    ])
    return { sealed: new Map(rows.map((row) => [row.name, row])), key }
  }
  const open = (tenantId: string, row: { wrapped: Uint8Array; kek_id: string }): KeyObject => {
    if (row.kek_id !== wrappingId)
      throw new VaultKeyError(
        'The stored secrets of a company were encrypted with another RECADO_SECRET; start with that one',
      )
    const key = createSecretKey(unseal(wrappingKey, row.wrapped, ['core.tenant_key', 'wrapped', tenantId]))
    if (known.size >= maxKnownKeys) known.delete(known.keys().next().value!)
    known.set(tenantId, key)
    return key
  }
  const readKey = async (tx: Tx, tenantId: string): Promise<KeyObject | undefined> => {
    const [row] = await tx.execute<{ wrapped: Uint8Array; kek_id: string }>(
      sql`select wrapped, kek_id from core.tenant_key where tenant_id = ${tenantId}`,
    )
    return row && open(tenantId, row)
  }
  const keyToWrite = async (tx: Tx, tenantId: string): Promise<KeyObject> => {
    const existing = known.get(tenantId) ?? (await readKey(tx, tenantId))
    if (existing) return existing
    const wrapped = seal(wrappingKey, randomBytes(32), ['core.tenant_key', 'wrapped', tenantId])
    await tx.execute(sql`
      insert into core.tenant_key (tenant_id, wrapped, kek_id)
      values (${tenantId}, decode(${wrapped.toString('hex')}, 'hex'), ${wrappingId})
      on conflict do nothing`)
    // Two first secrets at once: whichever key is in the table is the one. It is not remembered before the commit.
    const [row] = await tx.execute<{ wrapped: Uint8Array; kek_id: string }>(
      sql`select wrapped, kek_id from core.tenant_key where tenant_id = ${tenantId}`,
    )
    const key = open(tenantId, row!)
    known.delete(tenantId)
    return key
  }
  const placeOf = ({ tenantId, owner, scope, name }: SecretPlace): string[] => [
    'core.secret',
    'ciphertext',
    tenantId,
    owner,
    scope,
    name,
  ]

  const sealedFor = async (tx: Tx, place: SecretPlace, value: string): Promise<string> =>
    seal(await keyToWrite(tx, place.tenantId), Buffer.from(value, 'utf8'), placeOf(place)).toString('hex')

  const save: Vault['save'] = async (tx, scope, { secrets, erased = [], boundTo }) => {
    const { tenantId, owner, scope: within } = scope
    for (const [name, value] of Object.entries(secrets)) {
      const sealed = await sealedFor(tx, { ...scope, name }, value)
      const bound = boundTo === undefined ? null : digestOf(textsOf(boundTo, name)[0]).toString('hex')
      await tx.execute(sql`
        insert into core.secret (tenant_id, owner, scope, name, ciphertext, last4, bound_to)
        values (${tenantId}, ${owner}, ${within}, ${name}, decode(${sealed}, 'hex'), ${hint(value)},
                decode(${bound}, 'hex'))
        on conflict (tenant_id, owner, scope, name)
        do update set ciphertext = excluded.ciphertext, last4 = excluded.last4, bound_to = excluded.bound_to,
                      updated_at = now()`)
    }
    for (const name of erased) await tx.execute(sql`delete from core.secret where ${at(scope)} and name = ${name}`)
  }

  const get: Vault['get'] = async (place, boundTo) => {
    const { sealed, key: stored } = await scopes.get(scopeKey(place), () => load(place))
    const found = sealed.get(place.name)
    if (!found || !isFor(boundTo, place.name, found.bound_to)) return undefined
    const key = known.get(place.tenantId) ?? (stored && open(place.tenantId, stored))
    if (!key) throw new VaultKeyError('The key of a company is missing')
    return unseal(key, found.ciphertext, placeOf(place)).toString('utf8')
  }

  return {
    get,
    async ensure(place, make) {
      const known = await get(place)
      if (known !== undefined) return known
      const { tenantId, owner, scope, name } = place
      await db.tenant(tenantId, async (tx) => {
        const value = make()
        await tx.execute(sql`
          insert into core.secret (tenant_id, owner, scope, name, ciphertext, last4)
          values (${tenantId}, ${owner}, ${scope}, ${name}, decode(${await sealedFor(tx, place, value)}, 'hex'),
                  ${hint(value)})
          on conflict do nothing`)
      })
      changed(place)
      // Whoever came first has stored theirs.
      const stored = await get(place)
      if (stored === undefined) throw new Error('a key was removed while it was made')
      return stored
    },
    async set({ name, ...scope }, value, boundTo) {
      await db.tenant(scope.tenantId, (tx) =>
        save(tx, scope, { secrets: { [name]: value }, ...(boundTo !== undefined && { boundTo }) }),
      )
      changed(scope)
    },
    save,
    changed,
    async delete(place) {
      await db.tenant(place.tenantId, async (tx) => {
        await tx.execute(sql`delete from core.secret where ${at(place)} and name = ${place.name}`)
      })
      changed(place)
    },
    describe: (place, boundTo) =>
      db.tenant(place.tenantId, async (tx) => {
        const rows = await tx.execute<{
          name: string
          last4: string | null
          updated_at: string
          bound_to: Uint8Array | null
        }>(sql`
          select name, last4, updated_at, bound_to from core.secret
           where ${at(place)}
           order by name limit ${maxNames}`)
        const fitting = rows.filter((row) => isFor(boundTo, row.name, row.bound_to))
        return Object.fromEntries(
          fitting.map((row) => [
            row.name,
            { set: true as const, last4: row.last4, updatedAt: new Date(row.updated_at) },
          ]),
        )
      }),
    async deleteAll(place) {
      await db.tenant(place.tenantId, async (tx) => {
        await tx.execute(sql`delete from core.secret where ${at(place)}`)
      })
      changed(place)
    },
    keyOf: async (tenantId) => known.get(tenantId) ?? db.tenant(tenantId, (tx) => keyToWrite(tx, tenantId)),
  }
}

const digestOf = (boundTo: string): Buffer => createHash('sha256').update(boundTo).digest()
const textsOf = (boundTo: BoundTo, name: string): readonly [string, ...string[]] =>
  typeof boundTo === 'string' ? [boundTo] : boundTo(name)
const isFor = (reader: BoundTo | undefined, name: string, stored: Uint8Array | null): boolean =>
  reader === undefined || stored === null || textsOf(reader, name).some((text) => digestOf(text).equals(stored))
const scopeKey = ({ tenantId, owner, scope }: SecretScope): string => JSON.stringify([tenantId, owner, scope])
const at = (place: SecretScope) =>
  sql`tenant_id = ${place.tenantId} and owner = ${place.owner} and scope = ${place.scope}`

/**
 * The last four characters, so that people recognise a key they pasted; of a short secret they would give too much
 * away.
 */
const hint = (value: string): string | null => (value.length >= shortestWithHint ? value.slice(-4) : null)
