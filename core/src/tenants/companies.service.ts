import { randomBytes } from 'node:crypto'
import {
  mint,
  Refusal,
  type Company,
  type CompanyChange,
  type PlanId,
  type TenantId,
  type UserId,
  type UserOfCompany,
  type Viewer,
} from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Passwords } from '../credentials/passwords.ts'
import { loginIdentifier } from '../credentials/login-identifier.ts'
import { auditAcross } from '../audit/audit.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Clock } from '../base/clock.ts'
import { containing } from '../db/containing.ts'
import type { Database, Tx } from '../db/database.ts'
import { readNameCursor, writeNameCursor } from '../db/name-cursor.ts'
import { sqlState, uniqueViolation, violatedConstraint } from '../db/sql-errors.ts'
import { newId } from '../base/ids.ts'
import { FailedAttempts } from '../credentials/failed-attempts.ts'
import { columnsOf } from './company-columns.ts'
import type { Limits } from './limits.ts'
import { planFor } from './plan-of-company.ts'
import { scopeOf } from './scope.ts'
import { tenantChangedTopic, type TenantChangedNotice } from '../topics/tenants.ts'

export interface CompaniesOptions {
  readonly db: Database
  readonly bus: Pick<EventBus, 'emit'>
  readonly clock: Clock
  readonly limits: Limits
  readonly passwords: Passwords
  /** Sends a link by which somebody sets a password of their own; does its work after answering. */
  invite(email: string): void
}

export interface CompanyQuery {
  readonly searchParam: string
  readonly cursor?: string | undefined
  readonly limit: number
}
/** The first administrator; without a password they get a link to set one themselves. */
export interface FirstAdmin {
  readonly name: string
  readonly email: string
  readonly password?: string | undefined
}

/** Fields that only masters change: the flag of a reseller, and the reseller of a company. */
const mastersFields: readonly (keyof CompanyChange)[] = ['isReseller', 'resellerId', 'resellerLimits']
/** A password that nobody knows, for who sets their own. */
const unknownPassword = (): string => randomBytes(32).toString('base64url')

/**
 * Companies, for their managers: masters for all, resellers for their own. The server's own role may not write
 * companies; reviewed functions do, bounded by their owner. Content of conversations is out of reach here.
 */
export class CompaniesService {
  readonly #options: CompaniesOptions
  readonly #attempts = new FailedAttempts()
  constructor(options: CompaniesOptions) {
    this.#options = options
  }

  async list(
    viewer: Viewer,
    { searchParam, cursor, limit }: CompanyQuery,
  ): Promise<{ companies: Company[]; nextCursor: string | null }> {
    const after = readNameCursor(cursor)
    const rows = await this.#rows(scopeOf(viewer), null, containing(searchParam), after, limit + 1)
    const companies = rows.slice(0, limit)
    const last = companies.at(-1)
    return { companies, nextCursor: rows.length > limit && last ? writeNameCursor(last) : null }
  }

  /** @throws Refusal ERR_NO_TENANT_FOUND, also for a company that somebody else looks after */
  async get(viewer: Viewer, tenantId: string): Promise<Company> {
    const [company] = await this.#rows(scopeOf(viewer), tenantId, null, undefined, 1)
    if (!company) throw new Refusal('ERR_NO_TENANT_FOUND')
    return company
  }

