import { createHash, createHmac } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres, { type Sql, type TransactionSql } from 'postgres'
import { secretFingerprint } from '../security/secret-fingerprint.ts'

/**
 * Migrations of one owner: core, the bus, or a plugin. Files are `NNNN-title.sql`, applied once, in order, forward only.
 * With `as`, they run with the rights of that role alone and find their names in that schema first.
 */
export interface MigrationSet { readonly owner: string; readonly folder: string; readonly as?: { readonly role: string; readonly schema: string } }

/** A journal that does not match the files: an applied file was changed, removed, or a new one sorts before an applied one; or a file that PostgreSQL refuses. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/** The app role's password follows from the installation's secret, so that it is nowhere stored. */
const rolePassword = (secret: string, role: string): string => createHmac('sha256', secret).update(`database role ${role}`).digest('base64url')

/** The address under which the server connects: same database, restricted role. */
export function roleUrl(ownerUrl: string, secret: string, role = 'recado_app'): string {
  const url = new URL(ownerUrl)
  url.username = role
  url.password = rolePassword(secret, role)
  return url.href
}

/**
 * Brings a database up to date. Runs as the owner under an advisory lock, so that several nodes may start at once.
 * Creates the roles on first use: `recado_app` (restricted), `recado_engine` (owns the reviewed functions).
 */
export async function migrate(ownerUrl: string, secret: string, sets: readonly MigrationSet[]): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => undefined, connection: { application_name: 'recado-migrate' } })
  try {
    // Roles belong to the whole cluster, so the lock must be one for all its databases; a fixed key gives that only per
    // database, hence the retry inside ensureRole.
    await sql`select pg_advisory_lock(hashtext('recado:migrate'))`
    // Before anything is changed: passwords of roles follow from the secret, and another one would lock the other nodes out.
    await sql`create schema if not exists migrations`
    await requireSameSecret(sql, secret)
    await ensureRole(sql, 'recado_engine', 'nologin bypassrls')
    await ensureRole(sql, 'recado_app', `login nobypassrls password '${rolePassword(secret, 'recado_app')}'`)
    await changeRoles(() => sql`grant recado_engine to current_user`)
    await sql`create table if not exists migrations.applied (owner text, name text, hash text not null, at timestamptz not null default now(), primary key (owner, name))`
    for (const set of sets) await applySet(sql, set)
  } finally {
    await sql.end()
  }
}

/**
 * The database keeps a fingerprint of the secret that it was set up with, from which the secret cannot be computed.
 * @throws MigrationError for a node with another secret
 */
async function requireSameSecret(sql: Sql, secret: string): Promise<void> {
  const fingerprint = secretFingerprint(secret)
  await sql`create table if not exists migrations.installation (is_only boolean primary key default true check (is_only), secret_fingerprint text not null)`
  await sql`insert into migrations.installation (secret_fingerprint) values (${fingerprint}) on conflict do nothing`
  const [kept] = await sql<{ secret_fingerprint: string }[]>`select secret_fingerprint from migrations.installation`
  if (kept!.secret_fingerprint !== fingerprint) throw new MigrationError(otherSecret)
}

const otherSecret = [
  'The database belongs to an installation with another secret; nothing was changed.',
  'Start with its RECADO_SECRET, or with the file "secret" of its data folder.',
  'If that secret is lost, stored secrets of channels and plugins are too: "delete from migrations.installation" in the database lets it start with a new one.',
].join(' ')

/** Creates or alters a role. */
export const ensureRole = (sql: Sql, name: string, attributes: string): Promise<void> => changeRoles(async () => {
  const [known] = await sql`select 1 from pg_roles where rolname = ${name}`
  await sql.unsafe(`${known ? 'alter' : 'create'} role ${name} ${attributes}`)
})

/** Roles belong to the whole cluster: two of its databases may change them at the same moment; one of them tries again. */
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

/** Applies what is new of one set, each file in a transaction of its own. */
async function applySet(sql: Sql, set: MigrationSet): Promise<void> {
  for (const file of await pendingFiles(sql, set)) await sql.begin((tx) => applyFile(tx, set, file))
}

/** Applies what is new of one set within the caller's transaction; answers how many files that were. */
export async function applyTogether(tx: TransactionSql, set: MigrationSet): Promise<number> {
  const files = await pendingFiles(tx, set)
  for (const file of files) await applyFile(tx, set, file)
  return files.length
}

interface MigrationFile { readonly name: string; readonly text: string; readonly hash: string }

async function pendingFiles(sql: Sql | TransactionSql, set: MigrationSet): Promise<MigrationFile[]> {
  const files = (await readdir(set.folder)).filter((file) => file.endsWith('.sql')).sort()
  const applied = new Map((await sql<{ name: string; hash: string }[]>`select name, hash from migrations.applied where owner = ${set.owner}`).map((row) => [row.name, row.hash]))
  const newest = [...applied.keys()].sort().at(-1) ?? ''
  for (const name of applied.keys()) if (!files.includes(name)) throw new MigrationError(`${set.owner}: migration ${name} was applied but its file is gone`)
  const pending: MigrationFile[] = []
  for (const file of files) {
    const text = await readFile(join(set.folder, file), 'utf8')
    const hash = createHash('sha256').update(text).digest('hex')
    const known = applied.get(file)
    if (known === hash) continue
    if (known !== undefined) throw new MigrationError(`${set.owner}: migration ${file} was changed after it had been applied; write a new one instead`)
    if (file < newest) throw new MigrationError(`${set.owner}: migration ${file} sorts before ${newest}, which is applied already; rename it to come after`)
    pending.push({ name: file, text, hash })
  }
  return pending
}

async function applyFile(tx: TransactionSql, set: MigrationSet, { name, text, hash }: MigrationFile): Promise<void> {
  if (set.as) await tx.unsafe(`set local role ${set.as.role}; set local search_path = ${set.as.schema}, public`)
  await tx.unsafe(text).catch((error: unknown) => { throw failure(set.owner, name, text, error) })
  if (set.as) await tx.unsafe('reset role; reset search_path')
  await tx`insert into migrations.applied (owner, name, hash) values (${set.owner}, ${name}, ${hash})`
}

/** Says what a person needs: which file, which line, what PostgreSQL objected to. The driver's own error repeats the whole file. */
function failure(owner: string, file: string, text: string, error: unknown): MigrationError {
  const { message, position, where } = error as { message: string; position?: string; where?: string }
  const line = position === undefined ? '' : ` at line ${text.slice(0, Number(position)).split('\n').length}`
  return new MigrationError(`${owner}: migration ${file} failed${line}: ${message}${where === undefined ? '' : ` (${where})`}`)
}
