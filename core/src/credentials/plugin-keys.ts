import { longestKeyOverlapMs, Refusal, type PluginKey } from '@recado/contracts'
import { sql, type SQL } from 'drizzle-orm'
import { timingSafeEqual } from 'node:crypto'
import { audit } from '../audit/audit.ts'
import { BriefCache } from '../base/brief-cache.ts'
import type { Clock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database, Tx } from '../db/database.ts'
import type { KeyAuthenticator, KeyHolder } from '../http/route.ts'
import { tenantChangedTopic } from '../topics/tenants.ts'
import { hashApiTokenSecret, newApiTokenSecret, readPluginKey, writePluginKey } from './api-token-text.ts'

/** Holders that are listed at once. */
const mostHolders = 200
/** Least time between two records of a key's use. Milliseconds. */
const usedEveryMs = 60_000
/** Ephemeral: keys were replaced or revoked; every node reads them again. */
const keysChangedTopic = 'access.plugin-keys-changed'

interface KeyRow extends Record<string, unknown> {
  readonly key_id: string
  readonly tenant_id: string
  readonly plugin: string
  readonly holder: string
  readonly secret_hash: Buffer
  readonly ends_at: Date | null
  readonly active: boolean
  readonly blocked: boolean
}

/** Whose keys are issued, and by whom: null where no user asked for it. */
export interface KeyOwner {
  readonly tenantId: string
  readonly plugin: string
  readonly userId: string | null
}

export interface PluginKeysOptions {
  readonly db: Database
  readonly bus: Pick<EventBus, 'emit' | 'on'>
  readonly clock: Clock
}

/** Keys with which programs call routes of plugins; see `PluginKeyPort` of the contracts. */
export class PluginKeys implements KeyAuthenticator {
  readonly #options: PluginKeysOptions
  readonly #known = new BriefCache<KeyRow | undefined>()
  readonly #used = new BriefCache<void>(usedEveryMs)
  readonly #leave: readonly (() => void)[]

