import { freeLimits, type CompanyLimits, type LicenceState, type NamedLimits, type Tier } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'

/** A stored licence, as it was judged last. */
export interface StoredLicence {
  readonly state: 'valid' | 'invalid' | 'invalidDomain' | 'invalidCode'
  readonly domain: string | null
  readonly expiresAt: Date | null
  readonly limits: NamedLimits
}

/** Standing of a company: the facts from which limits and the licence page are made. */
export interface Standing {
  /** The tier that counts now. */
  readonly tier: Tier
  /** The tier it was given; above {@link Standing.tier} after a trial or a licence ended. */
  readonly ownTier: Tier
  readonly status: 'active' | 'inactive'
  readonly blocked: boolean
  readonly plan: string | null
  readonly trialEndsAt: Date | null
  readonly userCreation: boolean
  readonly resellerId: string | null
  readonly ownLimits: CompanyLimits
  readonly licence: StoredLicence | null
}

/** Counts that are compared with limits. */
export interface Use {
  readonly users: number
  readonly connectedUsers: number
  readonly connections: number
  readonly contacts: number
  readonly storage: number
  readonly activeQueues: number
  readonly activeConnections: number
}

interface StandingRow extends Record<string, unknown> {
  tier: Tier
  own_tier: Tier
  status: 'active' | 'inactive'
  blocked: boolean
  plan: string | null
  trial_ends_at: string | null
  user_creation: boolean
  reseller_id: string | null
  max_users: number | null
  max_connected_users: number | null
  max_connections: number | null
  max_contacts: number | null
  max_storage: number | null
  state: StoredLicence['state'] | null
  domain: string | null
  expires_at: string | null
  licence_limits: NamedLimits | null
}

/** Standing of a company; undefined for a deleted one. */
export async function readStanding(tx: Tx, tenantId: string): Promise<Standing | undefined> {
  const [row] = await tx.execute<StandingRow>(sql`
    select core.tier_of(t.id) as tier, t.tier as own_tier, t.status, t.blocked_at is not null as blocked,
           p.name as plan, t.trial_ends_at, t.user_creation, t.reseller_id,
           t.max_users, t.max_connected_users, t.max_connections, t.max_contacts, t.max_storage, l.state, l.domain,
           l.expires_at, l.limits as licence_limits
      from core.tenant t left join platform.plan p on p.id = t.plan_id left join core.licence l on l.tenant_id = t.id
     where t.id = ${tenantId}`)
  return (
    row && {
      tier: row.tier,
      ownTier: row.own_tier,
      status: row.status,
      blocked: row.blocked,
      plan: row.plan,
      trialEndsAt: instantOf(row.trial_ends_at),
      userCreation: row.user_creation,
      resellerId: row.reseller_id,
      ownLimits: {
        users: row.max_users,
        connectedUsers: row.max_connected_users,
        connections: row.max_connections,
        contacts: row.max_contacts,
        storage: row.max_storage,
      },
      licence: row.state && {
        state: row.state,
        domain: row.domain,
        expiresAt: instantOf(row.expires_at),
        limits: row.licence_limits ?? {},
      },
    }
  )
}

interface UseRow extends Record<string, unknown> {
  users: number
  connected_users: number
  connections: number
  contacts: number
  active_queues: number
  active_connections: number
  storage: number
}

/** Current usage of a company. */
export async function readUse(tx: Tx, tenantId: string): Promise<Use> {
  const [row] = await tx.execute<UseRow>(sql`select * from core.use_of(${tenantId})`)
  return {
    users: row!.users,
    connectedUsers: row!.connected_users,
    connections: row!.connections,
    contacts: row!.contacts,
    storage: row!.storage,
    activeQueues: row!.active_queues,
    activeConnections: row!.active_connections,
  }
}

const instantOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

const holds = ({ state, expiresAt }: StoredLicence, now: Date): boolean =>
  state === 'valid' && (expiresAt === null || expiresAt > now)

/**
 * Effective limits: those of a licence take precedence over the company's own. A company that fell to the free tier has
 * its number of users; a company whose own plan is free has that plan's.
 */
export function limitsOf({ tier, ownTier, ownLimits, licence }: Standing, now: Date): CompanyLimits {
  const named = licence && holds(licence, now) ? overlaid(ownLimits, licence.limits) : ownLimits
  if (tier !== 'free') return named
  const users =
    ownTier === 'free' ? (named.users ?? freeLimits.users) : Math.min(named.users ?? freeLimits.users, freeLimits.users)
  return { ...named, users }
}

const overlaid = (own: CompanyLimits, named: NamedLimits): CompanyLimits => {
  const {
    users = own.users,
    connectedUsers = own.connectedUsers,
    connections = own.connections,
    contacts = own.contacts,
    storage = own.storage,
  } = named
  return { users, connectedUsers, connections, contacts, storage }
}

/**
 * Whether more is in use than the free tier allows. Nothing is switched off then; nothing more can be made or switched
 * on.
 */
export const violatesFree = (standing: Standing, use: Use, now: Date): boolean =>
  standing.tier === 'free' &&
  (use.users > limitsOf(standing, now).users! ||
    use.activeQueues > freeLimits.activeQueues ||
    use.activeConnections > freeLimits.activeConnections)

/** State of the licence, the gravest first (S4-129…134). */
export function licenceStateOf(standing: Standing, use: Use, now: Date): LicenceState {
  const { licence, trialEndsAt } = standing
  if (standing.blocked) return 'blocked'
  if (licence && licence.state !== 'valid') return licence.state
  if (violatesFree(standing, use, now)) return 'freePlanViolation'
  if (licence) return holds(licence, now) ? 'valid' : 'expired'
  return trialEndsAt !== null && trialEndsAt <= now ? 'expired' : 'none'
}
