import type { AuditProblem, AuditVerdict, StreamEvent } from '@recado/contracts'
import type { Database } from '../db/database.ts'
import { sealKey } from './audit-sealer.ts'
import {
  digestOfEntries,
  digestOfEntry,
  macOfExpired,
  macOfHead,
  macOfSeal,
  sealedColumns,
  type SealedContent,
} from './seal.ts'

/** Seals looked at in one step, of at most 500 entries each. */
const sealsAtOnce = 20
/** Entries looked at in one step of the search for what was added. */
const entriesAtOnce = 20_000
const listed = 100

interface Head {
  readonly number: number
  readonly mac: Buffer
  /** Up to this seal entries were deleted because their time was over. */
  readonly expired: number
  readonly expiredMac: Buffer | null
}
interface SealRow {
  number: string
  previous: Buffer | null
  entries: number
  digest: Buffer
  mac: Buffer
  sealed_at: Date
}
type CoveredRow = { number: string; entry_id: string; digest: Buffer } & {
  [K in keyof SealedContent]: SealedContent[K] | null
}

/** Counts what is wrong and keeps the first of it. */
class Findings {
  found = 0
  readonly problems: AuditProblem[] = []
  add(kind: AuditProblem['kind'], seal: number | null, entryId: string | null = null): void {
    this.found++
    if (this.problems.length < listed) this.problems.push({ kind, seal, entryId })
  }
}

/**
 * Verifies the trail of a company, and reports the changed seals and entries. Reads in steps, so that a trail of any
 * length is walked with little memory and without long transactions.
 */
export class AuditVerifier {
  readonly #db: Database
  readonly #key: Buffer

  constructor({ db, secret }: { db: Database; secret: string }) {
    this.#db = db
    this.#key = sealKey(secret)
  }

