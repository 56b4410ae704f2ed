import {
  Refusal,
  type ErrorCode,
  type LicenceDetail,
  type LicenceOrder,
  type Tier,
  type Viewer,
} from '@recado/contracts'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { audit, auditAcross } from '../audit/audit.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Tx } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import type { GlobalSettings } from '../platform/global-settings.ts'
import { issuedLicence, licence } from '../tables/licence.table.ts'
import { judgeLicence, LicenceIssuer, readLicence, type LicenceClaims } from './licence-token.ts'
import { licenceStateOf, limitsOf, readStanding, readUse } from './standing.ts'
import { tenantChangedTopic, type TenantChangedNotice } from '../topics/tenants.ts'

export interface LicencesOptions {
  readonly db: Database
  readonly bus: Pick<EventBus, 'emit'>
  readonly clock: Clock
  readonly globals: Pick<GlobalSettings, 'get'>
  /** Root of the key that licences are issued with. */
  readonly secret: string
  readonly publicUrl: string | undefined
}

type Verdict = ReturnType<typeof judgeLicence>
const refusals: Record<Exclude<Verdict, 'valid'>, ErrorCode> = {
  invalid: 'ERR_LICENSE_INVALID',
  expired: 'ERR_LICENSE_EXPIRED',
  invalidDomain: 'ERR_LICENSE_INVALID_DOMAIN',
  invalidCode: 'ERR_LICENSE_INVALID_CODE',
}
const pageOfReview = 100

/**
 * Licences of companies: signed tokens that are verified without asking anybody, when they are entered, when a node
 * starts and every hour. A company without one has the tier it was given.
 */
export class LicencesService {
  readonly #options: LicencesOptions
  readonly #issuer: LicenceIssuer
  #reviewedAt: Date

  constructor(options: LicencesOptions) {
    this.#options = options
    this.#issuer = new LicenceIssuer(options.secret)
    this.#reviewedAt = options.clock.now()
  }

  /** Public key that other installations list to accept the licences of this one. */
  get publicKey(): string {
    return this.#issuer.publicKey
  }

