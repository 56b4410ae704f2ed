import { Refusal, type Locale, type Viewer } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { Database } from '../db/database.ts'
import type { TenantsService } from './tenants.service.ts'

/** Profile of a company, which it may change itself. Its limits are not among it. */
export interface CompanyProfile {
  readonly name: string
  readonly timeZone: string
  readonly locale: Locale
}

export class CompanyService {
  readonly #db: Database
  readonly #tenants: TenantsService
  constructor(options: { db: Database; tenants: TenantsService }) {
    this.#db = options.db
    this.#tenants = options.tenants
  }

  /** @throws Refusal ERR_NO_TENANT_FOUND */
  async read(tenantId: string): Promise<CompanyProfile> {
    const tenant = await this.#tenants.get(tenantId)
    if (!tenant) throw new Refusal('ERR_NO_TENANT_FOUND')
    return { name: tenant.name, timeZone: tenant.timeZone, locale: tenant.locale }
  }

  async change(viewer: Viewer, profile: CompanyProfile): Promise<CompanyProfile> {
    const { tenantId, userId } = viewer
    await this.#db.tenant(tenantId, async (tx) => {
      await tx.execute(
        sql`update core.tenant set name = ${profile.name}, time_zone = ${profile.timeZone}, locale = ${profile.locale}, updated_at = now() where id = ${tenantId}`,
      )
      await audit(tx, { tenantId, userId, action: 'settings.company', subject: tenantId, facts: { ...profile } })
    })
    this.#tenants.changed(tenantId)
    return profile
  }
}
