import { BriefCache } from '../base/brief-cache.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import { tenantChangedTopic } from '../topics/tenants.ts'

const changedTopic = 'company-addresses.changed'
const cacheMs = 30_000
const cachedAddresses = 10_000

/** Companies by their public addresses, cached on every node and forgotten on all of them when one is changed. */
export class CompanyAddresses {
  readonly #db: Database
  readonly #bus: Pick<EventBus, 'emit' | 'on'>
  readonly #known = new BriefCache<string | undefined>(cacheMs, cachedAddresses)
  readonly #leave: readonly (() => void)[]

  constructor({ db, bus }: { db: Database; bus: Pick<EventBus, 'emit' | 'on'> }) {
    this.#db = db
    this.#bus = bus
    this.#leave = [
      bus.on(changedTopic, (data) => this.#forget(data as readonly string[])),
      // A company was blocked, or no more.
      bus.on(tenantChangedTopic, () => this.#known.clear()),
    ]
  }

  /** The id of the company; undefined for an address that nobody has, and for a blocked or inactive company. */
  find(address: string): Promise<string | undefined> {
    return this.#known.get(address, async () => {
      const [row] = await this.#db.raw<{ id: string | null }[]>`select core.find_company(${address}) as id`
      // Addresses can be invented: cached, they would evict those that exist.
      if (!row?.id) this.#known.forget(address)
      return row?.id ?? undefined
    })
  }

  /** Call after the commit that gave or took these addresses. */
  changed(addresses: readonly string[]): void {
    this.#forget(addresses)
    this.#bus.emit(changedTopic, addresses)
  }

  close(): void {
    for (const leave of this.#leave) leave()
  }

  #forget(addresses: readonly string[]): void {
    for (const address of addresses) this.#known.forget(address)
  }
}