  async detail(tenantId: string): Promise<LicenceDetail> {
    const { standing, use } = await this.#options.db.tenant(tenantId, async (tx) => ({
      standing: await readStanding(tx, tenantId),
      use: await readUse(tx, tenantId),
    }))
    if (!standing) throw new Refusal('ERR_NO_TENANT_FOUND')
    const now = this.#options.clock.now()
    const limits = limitsOf(standing, now)
    return {
      type: standing.tier,
      status: standing.status,
      state: licenceStateOf(standing, use, now),
      plan: standing.plan,
      trialEndsAt: standing.trialEndsAt?.toISOString() ?? null,
      domain: standing.licence?.domain ?? null,
      expiresAt: standing.licence?.expiresAt?.toISOString() ?? null,
      userCreation: standing.userCreation,
      use: { ...use },
      limits: { ...limits, storage: limits.storage ?? (await this.#options.globals.get('maxStorage')) },
    }
  }

  /**
   * Puts a licence in the place of the company's present one. @throws Refusal ERR_LICENSE_INVALID, ERR_LICENSE_EXPIRED,
   * ERR_LICENSE_INVALID_DOMAIN or ERR_LICENSE_INVALID_CODE; nothing has changed then
   */
  async enter(viewer: Viewer, token: string): Promise<LicenceDetail> {
    await this.#enter(viewer.tenantId, viewer, token)
    return this.detail(viewer.tenantId)
  }

  /** The company has the tier it was given, again. */
  async remove(viewer: Viewer): Promise<LicenceDetail> {
    const { tenantId, userId } = viewer
    await this.#changing(tenantId, async (tx) => {
      const [removed] = await tx.delete(licence).where(eq(licence.tenantId, tenantId)).returning({ code: licence.code })
      if (removed) await audit(tx, { tenantId, userId, action: 'licence.remove', subject: removed.code })
    })
    return this.detail(tenantId)
  }

  /**
   * A new licence for a company. The caller has checked that the viewer may. Answers the token, which is kept nowhere
   * unless it is entered at once.
   */
  async issue(viewer: Viewer, tenantId: string, order: LicenceOrder): Promise<string> {
    const claims: LicenceClaims = {
      jti: newId(),
      sub: tenantId,
      tier: order.tier,
      domain: order.domain,
      limits: order.limits,
      ...(order.expiresAt !== null && { exp: Math.floor(new Date(order.expiresAt).getTime() / 1_000) }),
    }
    const token = await this.#issuer.sign(claims)
    await this.#options.db.tenant(viewer.tenantId, async (tx) => {
      await tx.insert(issuedLicence).values({ code: claims.jti, tenantId, tier: order.tier, issuedBy: viewer.userId })
      await auditAcross(
        tx,
        {
          tenantId: viewer.tenantId,
          userId: viewer.userId,
          action: 'licence.issue',
          subject: tenantId,
          facts: { code: claims.jti, tier: order.tier, domain: order.domain, expiresAt: order.expiresAt },
        },
        tenantId,
      )
    })
    if (order.enter) await this.#enter(tenantId, viewer, token)
    return token
  }

  /** Checks every stored licence again, and notifies companies whose trial or licence ended since the last time. */
  async review(): Promise<void> {
    const { db, clock } = this.#options
    const since = this.#reviewedAt
    this.#reviewedAt = clock.now()
    for (let after: string | null = null; ;) {
      const page: { tenant_id: string }[] = await db.raw`select * from core.stored_licences(${after}, ${pageOfReview})`
      for (const { tenant_id: tenantId } of page) await this.#changing(tenantId, (tx) => this.#rejudge(tx, tenantId))
      if (page.length < pageOfReview) break
      after = page.at(-1)!.tenant_id
    }
    const ended = await db.raw<{ tenant_id: string }[]>`select * from core.ended_since(${since.toISOString()})`
    for (const { tenant_id: tenantId } of ended) this.#tell(tenantId)
  }

  async #enter(tenantId: string, by: Pick<Viewer, 'tenantId' | 'userId'>, token: string): Promise<void> {
    await this.#changing(tenantId, async (tx) => {
      const { verdict, claims } = await this.#verify(tx, tenantId, token)
      if (verdict !== 'valid' || !claims) throw new Refusal(refusals[verdict === 'valid' ? 'invalid' : verdict])
      const row = {
        token,
        code: claims.jti,
        tier: claims.tier,
        domain: claims.domain ?? null,
        limits: claims.limits,
        expiresAt: claims.exp === undefined ? null : new Date(claims.exp * 1_000),
        state: 'valid' as const,
        checkedAt: this.#options.clock.now(),
      }
      await tx
        .insert(licence)
        .values({ tenantId, ...row })
        .onConflictDoUpdate({ target: licence.tenantId, set: row })
      await audit(tx, {
        tenantId,
        userId: by.tenantId === tenantId ? by.userId : null,
        action: 'licence.enter',
        subject: claims.jti,
        facts: { tier: claims.tier, domain: claims.domain ?? null },
      })
    })
  }

  async #rejudge(tx: Tx, tenantId: string): Promise<void> {
    const [stored] = await tx
      .select({ token: licence.token, state: licence.state })
      .from(licence)
      .where(eq(licence.tenantId, tenantId))
      .for('update')
    if (!stored) return
    const { verdict } = await this.#verify(tx, tenantId, stored.token)
    // An expired licence is a valid one whose time is over: `expires_at` says so by itself.
    const state = verdict === 'expired' ? 'valid' : verdict
    await tx.update(licence).set({ state, checkedAt: this.#options.clock.now() }).where(eq(licence.tenantId, tenantId))
    if (state !== stored.state)
      await audit(tx, {
        tenantId,
        userId: null,
        action: 'licence.state',
        subject: tenantId,
        facts: { from: stored.state, to: state },
      })
  }

  async #verify(tx: Tx, tenantId: string, token: string): Promise<{ verdict: Verdict; claims?: LicenceClaims }> {
    const found = await readLicence(token, [this.publicKey, ...(await this.#options.globals.get('licenceIssuers'))])
    if (!found) return { verdict: 'invalid' }
    const { claims, issuer } = found
    const codeIsKnown = issuer !== this.publicKey || (await isIssued(tx, claims.jti, tenantId))
    return {
      verdict: judgeLicence(claims, { tenantId, host: this.#host, codeIsKnown, now: this.#options.clock.now() }),
      claims,
    }
  }

  get #host(): string {
    return this.#options.publicUrl === undefined ? 'localhost' : new URL(this.#options.publicUrl).hostname
  }

  /** Runs a change of a company's licence and notifies its clients when another tier counts afterwards. */
  async #changing(tenantId: string, work: (tx: Tx) => Promise<void>): Promise<void> {
    const isOther = await this.#options.db.tenant(tenantId, async (tx) => {
      const before = await tierOf(tx, tenantId)
      await work(tx)
      return before !== (await tierOf(tx, tenantId))
    })
    if (isOther) this.#tell(tenantId)
  }

  #tell(tenantId: string): void {
    this.#options.bus.emit(tenantChangedTopic, { tenantId, licence: true } satisfies TenantChangedNotice)
  }
}

/** The tier that counts in this transaction. */
async function tierOf(tx: Tx, tenantId: string): Promise<Tier | undefined> {
  const [row] = await tx.execute<{ tier: Tier }>(sql`select core.tier_of(${tenantId}) as tier`)
  return row?.tier
}

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/

async function isIssued(tx: Tx, code: string, tenantId: string): Promise<boolean> {
  if (!uuid.test(code)) return false
  const [known] = await tx
    .select({ code: issuedLicence.code })
    .from(issuedLicence)
    .where(
      and(
        eq(issuedLicence.code, code),
        isNull(issuedLicence.revokedAt),
        or(isNull(issuedLicence.tenantId), eq(issuedLicence.tenantId, tenantId)),
      ),
    )
  return known !== undefined
}
