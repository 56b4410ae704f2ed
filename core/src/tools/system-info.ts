import type { CompanyFacts, InstallationFacts } from '@recado/contracts'
import type { Database } from '../db/database.ts'

/** Counting further costs more than anybody wants to know. */
const countedContacts = 100_000

export interface SystemInfoOptions {
  readonly db: Database
  readonly bus: InstallationFacts['bus']
  storageAllowed(tenantId: string): Promise<number | null>
  plugins(): InstallationFacts['plugins']
}

/** Data of the system screen (S2-080): for an administrator the company, for a master the installation too. */
export class SystemInfo {
  readonly #options: SystemInfoOptions
  readonly #startedAt = new Date(Date.now() - performance.now())
  constructor(options: SystemInfoOptions) {
    this.#options = options
  }

  async company(tenantId: string): Promise<CompanyFacts> {
    const storageAllowed = await this.#options.storageAllowed(tenantId)
    const [[row]] = await this.#options.db.read(tenantId, (sql) => [
      sql<Record<keyof Omit<CompanyFacts, 'storageAllowed'>, string>>`
      select (select count(*) from core.user_account where tenant_id = ${tenantId} and deleted_at is null) as users,
             (select count(*) from core.connection where tenant_id = ${tenantId} and deleted_at is null) as connections,
             (select count(*)
                from (select 1
                        from core.contact
                       where tenant_id = ${tenantId}
                       limit ${countedContacts}) counted) as contacts,
             (select count(*) from core.ticket where tenant_id = ${tenantId} and status <> 'closed') as "openTickets",
             core.storage_of(${tenantId}) as "mediaBytes"`,
    ])
    return {
      users: Number(row!.users),
      connections: Number(row!.connections),
      contacts: Number(row!.contacts),
      openTickets: Number(row!.openTickets),
      mediaBytes: Number(row!.mediaBytes),
      storageAllowed,
    }
  }

  async installation(): Promise<InstallationFacts> {
    const { db, bus, plugins } = this.#options
    const [row] = await db.raw<
      { version: string; bytes: string; companies: string; users: string; connections: string }[]
    >`
      select current_setting('server_version') as version, pg_database_size(current_database()) as bytes, companies,
             users, connections
        from core.count_installation()`
    return {
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      database: row!.version,
      databaseBytes: Number(row!.bytes),
      bus,
      startedAt: this.#startedAt.toISOString(),
      memoryBytes: process.memoryUsage.rss(),
      companies: Number(row!.companies),
      users: Number(row!.users),
      connections: Number(row!.connections),
      plugins: plugins(),
    }
  }
}
