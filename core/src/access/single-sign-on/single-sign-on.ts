import { Refusal, type Logger } from '@recado/contracts'
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { audit } from '../../audit/audit.ts'
import type { Clock } from '../../base/clock.ts'
import type { Database } from '../../db/database.ts'
import { sqlState, uniqueViolation } from '../../db/sql-errors.ts'
import { newId } from '../../base/ids.ts'
import type { Limits } from '../../tenants/limits.ts'
import { userAccount } from '../../tables/user.table.ts'
import { enterInvited } from '../../users/invitations/invitation-acceptance.ts'
import type { AccessService } from '../access.service.ts'
import { loginIdentifier } from '../../credentials/login-identifier.ts'
import type { OneTimeSecrets } from '../one-time-secrets.ts'
import { noPassword } from '../../credentials/passwords.ts'
import type { SignedIn, SignInOrigin } from '../../credentials/sign-in.ts'
import type { IdentityProviders, Journey, ProvenPerson } from './identity-provider.ts'
import type { KnownProvider, SsoProvidersService } from './sso-providers.service.ts'

/** People look for their phone, their key, their password: as long as the browser may keep the other half. */
export const journeySeconds = 600
/** From the redirect back until the shell asks for the session. */
const codeSeconds = 60

export interface SingleSignOnOptions {
  readonly db: Database
  readonly access: Pick<AccessService, 'open'>
  readonly secrets: OneTimeSecrets
  readonly providers: SsoProvidersService
  readonly identityProviders: IdentityProviders
  readonly limits: Pick<Limits, 'beforeUser'>
  readonly clock: Clock
  readonly log: Logger
}

interface Departure {
  readonly providerId: string
  readonly journey: Journey
  readonly browser: string
}
interface Arrival {
  readonly browser: string
}

/** Signing in where the company's people show who they are anyway, and coming back with it. */
export class SingleSignOn {
  readonly #options: SingleSignOnOptions
  constructor(options: SingleSignOnOptions) {
    this.#options = options
  }

  /**
   * Address to redirect the browser to, and the secret that the browser must present on its return, so that nobody can
   * hand their own return to another person. @throws Refusal ERR_NO_SSO_FOUND, ERR_SSO_DISCOVERY,
   * ERR_EMAIL_OR_PHONE_REQUIRED
   */
  async begin(account: string, redirectUri: string): Promise<{ url: string; browser: string }> {
    const { email } = loginIdentifier(account)
    if (email === null) throw new Refusal('ERR_NO_SSO_FOUND')
    const [found] = await this.#options.db.raw<
      { tenant_id: string; provider_id: string }[]
    >`select * from core.find_sso_provider(${email}, ${domainOf(email)})`
    const provider = found && (await this.#options.providers.find(found.tenant_id, found.provider_id))
    if (!found || !provider) throw new Refusal('ERR_NO_SSO_FOUND')
    const { journey, address } = await this.#options.identityProviders.begin(provider.access, redirectUri)
    const browser = randomBytes(32).toString('base64url')
    const state = await this.#options.secrets.issue(
      'singleSignOn.state',
      { tenantId: found.tenant_id, userId: null },
      { providerId: found.provider_id, journey, browser: hashOf(browser) } satisfies Departure,
      journeySeconds,
    )
    return { url: address(state, email).href, browser }
  }

  /**
   * A code with which the page asks for the session, once and soon. @throws Refusal ERR_SSO_REFUSED, which says nothing
   * of the reason; the log does
   */
  async comeBack(state: string, query: string, browser: string | undefined): Promise<string> {
    const departure = await this.#options.secrets.redeem<Departure>('singleSignOn.state', state)
    const tenantId = departure?.tenantId
    if (!departure || !tenantId) throw this.#refused('the state is unknown, used or over')
    const { providerId, journey, browser: expected } = departure.data
    if (browser === undefined || hashOf(browser) !== expected)
      throw this.#refused('another browser came back', { tenantId, providerId })
    const provider = await this.#options.providers.find(tenantId, providerId)
    if (!provider) throw this.#refused('the provider was switched off', { tenantId, providerId })
    const person = await this.#options.identityProviders
      .finish(provider.access, journey, state, query)
      .catch((error: unknown) => {
        throw this.#refused('the provider did not vouch', { tenantId, providerId, err: error })
      })
    if (!person || !provider.domains.includes(domainOf(person.email)))
      throw this.#refused('the address is not verified or not of the company', { tenantId, providerId })
    const userId = await this.#account(tenantId, providerId, provider, person)
    return this.#options.secrets.issue(
      'singleSignOn.code',
      { tenantId, userId },
      { browser: expected } satisfies Arrival,
      codeSeconds,
    )
  }

  /** @throws Refusal ERR_SSO_REFUSED, ERR_USER_INACTIVE and those of the guards */
  async finish(code: string, browser: string | undefined, from: SignInOrigin): Promise<SignedIn> {
    const arrival = await this.#options.secrets.redeem<Arrival>('singleSignOn.code', code)
    if (!arrival?.tenantId || !arrival.userId || browser === undefined || hashOf(browser) !== arrival.data.browser)
      throw new Refusal('ERR_SSO_REFUSED')
    return this.#options.access.open({ tenantId: arrival.tenantId, userId: arrival.userId, way: 'singleSignOn', from })
  }

  /**
   * The account of the address in this company, and in no other. Masters of the installation are nobody's to vouch for.
   */
  async #account(tenantId: string, providerId: string, provider: KnownProvider, person: ProvenPerson): Promise<string> {
    return this.#options.db
      .tenant(tenantId, async (tx) => {
        const [known] = await tx
          .select({ id: userAccount.id, isMaster: userAccount.isMaster })
          .from(userAccount)
          .where(
            and(
              eq(userAccount.tenantId, tenantId),
              eq(sql`lower(${userAccount.email})`, person.email),
              isNull(userAccount.deletedAt),
            ),
          )
        if (known?.isMaster) throw this.#refused('a master of the installation', { tenantId, providerId })
        // Whom the company invited and its provider knows needs no letter; others stay as they are.
        if (known) await enterInvited(tx, { tenantId, userId: known.id }, this.#options.clock.now())
        if (known) return known.id
        if (!provider.autoCreate) throw this.#refused('no account of this address', { tenantId, providerId })
        await this.#options.limits.beforeUser(tx, tenantId).catch((error: unknown) => {
          throw Refusal.is(error) ? this.#refused(error.code, { tenantId, providerId }) : error
        })
        const id: string = newId()
        await tx.insert(userAccount).values({
          id,
          tenantId,
          name: (person.name?.trim() || person.email).slice(0, 100),
          email: person.email,
          passwordHash: noPassword,
          profile: 'user',
        })
        await audit(tx, {
          tenantId,
          userId: null,
          action: 'users.create',
          subject: id,
          facts: { bySingleSignOn: providerId },
        })
        return id
      })
      .catch((error: unknown) => {
        throw sqlState(error) === uniqueViolation
          ? this.#refused('the address belongs to another company', { tenantId, providerId })
          : error
      })
  }

  #refused(reason: string, facts: object = {}): Refusal {
    this.#options.log.info({ ...facts, reason }, 'a single sign-on was refused')
    return new Refusal('ERR_SSO_REFUSED')
  }
}

const hashOf = (browser: string): string => createHash('sha256').update(browser).digest('base64url')
const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)
