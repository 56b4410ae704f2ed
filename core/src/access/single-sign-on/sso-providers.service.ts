import { Refusal, type AuditAction, type SsoProvider, type Viewer } from '@recado/contracts'
import { and, asc, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm'
import { audit } from '../../audit/audit.ts'
import type { Database, Tx } from '../../db/database.ts'
import { sqlState, uniqueViolation } from '../../db/sql-errors.ts'
import { newId } from '../../base/ids.ts'
import type { Vault } from '../../vault/vault.ts'
import { requireWithinReach } from '../../users/rights-ceiling.ts'
import type { Permissions } from '../../credentials/permissions.ts'
import { requireClaimable } from './claimable-domain.ts'
import type { IdentityProviders, ProviderAccess } from './identity-provider.ts'
import { ssoDomain, ssoProvider } from '../../tables/sso-provider.table.ts'

/** More than any company has; bounds the one answer that holds them all. */
const most = 50

export interface SsoProviderChange {
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  /** Kept as it is when absent. */
  readonly clientSecret?: string | undefined
  readonly domains: readonly string[]
  readonly autoCreate: boolean
  readonly isActive: boolean
}

/** Data of a provider for signing in. `domains`: those that the company has proven. */
export interface KnownProvider {
  readonly access: ProviderAccess
  readonly autoCreate: boolean
  readonly domains: readonly string[]
}

const secretOf = (tenantId: string, id: string) => ({ tenantId, owner: 'core.single-sign-on', scope: id })
const secretName = 'clientSecret'

/** The identity providers of a company. Nothing is stored that was not tried: see {@link IdentityProviders.check}. */
export class SsoProvidersService {
  readonly #db: Database
  readonly #vault: Vault
  readonly #providers: IdentityProviders
  readonly #permissions: Permissions
  constructor(options: { db: Database; vault: Vault; providers: IdentityProviders; permissions: Permissions }) {
    this.#db = options.db
    this.#vault = options.vault
    this.#providers = options.providers
    this.#permissions = options.permissions
  }

  async list(tenantId: string): Promise<SsoProvider[]> {
    const rows = await this.#db.tenant(tenantId, (tx) => withDomains(tx, tenantId))
    return Promise.all(rows.map(async (row) => ({ ...row, clientSecret: await this.#hint(tenantId, row.id) })))
  }

  /** @throws Refusal ERR_SSO_DISCOVERY, ERR_SSO_DOMAIN_EXISTS, ERR_NO_PERMISSION, ERR_VALIDATION without a secret */
  async create(viewer: Viewer, change: SsoProviderChange): Promise<SsoProvider> {
    this.#requireReach(viewer)
    const id: string = newId()
    const { tenantId } = viewer
    const { clientSecret } = change
    if (clientSecret === undefined) throw secretMissing()
    await requireClaimable(change.domains)
    await this.#providers.check({ ...change, clientSecret })
    await this.#vault.set({ ...secretOf(tenantId, id), name: secretName }, clientSecret, change.issuer)
    try {
      await this.#store(viewer, id, change, 'singleSignOn.create', async (tx) => {
        if ((await tx.$count(ssoProvider, eq(ssoProvider.tenantId, tenantId))) >= most)
          throw new Refusal('ERR_VALIDATION', { issues: [{ path: 'body', message: 'too many providers' }] })
        await tx.insert(ssoProvider).values({ id, tenantId, ...columns(change) })
      })
    } catch (error) {
      await this.#vault.deleteAll(secretOf(tenantId, id))
      throw error
    }
    return this.#one(tenantId, id)
  }

  /**
   * A secret is shown to no other issuer than the one it was given for: with another issuer it has to be typed again.
   */
  async update(viewer: Viewer, id: string, change: SsoProviderChange): Promise<SsoProvider> {
    this.#requireReach(viewer)
    const { tenantId } = viewer
    const known = await this.#one(tenantId, id)
    const keepsIssuer = known.issuer === change.issuer
    const clientSecret =
      change.clientSecret ?? (keepsIssuer ? await this.#secret(tenantId, id, known.issuer) : undefined)
    if (clientSecret === undefined) throw secretMissing(keepsIssuer ? 'required' : 'addressChanged')
    await requireClaimable(change.domains.filter((domain) => !known.domains.includes(domain)))
    // One that is switched off may be out of order.
    if (change.isActive) await this.#providers.check({ ...change, clientSecret })
    const scope = secretOf(tenantId, id)
    await this.#store(viewer, id, change, 'singleSignOn.update', async (tx) => {
      const changed = await tx
        .update(ssoProvider)
        .set({ ...columns(change), updatedAt: sql`now()` })
        .where(of(tenantId, id))
        .returning({ id: ssoProvider.id })
      if (changed.length === 0) throw new Refusal('ERR_NO_SSO_PROVIDER_FOUND')
      await tx.delete(ssoDomain).where(and(ofProvider(tenantId, id), notInArray(ssoDomain.domain, [...change.domains])))
      if (change.clientSecret === undefined) return
      await this.#vault.save(tx, scope, { secrets: { [secretName]: clientSecret }, boundTo: change.issuer })
    })
    this.#vault.changed(scope)
    return this.#one(tenantId, id)
  }

  async remove({ tenantId, userId }: Viewer, id: string): Promise<void> {
    await this.#db.tenant(tenantId, async (tx) => {
      const [gone] = await tx.delete(ssoProvider).where(of(tenantId, id)).returning({ name: ssoProvider.name })
      if (!gone) throw new Refusal('ERR_NO_SSO_PROVIDER_FOUND')
      await audit(tx, { tenantId, userId, action: 'singleSignOn.delete', subject: id, facts: gone })
    })
    await this.#vault.deleteAll(secretOf(tenantId, id))
  }

  /** An active provider, for signing in. Undefined for any other. */
  async find(tenantId: string, id: string): Promise<KnownProvider | undefined> {
    const [row] = await this.#db.tenant(tenantId, (tx) => withDomains(tx, tenantId, id))
    const clientSecret = row?.isActive ? await this.#secret(tenantId, id, row.issuer) : undefined
    if (!row || clientSecret === undefined) return undefined
    const proven = await this.#db.tenant(tenantId, (tx) =>
      tx
        .select({ domain: ssoDomain.domain })
        .from(ssoDomain)
        .where(and(ofProvider(tenantId, id), isNotNull(ssoDomain.verifiedAt))),
    )
    return {
      access: { issuer: row.issuer, clientId: row.clientId, clientSecret },
      autoCreate: row.autoCreate,
      domains: proven.map(({ domain }) => domain),
    }
  }

  /**
   * A user who chooses a provider can sign in as anybody that it vouches for; so they need the right to change
   * administrators, like users who set passwords.
   */
  #requireReach(viewer: Viewer): void {
    requireWithinReach(viewer, { role: 'admin' }, this.#permissions)
  }

  async #one(tenantId: string, id: string): Promise<SsoProvider> {
    const [row] = await this.#db.tenant(tenantId, (tx) => withDomains(tx, tenantId, id))
    if (!row) throw new Refusal('ERR_NO_SSO_PROVIDER_FOUND')
    return { ...row, clientSecret: await this.#hint(tenantId, id) }
  }

  /** The secret that was typed for this issuer. */
  #secret(tenantId: string, id: string, issuer: string): Promise<string | undefined> {
    return this.#vault.get({ ...secretOf(tenantId, id), name: secretName }, issuer)
  }

  async #hint(tenantId: string, id: string): Promise<SsoProvider['clientSecret']> {
    const described = (await this.#vault.describe(secretOf(tenantId, id)))[secretName]
    return { set: described !== undefined, last4: described?.last4 ?? null }
  }

  async #store(
    { tenantId, userId }: Viewer,
    id: string,
    change: SsoProviderChange,
    action: AuditAction,
    write: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    try {
      await this.#db.tenant(tenantId, async (tx) => {
        await write(tx)
        // An existing domain keeps its proof.
        const known = (
          await tx.select({ domain: ssoDomain.domain }).from(ssoDomain).where(ofProvider(tenantId, id))
        ).map((row) => row.domain)
        const added = [...new Set(change.domains)].filter((domain) => !known.includes(domain))
        if (added.length > 0)
          await tx.insert(ssoDomain).values(added.map((domain) => ({ tenantId, domain, providerId: id })))
        await audit(tx, {
          tenantId,
          userId,
          action,
          subject: id,
          facts: {
            name: change.name,
            issuer: change.issuer,
            domains: change.domains,
            autoCreate: change.autoCreate,
            isActive: change.isActive,
            secretChanged: change.clientSecret !== undefined,
          },
        })
      })
    } catch (error) {
      throw sqlState(error) === uniqueViolation ? new Refusal('ERR_SSO_DOMAIN_EXISTS') : error
    }
  }
}

