import { createHash, createHmac } from 'node:crypto'
import type { Query, SqlBuilder } from '../db/database.ts'

/** An entry as a seal covers it: every column, in the form in which the database writes it out. */
export interface SealedContent {
  readonly id: string
  readonly user_id: string | null
  readonly action: string
  readonly subject: string
  readonly facts: string
  readonly at: string
}

/** The columns of {@link SealedContent}, of `core.audit_log l`. */
export const sealedColumns = (sql: SqlBuilder): Query => sql`
  l.id, l.user_id, l.action, l.subject, l.facts::text as facts,
  to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`

export const digestOfEntry = (entry: SealedContent): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([entry.id, entry.user_id, entry.action, entry.subject, entry.facts, entry.at]))
    .digest()

/** Of the digests of a seal's entries, in their order. */
export function digestOfEntries(digests: readonly Buffer[]): Buffer {
  const hash = createHash('sha256')
  for (const digest of digests) hash.update(digest)
  return hash.digest()
}

/** Content of a seal. `previous` is the code of the seal before it, null for the first of a company. */
export interface SealContent {
  readonly tenantId: string
  readonly number: number
  readonly previous: Buffer | null
  readonly entries: number
  readonly digest: Buffer
  readonly sealedAt: Date
}

export const macOfSeal = (
  key: Buffer,
  { tenantId, number, previous, entries, digest, sealedAt }: SealContent,
): Buffer =>
  mac(key, [
    'seal',
    tenantId,
    number,
    previous?.toString('hex') ?? null,
    entries,
    digest.toString('hex'),
    sealedAt.toISOString(),
  ])

/** Vouches for a seal being the newest of its company. */
export const macOfHead = (
  key: Buffer,
  head: { readonly tenantId: string; readonly number: number; readonly seal: Buffer },
): Buffer => mac(key, ['head', head.tenantId, head.number, head.seal.toString('hex')])

/** Vouches for the entries up to a seal having been deleted because their time was over. */
export const macOfExpired = (key: Buffer, expired: { readonly tenantId: string; readonly number: number }): Buffer =>
  mac(key, ['expired', expired.tenantId, expired.number])

const mac = (key: Buffer, parts: readonly unknown[]): Buffer =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest()
