import { runMigrations } from 'graphile-worker'
import postgres from 'postgres'
import type { InstallationRoles } from '../db/roles.ts'

const tables = ['_private_jobs', '_private_job_queues', '_private_tasks', '_private_known_crontabs'] as const

/**
 * Brings the schema `graphile_worker` up to date and lets the server's role work in it. Runs as the owner at every
 * start, after the migrations of core. The library switches row-level security on without any policy; ours shows a
 * tenant's transaction its own jobs and platform work all of them. `core.plugin_job` works as the engine's role.
 */
export async function migrateJobs(ownerUrl: string, { app, engine }: InstallationRoles): Promise<void> {
  const sql = postgres(ownerUrl, {
    max: 1,
    onnotice: () => undefined,
    connection: { application_name: 'recado-migrate' },
  })
  try {
    await sql`select pg_advisory_lock(hashtext('recado:migrate'))`
    await runMigrations({ connectionString: ownerUrl })
    await sql.unsafe(`
      grant usage on schema graphile_worker to ${app}, ${engine};
      grant select, insert, update, delete on all tables in schema graphile_worker to ${app}, ${engine};
      grant usage on all sequences in schema graphile_worker to ${app}, ${engine};
      grant execute on all functions in schema graphile_worker to ${app}, ${engine};`)
    // Who holds jobs is asked every few seconds, however many wait: those that are held are few.
    await sql`
      create index if not exists recado_held_jobs on graphile_worker._private_jobs (locked_by)
       where locked_by is not null`
    const walled = new Set(
      (
        await sql<
          { tablename: string }[]
        >`select tablename from pg_policies where schemaname = 'graphile_worker' and policyname = 'recado'`
      ).map((row) => row.tablename),
    )
    const own = `coalesce(payload ->> 'tenantId' = (select core.current_tenant())::text, true)`
    for (const table of tables) {
      if (walled.has(table)) continue
      const condition = table === '_private_jobs' ? own : 'true'
      await sql.unsafe(
        `create policy recado on graphile_worker.${table} to ${app} using (${condition}) with check (${condition})`,
      )
    }
  } finally {
    await sql.end()
  }
}
