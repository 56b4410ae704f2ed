import { freeLimits, Refusal, type ErrorCode, type PlanLimits, type Tier } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Clock } from '../base/clock.ts'
import type { Tx } from '../db/database.ts'
import type { GlobalSettings } from '../platform/global-settings.ts'
import { limitsOf, readStanding, type Standing } from './standing.ts'

/** More channels than this in one company is a mistake of a script, not a company. */
export const mostConnections = 500

export interface LimitsOptions {
  readonly clock: Clock
  readonly globals: Pick<GlobalSettings, 'all'>
  tierOf(tenantId: string): Promise<Tier>
}

interface Count extends Record<string, unknown> {
  readonly count: number
}

/**
 * Limits of a company, checked in one place, in the transaction that makes one more. Each check holds a lock of its
 * kind until that transaction ends: two at once cannot both take the last place. Inbound messages and their contacts
 * are never limited by a plan.
 */
export class Limits {
  readonly #options: LimitsOptions
  constructor(options: LimitsOptions) {
    this.#options = options
  }

  /**
   * Before a user is made, or one who was switched off comes back. @throws Refusal ERR_USER_CREATION_DISABLED,
   * ERR_USER_LIMIT_REACHED, ERR_FREE_PLAN_USERS, ERR_FREE_PLAN_VIOLATION or ERR_RESELLER_LIMIT
   */
  async beforeUser(tx: Tx, tenantId: string, act: 'create' | 'activate' = 'create'): Promise<void> {
    const standing = await this.#hold(tx, tenantId, 'users')
    if (act === 'create' && (!standing.userCreation || (await this.#options.globals.all()).disableUserCreation))
      throw new Refusal('ERR_USER_CREATION_DISABLED')
    const limit = limitsOf(standing, this.#options.clock.now()).users
    if (limit !== null) {
      const [held] = await tx.execute<Count>(sql`
        select count(*)::integer as count
          from core.user_account u
         where u.tenant_id = ${tenantId}
           and core.takes_place(u, ${this.#options.clock.now().toISOString()}::timestamptz)`)
      requireRoom(
        held!.count,
        limit,
        standing.tier === 'free' ? 'ERR_FREE_PLAN_USERS' : 'ERR_USER_LIMIT_REACHED',
        standing.tier,
      )
    }
    if (standing.resellerId !== null) await requireResellerRoom(tx, standing.resellerId, 'users')
  }

  /**
   * Before a queue is made active. `besides` is the queue itself, where it is there already. @throws Refusal
   * ERR_FREE_PLAN_QUEUES or ERR_FREE_PLAN_VIOLATION
   */
  async beforeActiveQueue(tx: Tx, tenantId: string, besides: string | null = null): Promise<void> {
    const { tier } = await this.#hold(tx, tenantId, 'queues')
    if (tier !== 'free') return
    const [held] = await tx.execute<Count>(sql`
      select count(*)::integer as count
        from core.queue
       where tenant_id = ${tenantId} and is_active and (${besides}::uuid is null or id <> ${besides}::uuid)`)
    requireRoom(held!.count, freeLimits.activeQueues, 'ERR_FREE_PLAN_QUEUES', tier)
  }

  /** Number of queues of the company that may be active; null for no limit. */
  async activeQueues(tenantId: string): Promise<number | null> {
    return (await this.#options.tierOf(tenantId)) === 'free' ? freeLimits.activeQueues : null
  }

  /**
   * Before a connection is made; it is active at once. @throws Refusal ERR_CONNECTION_LIMIT_REACHED,
   * ERR_FREE_PLAN_CONNECTION, ERR_FREE_PLAN_VIOLATION or ERR_RESELLER_CONNECTION_LIMIT
   */
  async beforeConnection(tx: Tx, tenantId: string): Promise<void> {
    const standing = await this.#hold(tx, tenantId, 'connections')
    const limit = Math.min(
      limitsOf(standing, this.#options.clock.now()).connections ?? mostConnections,
      (await this.#options.globals.all()).maxConnections ?? mostConnections,
      mostConnections,
    )
    const [held] = await tx.execute<Count>(
      sql`select count(*)::integer as count from core.connection where tenant_id = ${tenantId} and deleted_at is null`,
    )
    if (held!.count >= limit) throw new Refusal('ERR_CONNECTION_LIMIT_REACHED', { limit })
    await this.#requireFreeConnection(tx, tenantId, standing.tier, null)
    if (standing.resellerId !== null) await requireResellerRoom(tx, standing.resellerId, 'connections')
  }

  /**
   * Before a connection that was switched off comes back. @throws Refusal ERR_FREE_PLAN_CONNECTION or
   * ERR_FREE_PLAN_VIOLATION
   */
  async beforeActiveConnection(tx: Tx, tenantId: string, connectionId: string): Promise<void> {
    const { tier } = await this.#hold(tx, tenantId, 'connections')
    await this.#requireFreeConnection(tx, tenantId, tier, connectionId)
  }

  /**
   * Before somebody makes a contact through the interface or the API; never for what arrives. @throws Refusal
   * ERR_CONTACT_LIMIT_REACHED with how many there are and may be
   */
  async beforeContact(tx: Tx, tenantId: string): Promise<void> {
    const places = await this.#contactPlaces(tx, tenantId)
    if (places && places.held >= places.max)
      throw new Refusal('ERR_CONTACT_LIMIT_REACHED', { numbers: [places.held, places.max] })
  }

  /** Before many contacts are made at once: how many they may be, null for any number. */
  async roomForContacts(tx: Tx, tenantId: string): Promise<number | null> {
    const places = await this.#contactPlaces(tx, tenantId)
    return places && Math.max(0, places.max - places.held)
  }

  /** Megabytes that all files of the company may take; null without limit. StorageQuota asks, and remembers it. */
  async storage(tx: Tx, tenantId: string): Promise<number | null> {
    const standing = await readStanding(tx, tenantId)
    return this.storageAllowed(standing ? limitsOf(standing, this.#options.clock.now()).storage : null)
  }

  /** Effective storage limit for a company with this own one: the installation's if it has none. */
  async storageAllowed(own: number | null): Promise<number | null> {
    return own ?? (await this.#options.globals.all()).maxStorage
  }

  /** Before a company of a reseller is made, with its administrator. @throws Refusal ERR_RESELLER_LIMIT */
  async beforeCompany(tx: Tx, resellerId: string): Promise<void> {
    await requireResellerRoom(tx, resellerId, 'companies')
    await requireResellerRoom(tx, resellerId, 'users')
  }

  /**
   * Checks for plugins, of objects that they keep themselves. A flow and a bot share a limit, so they share its lock.
   */
  forPlugins = (tenantId: string): PlanLimits => ({
    require: async (tx, kind, countActive) => {
      const tier = await this.#options.tierOf(tenantId)
      if (tier !== 'free') return
      await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [placeKey(tenantId, 'flows')], 'array')
      requireRoom(
        await countActive(tx),
        freeLimits.activeFlows,
        kind === 'flows' ? 'ERR_FREE_PLAN_CHATFLOWS' : 'ERR_FREE_PLAN_CHATBOT',
        tier,
      )
    },
  })

  async #contactPlaces(tx: Tx, tenantId: string): Promise<{ held: number; max: number } | null> {
    const standing = await this.#hold(tx, tenantId, 'contacts')
    const max = limitsOf(standing, this.#options.clock.now()).contacts
    if (max === null) return null
    const [held] = await tx.execute<Count>(
      sql`select count(*)::integer as count from core.contact where tenant_id = ${tenantId} and merged_into is null`,
    )
    return { held: held!.count, max }
  }

  async #requireFreeConnection(tx: Tx, tenantId: string, tier: Tier, besides: string | null): Promise<void> {
    if (tier !== 'free') return
    const [held] = await tx.execute<Count>(sql`
      select count(*)::integer as count
        from core.connection
       where tenant_id = ${tenantId}
         and deleted_at is null
         and is_active
         and (${besides}::uuid is null or id <> ${besides}::uuid)`)
    requireRoom(held!.count, freeLimits.activeConnections, 'ERR_FREE_PLAN_CONNECTION', tier)
  }

  /** Counting has to be a later statement than the lock: one statement sees what was there when it began to wait. */
  async #hold(tx: Tx, tenantId: string, kind: string): Promise<Standing> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${placeKey(tenantId, kind)}, 0))`)
    const standing = await readStanding(tx, tenantId)
    if (!standing) throw new Refusal('ERR_NO_TENANT_FOUND')
    return standing
  }
}

const placeKey = (tenantId: string, kind: string) => `${tenantId}:${kind}`

/** On the free tier, who has more than it allows fell to it: that is said instead of the single limit. */
function requireRoom(held: number, limit: number, code: ErrorCode, tier: Tier): void {
  if (held < limit) return
  throw new Refusal(tier === 'free' && held > limit ? 'ERR_FREE_PLAN_VIOLATION' : code, { limit })
}

type ResellerKind = 'companies' | 'users' | 'connections'

async function requireResellerRoom(tx: Tx, resellerId: string, kind: ResellerKind): Promise<void> {
  const [room] = await tx.execute<Record<ResellerKind, number> & Record<`max_${ResellerKind}`, number | null>>(
    sql`select * from core.reseller_room(${resellerId})`,
  )
  const limit = room?.[`max_${kind}`] ?? null
  if (limit !== null && room![kind] >= limit)
    throw new Refusal(kind === 'connections' ? 'ERR_RESELLER_CONNECTION_LIMIT' : 'ERR_RESELLER_LIMIT', { limit })
}
