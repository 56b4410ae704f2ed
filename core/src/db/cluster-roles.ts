import type { Sql } from 'postgres'
import type { InstallationRoles } from './roles.ts'

/**
 * Creates or alters a role. A password that is given is one of {@link rolePassword}: of its 256 bits none can be
 * guessed, and rounds of hashing would only make each connection dearer, here and at the server.
 */
export const ensureRole = (sql: Sql, name: string, attributes: string, password?: string): Promise<void> =>
  changeRoles(async () => {
    const [known] = await sql`select 1 from pg_roles where rolname = ${name}`
    const statement = `${known ? 'alter' : 'create'} role ${name} ${attributes}`
    // Sent as one text, which is one transaction.
    await sql.unsafe(
      password === undefined ? statement : `set local scram_iterations = 1; ${statement} password '${password}'`,
    )
  })

/**
 * Roles belong to the whole cluster: two of its databases may change them at the same moment; one of them tries again.
 */
export async function changeRoles(change: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await change()
      return
    } catch (error) {
      const code = (error as { code?: string }).code
      // 42710 and 23505: somebody else just created it; XX000: "tuple concurrently updated".
      if (attempt >= 10 || !['42710', '23505', 'XX000'].includes(code ?? '')) throw error
    }
  }
}

/**
 * Leaves the database to the installation's own roles: in PostgreSQL every role of the cluster may connect until that
 * is taken away. Grants to roles by name stay.
 */
export async function closeDatabase(sql: Sql, roles: InstallationRoles): Promise<void> {
  const [open] = await sql<{ database: string }[]>`
    select quote_ident(d.datname) as database from pg_database d
     where d.datname = current_database()
       and exists (select from aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a
                    where a.grantee = 0 and a.privilege_type = 'CONNECT')`
  if (!open) return
  // Nodes that run meanwhile go on connecting for their plugins.
  const schemas = await sql<{ name: string }[]>`
    select nspname as name from pg_namespace where starts_with(nspname, 'plg_')`
  const ours = [roles.app, ...schemas.map(({ name }) => roles.ofPluginSchema(name))]
  const there = await sql<{ name: string }[]>`select rolname as name from pg_roles where rolname = any(${ours})`
  // Sent as one text, which is one transaction.
  await changeRoles(() =>
    sql.unsafe(`
    grant connect on database ${open.database} to ${there.map(({ name }) => name).join(', ')};
    revoke connect on database ${open.database} from public`),
  )
}

/** Lets a role of the installation connect to the database. */
export const letConnect = (sql: Sql, role: string): Promise<void> =>
  changeRoles(async () => {
    const [{ may, database }] = await sql<[{ may: boolean; database: string }]>`
    select has_database_privilege(${role}, current_database(), 'connect') as may,
           quote_ident(current_database()) as database`
    if (!may) await sql.unsafe(`grant connect on database ${database} to ${role}`)
  })
