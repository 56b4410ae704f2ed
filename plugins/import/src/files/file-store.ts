import type { MediaInfo, PluginTransaction, TenantId } from '@recado/sdk'
import type { StoredRun } from '../run/run-store.ts'

/** Files that were fetched of these messages of the source, by their refs. */
export async function fetchedFiles(
  tx: PluginTransaction,
  tenant: TenantId,
  source: string,
  refs: readonly string[],
): Promise<Map<string, MediaInfo>> {
  if (refs.length === 0) return new Map()
  const rows = (await tx.query(
    `select ref, media_id as id, name, mime, bytes::float8 as bytes from plg_import.file
      where tenant_id = $1 and source = $2 and ref in (select jsonb_array_elements_text($3::jsonb))`,
    [tenant, source, JSON.stringify(refs)],
    'object',
  )) as ({ ref: string } & MediaInfo)[]
  return new Map(rows.map(({ ref, ...file }) => [ref, file]))
}

/** Keeps which file a message has here. One that was fetched before and is gone is replaced. */
export async function keepFile(
  tx: PluginTransaction,
  tenant: TenantId,
  { source, id: run }: Pick<StoredRun, 'source' | 'id'>,
  ref: string,
  file: MediaInfo,
): Promise<void> {
  await tx.query(
    `insert into plg_import.file (tenant_id, source, ref, run_id, media_id, name, mime, bytes)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (tenant_id, source, ref) do update
       set run_id = excluded.run_id, media_id = excluded.media_id, name = excluded.name, mime = excluded.mime,
           bytes = excluded.bytes`,
    [tenant, source, ref, run, file.id, file.name, file.mime, file.bytes],
    'object',
  )
}

/** The files that a run has fetched go with its messages. */
export async function forgetFiles(tx: PluginTransaction, tenant: TenantId, run: string): Promise<void> {
  await tx.query(`delete from plg_import.file where tenant_id = $1 and run_id = $2`, [tenant, run], 'object')
}
