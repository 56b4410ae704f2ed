import type { ImportCount, ImportKind, ImportOutcome } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import type { Tx } from '../db/database.ts'

/** What is brought in, where, and by which run. */
export interface ImportRun {
  readonly tx: Tx
  readonly tenantId: string
  readonly sourceId: string
  readonly runId: string
}

/** What something of the source became. */
export interface ImportRecord extends Record<string, unknown> {
  readonly ref: string
  readonly id: string
  readonly runId: string
  readonly made: boolean
  readonly digest: string
}

/** A row of the source under the id that it gets, or has. */
export interface RecordedRow {
  readonly ref: string
  readonly id: string
  readonly made: boolean
  readonly digest: string
}

/** Counts of one kind, and the rows that were left out. */
export interface KindOutcome extends ImportCount {
  readonly refused: ImportOutcome['refused']
  /** Of `made`, what this run had made before. */
  readonly again: number
}

export const nothing: KindOutcome = { made: 0, changed: 0, known: 0, again: 0, refused: [] }

export const json = (values: readonly unknown[]) => sql`${JSON.stringify(values)}::jsonb`

export const digestOf = (row: object): string => createHash('md5').update(JSON.stringify(row)).digest('hex')

/** What rows of these refs became, by ref. Each is looked up by itself (`offset 0`), also in a large source. */
export async function recordsOf(
  { tx, tenantId, sourceId }: Omit<ImportRun, 'runId'>,
  kind: ImportKind,
  refs: readonly string[],
): Promise<ReadonlyMap<string, ImportRecord>> {
  if (refs.length === 0) return new Map()
  const rows = await tx.execute<ImportRecord>(sql`
    select r.external_id as ref, r.target_id as id, r.run_id as "runId", r.made, encode(r.digest, 'hex') as digest
      from unnest(${sql.param([...new Set(refs)])}::text[]) g (ref)
     cross join lateral (
       select * from core.import_record r
        where r.tenant_id = ${tenantId} and r.source_id = ${sourceId} and r.kind = ${kind} and r.external_id = g.ref
       offset 0) r`)
  return new Map(rows.map((row) => [row.ref, row]))
}

export async function record(
  { tx, tenantId, sourceId, runId }: ImportRun,
  kind: ImportKind,
  rows: readonly RecordedRow[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into core.import_record (tenant_id, source_id, kind, external_id, target_id, run_id, made, digest)
    select ${tenantId}, ${sourceId}, ${kind}, g.ref, g.id, ${runId}, g.made, decode(g.digest, 'hex')
      from jsonb_to_recordset(${json(rows)}) g (ref text, id uuid, made boolean, digest text)`)
}

/** Notes how changed rows were written last, and by which run, if it is another one than made them. */
export async function redigest(
  { tx, tenantId, sourceId, runId }: ImportRun,
  kind: ImportKind,
  rows: readonly Pick<RecordedRow, 'ref' | 'digest'>[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    update core.import_record r
       set digest = decode(g.digest, 'hex'), changed_by = case when r.run_id <> ${runId} then ${runId}::uuid end
      from jsonb_to_recordset(${json(rows)}) g (ref text, digest text)
     where r.tenant_id = ${tenantId} and r.source_id = ${sourceId} and r.kind = ${kind} and r.external_id = g.ref`)
}

/** Rows of a batch that are new, differ from what was written, and are as they were. The last of one ref counts. */
export function sorted<T extends { readonly ref: string }>(
  rows: readonly T[],
  digests: ReadonlyMap<T, string>,
  records: ReadonlyMap<string, ImportRecord>,
  runId: string,
): { readonly fresh: readonly T[]; readonly changed: readonly T[]; readonly again: number; readonly known: number } {
  const unique = [...new Map(rows.map((row) => [row.ref, row])).values()]
  const fresh = unique.filter((row) => !records.has(row.ref))
  const old = unique.filter((row) => records.has(row.ref))
  const changed = old.filter((row) => records.get(row.ref)!.made && records.get(row.ref)!.digest !== digests.get(row))
  const same = old.filter((row) => !changed.includes(row))
  const again = same.filter(({ ref }) => records.get(ref)!.runId === runId && records.get(ref)!.made).length
  return { fresh, changed, again, known: same.length - again }
}
