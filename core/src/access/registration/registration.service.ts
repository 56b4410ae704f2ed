import { Locale, Refusal, type Logger, type PublicPlan, type RegisterRequest } from '@recado/contracts'
import { and, eq } from 'drizzle-orm'
import postgres from 'postgres'
import { audit } from '../../audit/audit.ts'
import type { Clock } from '../../base/clock.ts'
import type { Database } from '../../db/database.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { GlobalSettings } from '../../platform/global-settings.ts'
import { createTenant, type CreatedTenant, type NewTenant } from '../../tenants/create-tenant.ts'
import { userAccount } from '../../tables/user.table.ts'
import type { Background } from '../background.ts'
import { loginIdentifier } from '../../credentials/login-identifier.ts'
import type { Passwords } from '../../credentials/passwords.ts'
import { brazilianDocument } from '../../credentials/brazilian-document.ts'

/** Name of the first queue of a company. */
const firstQueue: Record<Locale, string> = { 'pt-BR': 'Atendimento', en: 'Support', es: 'Atención', ru: 'Поддержка' }
/** A letter about a registration is news for a day. */
const letterMs = 24 * 60 * 60_000

export interface RegistrationOptions {
  readonly db: Database
  readonly clock: Clock
  readonly passwords: Passwords
  readonly settings: Pick<GlobalSettings, 'get'>
  readonly mailer: Pick<Mailer, 'send' | 'page'>
  readonly background: Background
  readonly log: Logger
}

/** Companies that register themselves, where the installation lets them (S1-013, reading 16). */
export class Registration {
  readonly #options: RegistrationOptions
  constructor(options: RegistrationOptions) {
    this.#options = options
  }

  async isOpen(): Promise<boolean> {
    return !(await this.#options.settings.get('disableRegisterButton'))
  }

  /** Plans offered at registration; none while registration is closed. */
  async plans(): Promise<{ open: boolean; plans: PublicPlan[] }> {
    if (!(await this.isOpen())) return { open: false, plans: [] }
    const plans = await this.#options.db.raw<PublicPlan[]>`
      select id, name, description, tier, trial_days as "trialDays"
        from platform.plan
       where is_public and is_active and reseller_id is null
       order by array_position(array['free', 'basic', 'plus', 'premium'], tier), name limit 20`
    return { open: true, plans: [...plans] }
  }

  /**
   * Makes the company, its administrator and a first queue after the answer. An address or number that is taken is
   * answered alike, and its owner informed by mail (reading 26): the answer reveals no other accounts.
   * @throws Refusal ERR_REGISTRATION_CLOSED, ERR_EMAIL_OR_PHONE_REQUIRED, ERR_DOCUMENT_INVALID, ERR_NO_PLAN_FOUND
   */
  async register(request: RegisterRequest): Promise<void> {
    const { passwords, background } = this.#options
    const { open, plans } = await this.plans()
    if (!open) throw new Refusal('ERR_REGISTRATION_CLOSED')
    const { email } = loginIdentifier(request.email)
    const { phone } = loginIdentifier(request.phoneNumber)
    if (email === null || phone === null) throw new Refusal('ERR_EMAIL_OR_PHONE_REQUIRED')
    const document = brazilianDocument(request.document)
    if (document === undefined) throw new Refusal('ERR_DOCUMENT_INVALID')
    if (request.planId !== undefined && !plans.some(({ id }) => id === request.planId))
      throw new Refusal('ERR_NO_PLAN_FOUND')
    const locale = request.locale ?? 'pt-BR'
    // Hashed before the answer, for taken addresses too: a flood of registrations is told to wait.
    const passwordHash = await passwords.choose(request.password, [email, request.name, request.company])
    const company: NewTenant = {
      name: request.company ?? request.name,
      tier: 'free',
      locale,
      ...(request.planId !== undefined && { planId: request.planId }),
      isRegistration: true,
      document,
      admin: { name: request.name, email, phoneNumber: withCountry(phone), passwordHash },
      queue: firstQueue[locale],
    }
    background.run('a registration', () => this.#make(company, { email, phone }))
  }

  async #make(company: NewTenant, { email, phone }: { email: string; phone: string }): Promise<void> {
    const { db, mailer, clock, log } = this.#options
    const until = new Date(clock.now().getTime() + letterMs)
    const made = await createTenant(db.raw, company).catch((error: unknown): CreatedTenant | undefined => {
      if (error instanceof postgres.PostgresError && error.code === '23505') return undefined
      throw error
    })
    if (made) {
      await db.tenant(made.tenantId, async (tx) => {
        await audit(tx, {
          tenantId: made.tenantId,
          userId: made.adminId,
          action: 'tenant.register',
          subject: made.tenantId,
          facts: { planId: company.planId ?? null },
        })
        await mailer.send(
          tx,
          made.tenantId,
          {
            kind: 'welcome',
            to: email,
            name: company.admin.name,
            locale: company.locale ?? 'pt-BR',
            link: mailer.page('/login'),
          },
          until,
        )
      })
      return
    }
    log.info({}, 'a registration named an address or a number that is taken; its owner is told')
    const find = async (byEmail: string | null, byPhone: string | null) =>
      (
        await db.raw<
          { user_id: string; tenant_id: string; active: boolean }[]
        >`select user_id, tenant_id, active from core.find_login(${byEmail}, ${byPhone})`
      )[0]
    const owner = (await find(email, null)) ?? (await find(null, withCountry(phone)))
    if (!owner?.active) return
    await db.tenant(owner.tenant_id, async (tx) => {
      const [user] = await tx
        .select({ name: userAccount.name, email: userAccount.email, configs: userAccount.configs })
        .from(userAccount)
        .where(and(eq(userAccount.tenantId, owner.tenant_id), eq(userAccount.id, owner.user_id)))
      if (user)
        await mailer.send(
          tx,
          owner.tenant_id,
          {
            kind: 'alreadyRegistered',
            to: user.email,
            name: user.name,
            locale: Locale.catch(company.locale ?? 'pt-BR').parse(user.configs['locale']),
            link: mailer.page('/login'),
          },
          until,
        )
    })
  }
}

/** Registering is Brazilian (reading 25): a number without a country is of this one. */
const withCountry = (phone: string): string => (/^[1-9]{2}[2-9]\d{7,8}$/.test(phone) ? `55${phone}` : phone)
