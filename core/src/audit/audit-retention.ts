import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { sealKey } from './audit-sealer.ts'
import { macOfExpired } from './seal.ts'

/** Seals of one transaction, of at most 500 entries each. */
const sealsAtOnce = 4

/**
 * Deletes entries of the trail by whole seals, the oldest first. The seals stay, so that the chain is still whole, and
 * up to which of them entries are gone is vouched for by the key of seals: who deletes some in another way is found.
 */
export class AuditRetention {
  readonly #db: Database
  readonly #key: Buffer

  constructor({ db, secret }: { db: Database; secret: string }) {
    this.#db = db
    this.#key = sealKey(secret)
  }

  /**
   * Entries of a few seals that were made before then. Answers how many went; 0 when there is none, or none is free.
   */
  expire(tenantId: string, before: Date): Promise<number> {
    return this.#db.tenant(tenantId, async (tx) => {
      const [lock] = await tx.execute<{ held: boolean }>(
        sql`select pg_try_advisory_xact_lock(hashtextextended(${`${tenantId} audit seals`}, 0)) as held`,
      )
      if (!lock!.held) return 0
      const seals = await tx.execute<{ number: string; expired: string; is_old: boolean }>(sql`
        select s.number, h.expired, s.sealed_at < ${before.toISOString()}::timestamptz as is_old
          from core.audit_head h join core.audit_seal s on s.tenant_id = h.tenant_id and s.number > h.expired
         where h.tenant_id = ${tenantId} order by s.number limit ${sealsAtOnce}`)
      const young = seals.findIndex((seal) => !seal.is_old)
      const last = seals.slice(0, young === -1 ? seals.length : young).at(-1)
      if (!last) return 0
      const number = Number(last.number)
      const [gone] = await tx.execute<{ count: number }>(
        sql`select core.expire_audit(${tenantId}::uuid, ${last.expired}::bigint, ${number}::bigint) as count`,
      )
      await tx.execute(sql`
        update core.audit_head
           set expired = ${number},
               expired_mac = decode(${macOfExpired(this.#key, { tenantId, number }).toString('hex')}, 'hex')
         where tenant_id = ${tenantId}`)
      return gone!.count
    })
  }
}