  constructor(options: PluginKeysOptions) {
    this.#options = options
    this.#leave = [
      options.bus.on(keysChangedTopic, (ids) => this.#forget(ids as string[])),
      options.bus.on(tenantChangedTopic, () => this.#known.clear()),
    ]
  }

  /**
   * Whom a key of this plugin stands for. The refusal does not reveal why a key is not valid, nor whether it is one of
   * another plugin.
   * @throws Refusal ERR_TOKEN_REFUSED, ERR_LICENSE_BLOCKED
   */
  async authenticate(plugin: string, text: string | null): Promise<KeyHolder> {
    const key = text === null ? undefined : readPluginKey(text)
    const row = key && (await this.#known.get(key.id, (id) => this.#find(id)))
    if (
      !key ||
      !row ||
      !timingSafeEqual(row.secret_hash, hashApiTokenSecret(key.secret)) ||
      row.plugin !== plugin ||
      !row.active ||
      (row.ends_at !== null && row.ends_at <= this.#options.clock.now())
    )
      throw new Refusal('ERR_TOKEN_REFUSED')
    if (row.blocked) throw new Refusal('ERR_LICENSE_BLOCKED')
    await this.#used.get(row.key_id, () => this.#markUsed(row))
    return { tenantId: row.tenant_id, keyId: row.key_id, holder: row.holder }
  }

  /** A new key, whose text is in the answer alone. The ones before it end now or `overlapMs` from now. */
  async issue(
    owner: KeyOwner,
    holder: string,
    { overlapMs = 0 }: { readonly overlapMs?: number } = {},
  ): Promise<{ text: string; key: PluginKey }> {
    if (!(overlapMs >= 0 && overlapMs <= longestKeyOverlapMs))
      throw new RangeError(`an earlier key is accepted for ${longestKeyOverlapMs} ms at most`)
    const { tenantId, plugin, userId } = owner
    const id: string = newId()
    const secret = newApiTokenSecret()
    const now = this.#options.clock.now()
    const end = new Date(now.getTime() + overlapMs)
    const { replaced, key } = await this.#options.db.tenant(tenantId, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${tenantId}:plugin-keys:${holder}`}, 0))`)
      const before = await tx.execute<{ id: string }>(sql`
        update core.plugin_key
           set ends_at = least(coalesce(ends_at, ${end.toISOString()}::timestamptz), ${end.toISOString()}::timestamptz)
         where ${ofHolder(owner, holder)} returning id`)
      await tx.execute(sql`
        delete from core.plugin_key where ${ofHolder(owner, holder)} and ends_at <= ${now.toISOString()}::timestamptz`)
      await tx.execute(sql`
        insert into core.plugin_key (id, tenant_id, plugin, holder, secret_hash, last4, created_at)
        values (${id}, ${tenantId}, ${plugin}, ${holder}, ${hashApiTokenSecret(secret)}, ${secret.slice(-4)},
                ${now.toISOString()}::timestamptz)`)
      await audit(tx, {
        tenantId,
        userId,
        action: 'plugin-key.issue',
        subject: holder,
        facts: { plugin, keyId: id, ...(before.length > 0 && { replaces: before.length, overlapMs }) },
      })
      const [row] = await this.#rows(tx, owner, sql`id = ${id}`)
      return { replaced: before.map((row) => row.id), key: row! }
    })
    this.#announce(replaced)
    return { text: writePluginKey({ id, secret }), key }
  }

  /** Keys that are accepted now, newest first. */
  async list(owner: KeyOwner, holders: readonly string[]): Promise<PluginKey[]> {
    if (holders.length > mostHolders) throw new RangeError(`at most ${mostHolders} holders are asked for at once`)
    const now = this.#options.clock.now().toISOString()
    return this.#options.db.tenant(owner.tenantId, (tx) =>
      this.#rows(
        tx,
        owner,
        sql`holder = any (${sql.param([...holders])}::uuid[]) and (ends_at is null or ends_at > ${now}::timestamptz)`,
      ),
    )
  }

  /** Counts on every node with the next request. */
  async revoke(owner: KeyOwner, holder: string): Promise<void> {
    const { tenantId, plugin, userId } = owner
    const gone = await this.#options.db.tenant(tenantId, async (tx) => {
      const rows = await tx.execute<{ id: string }>(
        sql`delete from core.plugin_key where ${ofHolder(owner, holder)} returning id`,
      )
      if (rows.length > 0)
        await audit(tx, { tenantId, userId, action: 'plugin-key.revoke', subject: holder, facts: { plugin } })
      return rows.map(({ id }) => id)
    })
    this.#announce(gone)
  }

  close(): void {
    for (const leave of this.#leave) leave()
  }

  async #find(id: string): Promise<KeyRow | undefined> {
    const [row] = await this.#options.db.raw<KeyRow[]>`select * from core.find_plugin_key(${id})`
    return row
  }

  #forget(ids: readonly string[]): void {
    for (const id of ids) this.#known.forget(id)
  }

  #announce(ids: readonly string[]): void {
    if (ids.length === 0) return
    this.#forget(ids)
    this.#options.bus.emit(keysChangedTopic, ids)
  }

  async #markUsed({ tenant_id: tenantId, key_id: id }: KeyRow): Promise<void> {
    const now = this.#options.clock.now().toISOString()
    await this.#options.db.tenant(tenantId, (tx) =>
      tx.execute(
        sql`update core.plugin_key set last_used_at = ${now}::timestamptz where tenant_id = ${tenantId} and id = ${id}`,
      ),
    )
  }

  async #rows(tx: Tx, { tenantId, plugin }: KeyOwner, which: SQL): Promise<PluginKey[]> {
    const rows = await tx.execute<{
      id: string
      holder: string
      last4: string
      created_at: Date
      ends_at: Date | null
      last_used_at: Date | null
    }>(sql`
      select id, holder, last4, created_at, ends_at, last_used_at from core.plugin_key
       where tenant_id = ${tenantId} and plugin = ${plugin} and ${which} order by created_at desc, id desc limit 1000`)
    return rows.map(({ id, holder, last4, created_at, ends_at, last_used_at }) => ({
      id,
      holder,
      last4,
      createdAt: new Date(created_at).toISOString(),
      endsAt: ends_at && new Date(ends_at).toISOString(),
      lastUsedAt: last_used_at && new Date(last_used_at).toISOString(),
    }))
  }
}

const ofHolder = ({ tenantId, plugin }: KeyOwner, holder: string): SQL =>
  sql`tenant_id = ${tenantId} and plugin = ${plugin} and holder = ${holder}`
