import { Refusal } from '@recado/contracts'
import { BriefCache } from '../brief-cache.ts'
import type { Database } from '../db/database.ts'
import type { MediaStore } from './media.ts'

/** Bytes of one unit of the limits. */
export const megabyte = 1_000_000
/** How long a limit that was changed elsewhere can count unnoticed. */
const keptMs = 10_000

export interface StorageQuotaOptions {
  readonly db: Pick<Database, 'read'>
  /** How many megabytes the files of a company may take; null without limit. */
  allowed(tenantId: string): Promise<number | null>
}

/**
 * How much the files of companies may take, asked before people store one more. What channels deliver never asks, so a
 * company may have more than it may: nothing is lost then, and nobody stores anything by hand until there is room again.
 */
export class StorageQuota {
  readonly #options: StorageQuotaOptions
  readonly #allowed = new BriefCache<number | null>(keptMs, 10_000)
  /** Bytes on their way into the store, by company: uploads at the same moment count one another. */
  readonly #coming = new Map<string, number>()

  constructor(options: StorageQuotaOptions) { this.#options = options }

  /** The limit of this company, or of all of them, is another one now. */
  changed(tenantId?: string): void {
    if (tenantId === undefined) this.#allowed.clear()
    else this.#allowed.forget(tenantId)
  }

  /** Runs what stores so many bytes if there is room for them. @throws Refusal ERR_STORAGE_FULL with the limit in megabytes */
  async within<T>(tenantId: string, bytes: number, store: () => Promise<T>): Promise<T> {
    const limit = await this.#allowed.get(tenantId, () => this.#options.allowed(tenantId))
    if (limit === null) return store()
    this.#add(tenantId, bytes)
    try {
      const [[row]] = await this.#options.db.read(tenantId, (sql) => [sql<{ used: string }>`select core.storage_of(${tenantId}) as used`])
      if (Number(row!.used) + this.#coming.get(tenantId)! > limit * megabyte) throw new Refusal('ERR_STORAGE_FULL', { limit })
      return await store()
    } finally {
      this.#add(tenantId, -bytes)
    }
  }

  #add(tenantId: string, bytes: number): void {
    const coming = (this.#coming.get(tenantId) ?? 0) + bytes
    if (coming > 0) this.#coming.set(tenantId, coming)
    else this.#coming.delete(tenantId)
  }
}

/** The store as people write to it. A stream, whose size nobody knows before it ends, needs room for one byte. */
export const withinQuota = <Store extends MediaStore>(media: Store, quota: StorageQuota): Store => ({
  ...media,
  put: (tenantId, source, meta, along) =>
    quota.within(tenantId, source instanceof Uint8Array ? source.byteLength : 1, () => media.put(tenantId, source, meta, along)),
})