  /** Makes a company with its administrator and a first queue. */
  async create(
    viewer: Viewer,
    { name, ...change }: CompanyChange & { name: string },
    admin: FirstAdmin,
    queue: string,
  ): Promise<{ company: Company; adminId: UserId }> {
    const scope = scopeOf(viewer)
    requireOwnFields(viewer, change)
    const resellerId = scope ?? change.resellerId ?? null
    const { email } = loginIdentifier(admin.email)
    if (email === null)
      throw new Refusal('ERR_VALIDATION', {
        issues: [{ path: 'body.admin.email', message: 'an e-mail address is needed' }],
      })
    await this.#attempts.require(viewer.userId)
    const [tenantId, adminId] = [newId<TenantId>(), newId<UserId>()]
    const { passwords } = this.#options
    const passwordHash =
      admin.password === undefined
        ? await passwords.hash(unknownPassword())
        : await passwords.choose(admin.password, [email, admin.name, name], 'admin.password')
    await this.#options.db
      .tenant(viewer.tenantId, async (tx) => {
        if (resellerId !== null) {
          await this.#requireReseller(resellerId)
          await this.#options.limits.beforeCompany(tx, resellerId)
        }
        const columns = {
          ...(await this.#planColumns(tx, viewer, change)),
          ...columnsOf(change, this.#options.clock.now()),
          reseller_id: resellerId,
        }
        await tx.execute(sql`
          select core.create_tenant(${tenantId}, ${name}, ${change.tier ?? 'premium'}, ${change.locale ?? 'pt-BR'},
            ${change.timeZone ?? 'America/Sao_Paulo'}, null, false, null,
        ${adminId}, ${admin.name}, ${email}, null, ${passwordHash}, ${newId()}, ${queue})`)
        await tx.execute(sql`select core.change_company(null, ${tenantId}, ${JSON.stringify(columns)}::jsonb)`)
        await auditAcross(
          tx,
          {
            tenantId: viewer.tenantId,
            userId: viewer.userId,
            action: 'tenant.create',
            subject: tenantId,
            facts: { name },
          },
          tenantId,
        )
      })
      .catch(async (error: unknown) => {
        if (!isEmailTaken(error)) throw error
        // Trying a list of addresses is slowed down.
        await this.#attempts.failed(viewer.userId)
        throw new Refusal('ERR_EMAIL_REGISTERED')
      })
    if (admin.password === undefined) this.#options.invite(email)
    return { company: await this.get(viewer, tenantId), adminId }
  }

  /** Changes what is given. Users of a company that is blocked or switched off are out within a second. */
  async change(viewer: Viewer, tenantId: string, change: CompanyChange): Promise<Company> {
    requireOwnFields(viewer, change)
    if (tenantId === viewer.tenantId && (change.blocked === true || change.status === 'inactive'))
      throw new Refusal('ERR_OWN_COMPANY')
    if (change.resellerId != null) await this.#requireReseller(change.resellerId, tenantId)
    const known = await this.get(viewer, tenantId)
    const before = await this.#options.db.tenant(viewer.tenantId, async (tx) => {
      const moves = change.resellerId != null && change.resellerId !== known.resellerId
      if (moves) await this.#options.limits.beforeCompany(tx, change.resellerId!)
      const columns = {
        ...(await this.#planColumns(tx, viewer, change)),
        ...columnsOf(change, this.#options.clock.now()),
      }
      const [row] = await tx.execute<{ before: string | null }>(
        sql`select core.change_company(${scopeOf(viewer)}, ${tenantId}, ${JSON.stringify(columns)}::jsonb) as before`,
      )
      if (row?.before == null) throw new Refusal('ERR_NO_TENANT_FOUND')
      await auditAcross(
        tx,
        {
          tenantId: viewer.tenantId,
          userId: viewer.userId,
          action: 'tenant.change',
          subject: tenantId,
          facts: { fields: Object.keys(change) },
        },
        tenantId,
      )
      return row.before
    })
    const company = await this.get(viewer, tenantId)
    this.#options.bus.emit(tenantChangedTopic, {
      tenantId,
      licence: company.effectiveTier !== before,
    } satisfies TenantChangedNotice)
    return company
  }

  /** GET /users/tenants (S7-013): users of all companies. The caller has checked that the viewer is a master. */
  async users({
    searchParam,
    cursor,
    limit,
    tenantId,
  }: CompanyQuery & { tenantId?: string | undefined }): Promise<{ users: UserOfCompany[]; nextCursor: string | null }> {
    const after = readNameCursor(cursor)
    const rows = await this.#options.db.raw<
      {
        id: string
        name: string
        email: string
        profile: UserOfCompany['profile']
        is_active: boolean
        is_master: boolean
        last_login_at: Date | null
        tenant_id: string
        tenant_name: string
      }[]
    >`
      select *
        from core.list_users_of_companies(${containing(searchParam)}, ${tenantId ?? null}, ${after?.name ?? null},
          ${after?.id ?? null}, ${limit + 1})`
    const users = rows.slice(0, limit).map((row): UserOfCompany => ({
      id: mint<UserId>(row.id),
      name: row.name,
      email: row.email,
      profile: row.profile,
      isActive: row.is_active,
      isMaster: row.is_master,
      lastLogin: row.last_login_at?.toISOString() ?? null,
      tenantId: mint<TenantId>(row.tenant_id),
      tenantName: row.tenant_name,
    }))
    const last = users.at(-1)
    return { users, nextCursor: rows.length > limit && last ? writeNameCursor(last) : null }
  }

  async #rows(
    reseller: string | null,
    id: string | null,
    search: string | null,
    after: { name: string; id: string } | undefined,
    limit: number,
  ): Promise<Company[]> {
    const rows = await this.#options.db.raw<{ list_companies: Company }[]>`
      select *
        from core.list_companies(${reseller}, ${id}, ${search}, ${after?.name ?? null}, ${after?.id ?? null}, ${limit})`
    return Promise.all(
      rows.map(async ({ list_companies: row }) => ({
        ...row,
        storageAllowed: await this.#options.limits.storageAllowed(row.limits.storage),
        blockedAt: iso(row.blockedAt),
        trialEndsAt: iso(row.trialEndsAt),
        lastActivityAt: iso(row.lastActivityAt),
        createdAt: iso(row.createdAt)!,
      })),
    )
  }

  /** Columns of a chosen plan. A plan of another owner counts as missing. */
  async #planColumns(tx: Tx, viewer: Viewer, { planId }: CompanyChange): Promise<Record<string, unknown>> {
    return planId == null ? {} : planFor(tx, scopeOf(viewer), mint<PlanId>(planId))
  }

  async #requireReseller(resellerId: string, besides?: string): Promise<void> {
    const [reseller] = resellerId === besides ? [] : await this.#rows(null, resellerId, null, undefined, 1)
    if (!reseller?.isReseller) throw new Refusal('ERR_NO_RESELLER_FOUND')
  }
}

function requireOwnFields(viewer: Viewer, change: CompanyChange): void {
  if (!viewer.can('platform.manage') && mastersFields.some((field) => change[field] !== undefined))
    throw new Refusal('ERR_NO_PERMISSION')
}

const iso = (text: string | null): string | null => (text === null ? null : new Date(text).toISOString())

const isEmailTaken = (error: unknown): boolean =>
  sqlState(error) === uniqueViolation && violatedConstraint(error) === 'user_email_directory_pkey'