  /** Events of AuditProgress, and an AuditVerdict as the last one. */
  async *verify(tenantId: string): AsyncGenerator<StreamEvent> {
    const findings = new Findings()
    const walked = { entries: 0, seals: 0 }
    let last: SealRow | undefined
    let head: Head | undefined
    for (;;) {
      const [found, covered] = await this.#read(tenantId, last ? Number(last.number) : 0)
      const seals = found.filter((row): row is SealRow & typeof row => row.number !== null)
      const note = found[0]
      head =
        note?.head == null
          ? undefined
          : {
              number: Number(note.head),
              mac: note.head_mac!,
              expired: Number(note.expired),
              expiredMac: note.expired_mac,
            }
      const expired = this.#expiredBy(tenantId, head)
      for (const seal of seals) {
        const entries = covered.filter((entry) => entry.number === seal.number)
        this.#judge(tenantId, seal, last, entries, findings, Number(seal.number) <= expired)
        walked.seals++
        walked.entries += entries.length
        last = seal
      }
      if (seals.length < sealsAtOnce) break
      yield { event: 'progress', data: { ...walked } }
    }
    this.#judgeHead(tenantId, last, head, findings)
    for await (const entryId of this.#added(tenantId)) findings.add('entryAdded', null, entryId)
    const [gone, [waiting]] = await this.#db.read(tenantId, (sql) => [
      sql<{
        entry_id: string
      }>`
        select p.entry_id
          from core.audit_pending p
         where p.tenant_id = ${tenantId}
           and not exists (select 1 from core.audit_log l where l.tenant_id = p.tenant_id and l.id = p.entry_id)
         limit ${listed}`,
      sql<{
        count: number
      }>`
        select count(*)::integer as count
          from core.audit_pending p
         where p.tenant_id = ${tenantId} and p.writer = session_user`,
    ])
    for (const { entry_id } of gone) findings.add('entryMissing', null, entry_id)
    yield {
      event: 'verdict',
      data: {
        ...walked,
        intact: findings.found === 0,
        found: findings.found,
        problems: findings.problems,
        waiting: waiting!.count,
        head: last ? { seal: Number(last.number), fingerprint: last.mac.toString('hex').slice(0, 16) } : null,
      } satisfies AuditVerdict,
    }
  }

  #read(tenantId: string, after: number) {
    return this.#db.read(tenantId, (sql) => {
      const page = sql`
        select *
          from core.audit_seal
         where tenant_id = ${tenantId} and number > ${after}
         order by number limit ${sealsAtOnce}`
      return [
        // In one statement with the note of the newest seal: one that is added meanwhile is in neither.
        sql<
          { [K in keyof SealRow]: SealRow[K] | null } & {
            head: string | null
            head_mac: Buffer | null
            expired: string | null
            expired_mac: Buffer | null
          }
        >`
          select s.number, s.previous, s.entries, s.digest, s.mac, s.sealed_at, h.number as head, h.mac as head_mac,
                 h.expired, h.expired_mac
            from (${page}) s
          full join (
            select number, mac, expired, expired_mac from core.audit_head where tenant_id = ${tenantId}) h on true
           order by s.number`,
        sql<CoveredRow>`
          select e.number, e.entry_id, e.digest, ${sealedColumns(sql)} from (${page}) s
            join core.audit_sealed e on e.tenant_id = s.tenant_id and e.number = s.number
            left join core.audit_log l on l.tenant_id = e.tenant_id and l.id = e.entry_id
           order by e.number, e.place`,
      ]
    })
  }

  #judge(
    tenantId: string,
    seal: SealRow,
    before: SealRow | undefined,
    covered: readonly CoveredRow[],
    findings: Findings,
    isExpired: boolean,
  ): void {
    const number = Number(seal.number)
    for (
      let missing = before ? Number(before.number) + 1 : 1;
      missing < number && findings.problems.length < listed;
      missing++
    )
      findings.add('sealMissing', missing)
    const content = {
      tenantId,
      number,
      previous: seal.previous,
      entries: seal.entries,
      digest: seal.digest,
      sealedAt: seal.sealed_at,
    }
    const sound =
      macOfSeal(this.#key, content).equals(seal.mac) &&
      (before === undefined ||
        Number(before.number) + 1 !== number ||
        before.mac.equals(seal.previous ?? Buffer.alloc(0))) &&
      ((isExpired && covered.length === 0) ||
        (covered.length === seal.entries && digestOfEntries(covered.map((entry) => entry.digest)).equals(seal.digest)))
    if (!sound) findings.add('sealChanged', number)
    for (const entry of covered) {
      if (entry.id === null) findings.add('entryMissing', number, entry.entry_id)
      else if (!digestOfEntry(entry as SealedContent).equals(entry.digest))
        findings.add('entryChanged', number, entry.entry_id)
    }
  }

  /** The seal up to which entries may be gone; 0 where nothing vouches for it. */
  #expiredBy(tenantId: string, head: Head | undefined): number {
    const number = head?.expired ?? 0
    return head?.expiredMac != null && macOfExpired(this.#key, { tenantId, number }).equals(head.expiredMac)
      ? number
      : 0
  }

  #judgeHead(tenantId: string, last: SealRow | undefined, head: Head | undefined, findings: Findings): void {
    if (!last && !head) return
    const number = Number(last?.number ?? 0)
    for (let cut = number + 1; cut <= (head?.number ?? 0) && findings.problems.length < listed; cut++)
      findings.add('sealMissing', cut)
    if (
      !last ||
      head?.number !== number ||
      !macOfHead(this.#key, { tenantId, number, seal: last.mac }).equals(head.mac)
    )
      findings.add('headChanged', number)
  }

  /** Entries that no seal covers and that do not wait for one: they came past the server. */
  async *#added(tenantId: string): AsyncGenerator<string> {
    let after = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }
    for (;;) {
      const [rows, [end]] = await this.#db.read(tenantId, (sql) => {
        const page = sql`
          select id, at
            from core.audit_log
           where tenant_id = ${tenantId} and (at, id) > (${after.at}::text::timestamptz, ${after.id}::uuid)
           order by at, id limit ${entriesAtOnce}`
        return [
          sql<{ id: string }>`
            select l.id from (${page}) l
             where not exists (select 1 from core.audit_sealed e where e.tenant_id = ${tenantId} and e.entry_id = l.id)
               and not exists (
                 select 1
                   from core.audit_pending p
                  where p.tenant_id = ${tenantId} and p.entry_id = l.id and p.writer = session_user)`,
          sql<{ id: string; at: string; rows: number }>`
            select id, at::text as at, count(*) over ()::integer as rows
              from (${page}) l
             order by l.at desc, l.id desc limit 1`,
        ]
      })
      for (const { id } of rows) yield id
      if (!end || end.rows < entriesAtOnce) return
      after = end
    }
  }
}
