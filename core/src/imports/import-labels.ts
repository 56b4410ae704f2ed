import type { ImportKind, ImportedLabel } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import { newId } from '../base/ids.ts'
import { storable } from '../channels/clean-event.ts'
import { digestOf, json, nothing, record, recordsOf, type ImportRun, type KindOutcome } from './import-records.ts'

/** Queues or tags. Who has the name, in whatever case, is taken; a name that changed in the source changes nothing. */
export async function writeLabels(
  run: ImportRun,
  kind: Extract<ImportKind, 'queue' | 'tag'>,
  labels: readonly ImportedLabel[],
): Promise<KindOutcome> {
  if (labels.length === 0) return nothing
  const { tx, tenantId, runId } = run
  const table = sql.raw(`core.${kind}`)
  const records = await recordsOf(
    run,
    kind,
    labels.map(({ ref }) => ref),
  )
  const unique = [...new Map(labels.map((label) => [label.ref, label])).values()]
  const fresh = unique
    .filter(({ ref }) => !records.has(ref))
    .map(({ ref, name }) => ({ ref, name: storable(name), digest: digestOf({ name }), id: newId() }))
  await tx.execute(sql`
    insert into ${table} (id, tenant_id, name)
    select g.id, ${tenantId}, g.name from jsonb_to_recordset(${json(fresh)}) g (id uuid, name text)
    on conflict (tenant_id, lower(name)) do nothing`)
  const rows = await tx.execute<{ ref: string; id: string }>(sql`
    select g.ref, l.id from jsonb_to_recordset(${json(fresh)}) g (ref text, name text)
      join ${table} l on l.tenant_id = ${tenantId} and lower(l.name) = lower(g.name)`)
  const ids = new Map(rows.map(({ ref, id }) => [ref, id]))
  const written = fresh.map(({ ref, digest, id }) => ({ ref, digest, id: ids.get(ref)!, made: ids.get(ref) === id }))
  await record(run, kind, written)
  const again = [...records.values()].filter((one) => one.made && one.runId === runId).length
  const made = written.filter((one) => one.made).length
  return { made: made + again, changed: 0, again, known: unique.length - made - again, refused: [] }
}
