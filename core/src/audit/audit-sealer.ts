import { sql } from 'drizzle-orm'
import type { Clock } from '../base/clock.ts'
import type { Database, Tx } from '../db/database.ts'
import { derivedKey } from '../security/keys.ts'
import { digestOfEntries, digestOfEntry, macOfHead, macOfSeal, type SealedContent } from './seal.ts'

/** Most entries under one seal. */
const batch = 500
const companiesAtOnce = 200

/** The key of seals: derived from the installation's secret, so that who holds the database cannot make one. */
export const sealKey = (secret: string): Buffer => derivedKey(secret, 'audit seals v1')

/**
 * Puts what was written since under the next seal of its company. Any node may do it at any time: a company is sealed
 * by one at a time, and an entry whose transaction commits late is taken with the next batch.
 */
export class AuditSealer {
  readonly #db: Database
  readonly #clock: Clock
  readonly #key: Buffer

  constructor({ db, clock, secret }: { db: Database; clock: Clock; secret: string }) {
    this.#db = db
    this.#clock = clock
    this.#key = sealKey(secret)
  }

  /** Until nothing waits, but for companies that another node is at. */
  async run(): Promise<void> {
    for (;;) {
      const companies = await this.#db.raw<
        { tenant_id: string }[]
      >`select tenant_id from core.companies_to_seal(${companiesAtOnce})`
      let sealed = 0
      for (const company of companies) sealed += await this.#seal(company.tenant_id)
      if (sealed === 0) return
    }
  }

  #seal(tenantId: string): Promise<number> {
    return this.#db.tenant(tenantId, async (tx) => {
      const [lock] = await tx.execute<{ held: boolean }>(
        sql`select pg_try_advisory_xact_lock(hashtextextended(${`${tenantId} audit seals`}, 0)) as held`,
      )
      if (!lock!.held) return 0
      const waiting = await tx.execute<SealedContent & Record<string, unknown>>(sql`
        select l.id, l.user_id, l.action, l.subject, l.facts::text as facts,
               to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
          from core.audit_pending p join core.audit_log l on l.tenant_id = p.tenant_id and l.id = p.entry_id
         where p.tenant_id = ${tenantId} and p.writer = session_user order by p.entry_id limit ${batch}`)
      if (waiting.length > 0) await this.#add(tx, tenantId, waiting)
      return waiting.length
    })
  }

  async #add(tx: Tx, tenantId: string, entries: readonly SealedContent[]): Promise<void> {
    const { number, previous } = await this.#next(tx, tenantId)
    const digests = entries.map(digestOfEntry)
    const content = {
      tenantId,
      number,
      previous,
      entries: entries.length,
      digest: digestOfEntries(digests),
      sealedAt: this.#clock.now(),
    }
    const mac = macOfSeal(this.#key, content)
    const ids = entries.map((entry) => entry.id)
    await tx.execute(sql`
      insert into core.audit_seal (tenant_id, number, previous, entries, digest, mac, sealed_at)
      values (${tenantId}, ${number}, ${bytea(previous)}, ${content.entries}, ${bytea(content.digest)}, ${bytea(mac)},
              ${content.sealedAt.toISOString()})`)
    await tx.execute(sql`
      insert into core.audit_sealed (tenant_id, entry_id, number, place, digest)
      select ${tenantId}, e.id, ${number}, e.place, decode(e.digest, 'hex')
        from unnest(${sql.param(ids)}::uuid[],
                    ${sql.param(digests.map((digest) => digest.toString('hex')))}::text[]) with ordinality e (id,
                      digest, place)`)
    await tx.execute(sql`
      insert into core.audit_head (tenant_id, number, mac)
      values (${tenantId}, ${number}, ${bytea(macOfHead(this.#key, { tenantId, number, seal: mac }))})
      on conflict (tenant_id) do update set number = excluded.number, mac = excluded.mac`)
    await tx.execute(
      sql`delete from core.audit_pending where tenant_id = ${tenantId} and entry_id = any (${sql.param(ids)}::uuid[])`,
    )
  }

  /** Next position of the chain. If the end was tampered with, a number stays free: going on must not conceal it. */
  async #next(tx: Tx, tenantId: string): Promise<{ number: number; previous: Buffer | null }> {
    const [end] = await tx.execute<{
      number: string | null
      mac: string | null
      head: string | null
      head_mac: string | null
    }>(sql`
      select s.number, encode(s.mac, 'hex') as mac, h.number as head, encode(h.mac, 'hex') as head_mac
        from (select number, mac from core.audit_seal where tenant_id = ${tenantId} order by number desc limit 1) s
        full join (select number, mac from core.audit_head where tenant_id = ${tenantId}) h on true`)
    if (!end) return { number: 1, previous: null }
    const last = Number(end.number ?? 0)
    const head = Number(end.head ?? 0)
    const previous = end.mac === null ? null : Buffer.from(end.mac, 'hex')
    const whole =
      previous !== null &&
      head === last &&
      end.head_mac === macOfHead(this.#key, { tenantId, number: last, seal: previous }).toString('hex')
    return { number: Math.max(last, head) + (whole ? 1 : 2), previous }
  }
}

const bytea = (bytes: Buffer | null) => (bytes === null ? sql`null` : sql`decode(${bytes.toString('hex')}, 'hex')`)
