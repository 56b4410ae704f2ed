import { Refusal } from '@recado/contracts'
import { BriefCache } from '../base/brief-cache.ts'
import type { Database } from '../db/database.ts'
import type { MediaStore } from './media.ts'

/** Bytes of one unit of the limits. */
export const megabyte = 1_000_000
/** Time for which a limit changed elsewhere can go unnoticed. */
const keptMs = 10_000

/** Bytes that were let in, and of them those that are stored or given up, while any call is under way. */
interface Coming {
  calls: number
  admitted: number
  done: number
}

export interface StorageQuotaOptions {
  readonly db: Pick<Database, 'read'>
  /** Megabytes that the files of a company may take; null without limit. */
  allowed(tenantId: string): Promise<number | null>
}

/**
 * Storage check of companies, made before people store one more file. Files of channels are never checked, so a company
 * can exceed its limit: no file is lost then, and nobody stores one by hand until there is space.
 */
export class StorageQuota {
  readonly #options: StorageQuotaOptions
  readonly #allowed = new BriefCache<number | null>(keptMs, 10_000)
  /** Uploads under way, by company: those of the same moment count one another. */
  readonly #coming = new Map<string, Coming>()

  constructor(options: StorageQuotaOptions) {
    this.#options = options
  }

  /** The limit of this company, or of all of them, is another one now. */
  changed(tenantId?: string): void {
    if (tenantId === undefined) this.#allowed.clear()
    else this.#allowed.forget(tenantId)
  }

  /** Megabytes; null without limit. */
  allowed(tenantId: string): Promise<number | null> {
    return this.#allowed.get(tenantId, () => this.#options.allowed(tenantId))
  }

  /** Runs `store`, which stores so many bytes, if there is space. @throws Refusal ERR_STORAGE_FULL with the limit */
  async within<T>(tenantId: string, bytes: number, store: () => Promise<T>): Promise<T> {
    const limit = await this.allowed(tenantId)
    if (limit === null) return store()
    const coming = this.#coming.get(tenantId) ?? { calls: 0, admitted: 0, done: 0 }
    this.#coming.set(tenantId, coming)
    coming.calls++
    let admitted = 0
    try {
      // An addition that was not done before the reading may be missing in it, even if it is done by now. Counted twice
      // for a moment, it can only refuse too early.
      const { done } = coming
      const [[row]] = await this.#options.db.read(tenantId, (sql) => [
        sql<{ used: string }>`select core.storage_of(${tenantId}) as used`,
      ])
      if (Number(row!.used) + coming.admitted - done + bytes > limit * megabyte)
        throw new Refusal('ERR_STORAGE_FULL', { limit })
      admitted = bytes
      coming.admitted += admitted
      return await store()
    } finally {
      coming.done += admitted
      if (--coming.calls === 0) this.#coming.delete(tenantId)
    }
  }
}

/** The store for writes of people. A stream, whose size is unknown before it ends, needs space for one byte. */
export const withinQuota = <Store extends MediaStore>(media: Store, quota: StorageQuota): Store => ({
  ...media,
  put: (tenantId, source, meta, along) =>
    quota.within(tenantId, source instanceof Uint8Array ? source.byteLength : 1, () =>
      media.put(tenantId, source, meta, along),
    ),
})
