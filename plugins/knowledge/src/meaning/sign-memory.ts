import type { PluginTransaction } from '@recado/sdk'
import { CompanySigns, recordBytes } from './company-signs.ts'

/** Bytes that a node keeps over all companies; the one that was asked last stays even if it alone has more. */
const mostBytes = 64 * 1_024 * 1_024
/** Rows of one read. */
const page = 20_000
/** Part of what was read as a whole that may be added to it: then it is read anew, without what is gone. */
const mostAdded = 0.5
/** Rows that are always added to what is kept. */
const fewAdded = 2_000
/** How long the size of a company that is not kept is remembered, in milliseconds. */
const sizeHoldsMs = 600_000

const firstId = '00000000-0000-0000-0000-000000000000'

/** A row in the form that `CompanySigns` reads. */
const recordOf = `case a.audience when 'customers' then '\\x01'::bytea else '\\x00'::bytea end
  || uuid_send(m.article_id) || uuid_send(m.hash) || varbit_send(m.signs)`
const rows = `from plg_knowledge.meaning m
  join plg_knowledge.article a on a.tenant_id = $1 and a.id = m.article_id
 where m.tenant_id = $1 and m.model = $2 and length(m.signs) = $3`

/** Reads all rows, in pages. What is committed meanwhile comes with the next question. */
async function readAll(tx: PluginTransaction, tenant: string, signs: CompanySigns): Promise<void> {
  const length = recordBytes(signs.bits)
  let [article, hash] = [firstId, firstId]
  for (;;) {
    const [row] = (await tx.query(
      `select string_agg(record, ''::bytea order by article_id, hash) as records
         from (select m.article_id, m.hash, ${recordOf} as record ${rows}
                  and (m.article_id, m.hash) > ($4::uuid, $5::uuid)
                order by m.article_id, m.hash limit ${page}) p`,
      [tenant, signs.model, signs.bits, article, hash],
      'object',
    )) as [{ records: Buffer | null }]
    if (!row.records) return
    signs.add(row.records)
    if (row.records.length < page * length) return
    const last = row.records.toString('hex', row.records.length - length + 1, row.records.length - length + 33)
    ;[article, hash] = [last.slice(0, 32), last.slice(32)]
  }
}

/** Reads the rows that came since; false where they are too many. */
async function readNew(tx: PluginTransaction, tenant: string, signs: CompanySigns): Promise<boolean> {
  const [row] = (await tx.query(
    `select string_agg(record, ''::bytea) as records
       from (select ${recordOf} as record ${rows} and m.change > $4 limit ${page}) p`,
    [tenant, signs.model, signs.bits, signs.changes],
    'object',
  )) as [{ records: Buffer | null }]
  if (!row.records) return true
  if (row.records.length >= page * recordBytes(signs.bits)) return false
  signs.add(row.records)
  return true
}

/** The signs of companies that are asked, in the memory of a node. */
export class SignMemory {
  /** Who was asked longest ago first; with the rows that it had when it was read as a whole. */
  readonly #kept = new Map<string, { readonly signs: CompanySigns; readonly read: number }>()
  readonly #reading = new Map<string, Promise<unknown>>()
  /** Companies that are not kept and have so many vectors at least, until when that holds. */
  readonly #large = new Map<string, { readonly count: number; readonly until: number }>()
  readonly #mostBytes: number

  constructor(bytes = mostBytes) {
    this.#mostBytes = bytes
  }

  /** The signs of a company as the database has them now, of vectors of a model that have so many. */
  async of(tx: PluginTransaction, tenant: string, model: string, bits: number): Promise<CompanySigns> {
    const before = this.#reading.get(tenant)
    const reading = (async () => {
      await before
      return this.#follow(tx, tenant, model, bits)
    })()
    const settled = reading.catch(() => undefined)
    this.#reading.set(tenant, settled)
    try {
      return await reading
    } finally {
      if (this.#reading.get(tenant) === settled) this.#reading.delete(tenant)
    }
  }

  /** Whether a company has more vectors than so many, as far as is known: it may be some minutes old. */
  async exceeds(tx: PluginTransaction, tenant: string, count: number): Promise<boolean> {
    const kept = this.#kept.get(tenant)
    if (kept) return kept.signs.count > count
    const large = this.#large.get(tenant)
    if (large && large.count > count && large.until > performance.now()) return true
    this.#large.delete(tenant)
    const [row] = (await tx.query(
      `select count(*)::int as count from (select from plg_knowledge.meaning where tenant_id = $1 limit $2) m`,
      [tenant, count + 1],
      'object',
    )) as [{ count: number }]
    if (row.count <= count) return false
    this.#large.set(tenant, { count: row.count, until: performance.now() + sizeHoldsMs })
    return true
  }

  /** The next question reads the company as a whole. */
  forget(tenant: string): void {
    this.#kept.delete(tenant)
  }

  async #follow(tx: PluginTransaction, tenant: string, model: string, bits: number): Promise<CompanySigns> {
    const [state] = (await tx.query(
      `select changes::float8 as changes from plg_knowledge.meaning_state where tenant_id = $1`,
      [tenant],
      'object',
    )) as { changes: number }[]
    const changes = state?.changes ?? 0
    const kept = this.#kept.get(tenant)
    this.#kept.delete(tenant)
    if (kept && kept.signs.model === model && kept.signs.bits === bits && kept.signs.changes <= changes) {
      const { signs, read } = kept
      const isNew = signs.changes === changes || (await readNew(tx, tenant, signs))
      if (isNew && signs.count - read <= Math.max(fewAdded, read * mostAdded)) {
        signs.changes = changes
        this.#keep(tenant, signs, read)
        return signs
      }
    }
    const signs = new CompanySigns(model, bits)
    await readAll(tx, tenant, signs)
    signs.changes = changes
    this.#keep(tenant, signs, signs.count)
    return signs
  }

  #keep(tenant: string, signs: CompanySigns, read: number): void {
    this.#kept.set(tenant, { signs, read })
    let bytes = 0
    for (const one of this.#kept.values()) bytes += one.signs.bytes
    for (const [other, one] of this.#kept) {
      if (bytes <= this.#mostBytes || other === tenant) break
      this.#kept.delete(other)
      bytes -= one.signs.bytes
    }
  }
}