const of = (tenantId: string, id: string) => and(eq(ssoProvider.tenantId, tenantId), eq(ssoProvider.id, id))
const ofProvider = (tenantId: string, id: string) => and(eq(ssoDomain.tenantId, tenantId), eq(ssoDomain.providerId, id))
const columns = ({ name, issuer, clientId, autoCreate, isActive }: SsoProviderChange) => ({
  name,
  issuer,
  clientId,
  autoCreate,
  isActive,
})
const secretMissing = (rule: 'required' | 'addressChanged' = 'required') =>
  new Refusal('ERR_VALIDATION', { issues: [{ path: 'body.clientSecret', message: rule, rule }] })

async function withDomains(tx: Tx, tenantId: string, id?: string): Promise<Omit<SsoProvider, 'clientSecret'>[]> {
  const shape = {
    id: ssoProvider.id,
    name: ssoProvider.name,
    issuer: ssoProvider.issuer,
    clientId: ssoProvider.clientId,
    autoCreate: ssoProvider.autoCreate,
    isActive: ssoProvider.isActive,
  }
  const rows = await tx
    .select(shape)
    .from(ssoProvider)
    .where(id === undefined ? eq(ssoProvider.tenantId, tenantId) : of(tenantId, id))
    .orderBy(asc(ssoProvider.name), asc(ssoProvider.id))
    .limit(most)
  if (rows.length === 0) return []
  const domains = await tx
    .select({ domain: ssoDomain.domain, providerId: ssoDomain.providerId })
    .from(ssoDomain)
    .where(
      and(
        eq(ssoDomain.tenantId, tenantId),
        inArray(
          ssoDomain.providerId,
          rows.map((row) => row.id),
        ),
      ),
    )
    .orderBy(asc(ssoDomain.domain))
  return rows.map((row) => ({
    ...row,
    domains: domains.filter((one) => one.providerId === row.id).map((one) => one.domain),
  }))
}
