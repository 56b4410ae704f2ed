import type { MediaInfo, PluginTransaction, TenantId } from '@recado/sdk'
import type { StoredRun } from '../run/run-store.ts'
import type { Fault, Problem } from '../run/run.ts'

/** What has the file: a message, or a ready text. */
export type FileKind = 'message' | 'quickMessage'
type Of = Pick<StoredRun, 'source' | 'id'> & { readonly kind: FileKind }

/** A file that is here, and the run that has fetched it. */
export interface FetchedFile extends MediaInfo {
  readonly run: string
}

/** Files that were fetched of these rows of the source, by their refs. */
export async function fetchedFiles(
  tx: PluginTransaction,
  tenant: TenantId,
  { source, kind }: Pick<Of, 'source' | 'kind'>,
  refs: readonly string[],
): Promise<Map<string, FetchedFile>> {
  if (refs.length === 0) return new Map()
  const rows = (await tx.query(
    `select ref, run_id as run, media_id as id, name, mime, bytes::float8 as bytes from plg_import.file
      where tenant_id = $1 and source = $2 and media_id is not null
        and kind = $4 and ref in (select jsonb_array_elements_text($3::jsonb))`,
    [tenant, source, JSON.stringify(refs), kind],
    'object',
  )) as ({ ref: string } & FetchedFile)[]
  return new Map(rows.map(({ ref, ...file }) => [ref, file]))
}

/** Which of these messages have a file that did not come in this run, and why. */
export async function missedFiles(
  tx: PluginTransaction,
  tenant: TenantId,
  { source, id: run, kind }: Of,
  refs: readonly string[],
): Promise<Map<string, Problem>> {
  if (refs.length === 0) return new Map()
  const rows = (await tx.query(
    `select ref, problem from plg_import.file
      where tenant_id = $1 and source = $2 and run_id = $3 and problem is not null
        and kind = $5 and ref in (select jsonb_array_elements_text($4::jsonb))`,
    [tenant, source, run, JSON.stringify(refs), kind],
    'object',
  )) as { ref: string; problem: Problem }[]
  return new Map(rows.map(({ ref, problem }) => [ref, problem]))
}

/** Keeps that the files of these messages did not come, so that the run does not ask for them again. */
export async function keepMissed(
  tx: PluginTransaction,
  tenant: TenantId,
  { source, id: run, kind }: Of,
  missed: readonly Pick<Fault, 'ref' | 'problem'>[],
): Promise<void> {
  if (missed.length === 0) return
  await tx.query(
    `insert into plg_import.file (tenant_id, source, kind, ref, run_id, problem)
     select $1, $2, $5, m.ref, $3, m.problem from jsonb_to_recordset($4::jsonb) m (ref text, problem text)
     on conflict (tenant_id, source, kind, ref) do update
       set run_id = excluded.run_id, problem = excluded.problem, media_id = null, name = null, mime = null,
           bytes = null`,
    [tenant, source, run, JSON.stringify(missed), kind],
    'object',
  )
}

/** Keeps which file a message has here. One that was fetched before and is gone is replaced. */
export async function keepFile(
  tx: PluginTransaction,
  tenant: TenantId,
  { source, id: run, kind }: Of,
  ref: string,
  file: MediaInfo,
): Promise<void> {
  await tx.query(
    `insert into plg_import.file (tenant_id, source, ref, run_id, media_id, name, mime, bytes, kind)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (tenant_id, source, kind, ref) do update
       set run_id = excluded.run_id, media_id = excluded.media_id, name = excluded.name, mime = excluded.mime,
           bytes = excluded.bytes, problem = null`,
    [tenant, source, ref, run, file.id, file.name, file.mime, file.bytes, kind],
    'object',
  )
}

/** The files that a run has fetched go with its messages. */
export async function forgetFiles(tx: PluginTransaction, tenant: TenantId, run: string): Promise<void> {
  await tx.query(`delete from plg_import.file where tenant_id = $1 and run_id = $2`, [tenant, run], 'object')
}
