import { randomBytes } from 'node:crypto'
import type { Sql } from 'postgres'
import { newId } from '../../../core/src/base/ids.ts'
import type { StockOwner } from './owner.ts'
import { put } from './put.ts'

/** Data of other systems. */
export async function importsOf(sql: Sql, { tenant, user, word }: StockOwner) {
  const tenant_id = tenant.id
  const importRun = newId()
  await put(sql, 'plg_import.run', {
    id: importRun,
    tenant_id,
    user_id: user.id,
    is_rehearsal: false,
    state: 'failed',
    source: `postgres://antes.example:5432/${word}`,
    system: 'whaticket',
    mapping: sql.json({ company: null, connections: {}, users: {}, keepOpen: false }),
    stage: 'message',
    totals: sql.json({}),
  })
  const importTable = newId()
  await put(sql, 'plg_import.table_file', {
    id: importTable,
    tenant_id,
    user_id: user.id,
    name: `${word}.csv`,
    columns: sql.json(['Nome', 'Telefone']),
    rows: 1,
  })
  await put(sql, 'plg_import.table_row', { tenant_id, file_id: importTable, number: 1, cells: sql.json([word, '1']) })
  const importSource = newId()
  await put(sql, 'core.import_source', {
    id: importSource,
    tenant_id,
    plugin: 'import',
    name: `postgres://antes.example:5432/${word}#${importRun}`,
  })
  await put(sql, 'core.import_record', {
    tenant_id,
    source_id: importSource,
    kind: 'contact',
    external_id: word,
    target_id: newId(),
    run_id: importRun,
    made: false,
    digest: randomBytes(16),
  })
  await put(sql, 'plg_import.fault', {
    tenant_id,
    run_id: importRun,
    kind: 'contact',
    ref: word,
    problem: 'numberInvalid',
  })
  await put(sql, 'plg_import.file', {
    tenant_id,
    source: `postgres://antes.example:5432/${word}`,
    kind: 'message',
    ref: importRun,
    run_id: importRun,
    media_id: newId(),
    mime: 'image/png',
    bytes: 1,
  })
  return { importRun, importTable }
}
