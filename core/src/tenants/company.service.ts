import { Refusal, type Locale, type Viewer } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { Database, Tx } from '../db/database.ts'
import { sqlState, uniqueViolation } from '../db/sql-errors.ts'
import type { CompanyAddresses } from './company-addresses.ts'
import type { TenantsService } from './tenants.service.ts'

/** Profile of a company, which it may change itself. Its limits are not among it. */
export interface CompanyProfile {
  readonly name: string
  readonly timeZone: string
  readonly locale: Locale
  /** Names it in the paths of its public pages; null for none. */
  readonly publicAddress: string | null
}

/** A change; without the public address it stays. */
export type CompanyProfileChange = Omit<CompanyProfile, 'publicAddress'> & {
  readonly publicAddress?: string | null | undefined
}

export class CompanyService {
  readonly #db: Database
  readonly #tenants: TenantsService
  readonly #addresses: CompanyAddresses
  constructor(options: { db: Database; tenants: TenantsService; addresses: CompanyAddresses }) {
    this.#db = options.db
    this.#tenants = options.tenants
    this.#addresses = options.addresses
  }

  /** @throws Refusal ERR_NO_TENANT_FOUND */
  async read(tenantId: string): Promise<CompanyProfile> {
    const [[profile]] = await this.#db.read(tenantId, (read) => [
      read<CompanyProfile>`
        select name, time_zone as "timeZone", locale, public_address as "publicAddress"
          from core.tenant
         where id = ${tenantId}`,
    ])
    if (!profile) throw new Refusal('ERR_NO_TENANT_FOUND')
    return profile
  }

  /** @throws Refusal ERR_COMPANY_ADDRESS_TAKEN */
  async change(viewer: Viewer, change: CompanyProfileChange): Promise<CompanyProfile> {
    const { tenantId, userId } = viewer
    const { before, profile } = await this.#db.tenant(tenantId, async (tx) => {
      const [held] = await tx.execute<{ address: string | null }>(
        sql`select public_address as address from core.tenant where id = ${tenantId} for update`,
      )
      const address = held?.address ?? null
      const next: CompanyProfile = {
        ...change,
        publicAddress: change.publicAddress === undefined ? address : change.publicAddress,
      }
      await tx.execute(
        sql`
          update core.tenant
             set name = ${next.name}, time_zone = ${next.timeZone}, locale = ${next.locale}, updated_at = now()
           where id = ${tenantId}`,
      )
      if (next.publicAddress !== address) await moveTo(tx, tenantId, next.publicAddress)
      await audit(tx, { tenantId, userId, action: 'settings.company', subject: tenantId, facts: { ...next } })
      return { before: address, profile: next }
    })
    this.#tenants.changed(tenantId)
    const { publicAddress } = profile
    if (publicAddress !== before) this.#addresses.changed([before, publicAddress].filter((address) => address !== null))
    return profile
  }
}

/** @throws Refusal ERR_COMPANY_ADDRESS_TAKEN */
async function moveTo(tx: Tx, tenantId: string, address: string | null): Promise<void> {
  try {
    await tx.execute(sql`update core.tenant set public_address = ${address} where id = ${tenantId}`)
  } catch (error) {
    if (sqlState(error) === uniqueViolation) throw new Refusal('ERR_COMPANY_ADDRESS_TAKEN', {}, { cause: error })
    throw error
  }
}
