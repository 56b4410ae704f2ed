import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Database, Tx } from '../db/database.ts'

export interface StoredAnswer {
  readonly status: number
  readonly answer: unknown
}

/** A request that a client may repeat. `route` is the pattern, `request` everything that makes it this request. */
export interface IdempotentRequest {
  readonly tenantId: string
  /** The user, or the holder of a key: a UUID. */
  readonly by: string
  readonly route: string
  readonly key: string
  readonly request: readonly unknown[]
}

/** Answers of POSTs with an `Idempotency-Key`: the same request is run once and answered the same every time. */
export interface Idempotency {
  /** Runs `work` or replays what it answered before. A refusal or a fault is not kept: the next try runs again. */
  once(request: IdempotentRequest, work: () => Promise<StoredAnswer>): Promise<StoredAnswer & { replayed: boolean }>
}

const keyPattern = /^[\x21-\x7e]{1,200}$/
/** A run of this age without an answer belongs to a node that died. */
const abandonedAfter = '60 seconds'
/** Time for which a duplicate waits for the first one's answer, and intervals of its checks. */
const patience = { totalMs: 30_000, firstMs: 20, longestMs: 500 } as const

/** Interval of removing a company's old answers, in milliseconds; the first new one after it does it. */
const sweepEveryMs = 3_600_000

/** Keeps answers in core.idempotency, so that a repeat on another node or after a restart finds them. */
export function createIdempotency(db: Database): Idempotency {
  const swept = new Map<string, number>()
  const sweep = (tenantId: string): void => {
    if (Date.now() - (swept.get(tenantId) ?? 0) < sweepEveryMs) return
    swept.set(tenantId, Date.now())
    // A failed removal is repeated an hour later.
    forgetOldAnswers(db, tenantId).catch(() => undefined)
  }
  return {
    async once({ tenantId, by, route, key, request }, work) {
      if (!keyPattern.test(key))
        throw new Refusal('ERR_VALIDATION', {
          issues: [
            { path: 'headers.Idempotency-Key', message: 'An Idempotency-Key has 1 to 200 printable characters' },
          ],
        })
      const hash = createHash('sha256').update(JSON.stringify(request)).digest('hex')
      const inTenant = <T>(step: (tx: Tx) => Promise<T>): Promise<T> => db.tenant(tenantId, step)
      const mine = sql`tenant_id = ${tenantId} and user_id = ${by} and route = ${route} and key = ${key}`

      const deadline = Date.now() + patience.totalMs
      for (let pause: number = patience.firstMs; ; pause = Math.min(pause * 2, patience.longestMs)) {
        const found = await inTenant(async (tx) => {
          const [claimed] = await tx.execute(sql`
            insert into core.idempotency as kept (tenant_id, user_id, route, key, request_hash)
            values (${tenantId}, ${by}, ${route}, ${key}, decode(${hash}, 'hex'))
            on conflict (tenant_id, user_id, route, key) do update set created_at = now()
             where kept.status is null
               and kept.created_at < now() - ${abandonedAfter}::interval
               and kept.request_hash = excluded.request_hash
            returning 1`)
          if (claimed) return 'claimed' as const
          const [kept] = await tx.execute<{ hash: string; status: number | null; answer: unknown }>(
            sql`select encode(request_hash, 'hex') as hash, status, answer from core.idempotency where ${mine}`,
          )
          return kept
        })
        if (found === 'claimed') {
          sweep(tenantId)
          break
        }
        if (found && found.hash !== hash) throw new Refusal('ERR_IDEMPOTENCY_MISMATCH')
        if (found?.status != null) return { status: found.status, answer: found.answer, replayed: true }
        // The first one is still at work, or has just given up and the next turn takes its place.
        if (Date.now() > deadline) throw new Refusal('ERR_TIMEOUT')
        await wait(pause)
      }

      try {
        const { status, answer } = await work()
        await inTenant((tx) =>
          tx.execute(sql`
            update core.idempotency set status = ${status}, answer = ${JSON.stringify(answer ?? null)}::jsonb
             where ${mine}`),
        )
        return { status, answer, replayed: false }
      } catch (error) {
        await inTenant((tx) => tx.execute(sql`delete from core.idempotency where ${mine} and status is null`)).catch(
          () => undefined,
        )
        throw error
      }
    },
  }
}

/** Removes answers of one company that are older than a day, in bounded steps. */
export async function forgetOldAnswers(db: Database, tenantId: string): Promise<void> {
  await db.tenant(tenantId, (tx) =>
    tx.execute(sql`
    delete from core.idempotency where (tenant_id, user_id, route, key) in (
      select tenant_id, user_id, route, key
        from core.idempotency
       where tenant_id = ${tenantId} and created_at < now() - interval '1 day'
       limit 5000)`),
  )
}
