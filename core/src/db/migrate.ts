import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres, { type Sql, type TransactionSql } from 'postgres'
import { secretFingerprint } from '../security/secret-fingerprint.ts'
import { changeRoles, closeDatabase, ensureRole } from './cluster-roles.ts'
import { requireKeptSessions } from './kept-sessions.ts'
import { rolePassword, rolesOf, withRoles, type InstallationRoles } from './roles.ts'
import { requireServerVersion } from './server-version.ts'

/**
 * Migrations of one owner: core, the bus, or a plugin. Files are `NNNN-title.sql`, applied once, in order, forward
 * only. With `as`, they run with the rights of that role alone and find their names in that schema first.
 */
export interface MigrationSet {
  readonly owner: string
  readonly folder: string
  readonly as?: { readonly role: string; readonly schema: string }
}

/**
 * A journal that does not match the files: an applied file was changed, removed, or a new one sorts before an applied
 * one; or a file that PostgreSQL refuses.
 */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/**
 * Brings a database up to date. Runs as the owner under an advisory lock, so that several nodes may start at once.
 * Creates the installation's roles on first use and answers their names. Before anything is changed it refuses a server
 * that is too old, a pooler without sessions, and a secret that is not the installation's.
 */
export async function migrate(
  ownerUrl: string,
  secret: string,
  sets: readonly MigrationSet[],
): Promise<InstallationRoles> {
  const sql = postgres(ownerUrl, {
    max: 1,
    onnotice: () => undefined,
    connection: { application_name: 'recado-migrate' },
  })
  try {
    await requireServerVersion(sql)
    await requireKeptSessions(ownerUrl)
    // Roles belong to the whole cluster, so the lock must be one for all its databases; a fixed key gives that only per
    // database, hence the retry inside ensureRole.
    await sql`select pg_advisory_lock(hashtext('recado:migrate'))`
    // Before anything is changed: passwords of roles follow from the secret, and another one would lock the other nodes
    // out.
    await sql`create schema if not exists migrations`
    await requireSameSecret(sql, secret)
    await sql`create table if not exists migrations.applied (owner text, name text, hash text not null, at timestamptz not null default now(), primary key (owner, name))`
    const roles = await rolesOfDatabase(sql)
    await ensureRole(sql, roles.engine, 'nologin bypassrls')
    await ensureRole(sql, roles.app, `login nobypassrls password '${rolePassword(secret, roles.app)}'`)
    await changeRoles(() => sql.unsafe(`grant ${roles.engine} to current_user`))
    await closeDatabase(sql, roles)
    for (const set of sets) await applySet(sql, set, roles)
    return roles
  } finally {
    await sql.end()
  }
}

/** The names stay as they were first chosen: what was applied before names had an id keeps those without one. */
async function rolesOfDatabase(sql: Sql): Promise<InstallationRoles> {
  await sql`create table if not exists migrations.role_names (is_only boolean primary key default true check (is_only), installation text not null)`
  const [known] = await sql<{ installation: string }[]>`select installation from migrations.role_names`
  if (known) return rolesOf(known.installation)
  const [older] = await sql`select from migrations.applied limit 1`
  const installation = older ? '' : await freeInstallation(sql)
  await sql`insert into migrations.role_names (installation) values (${installation})`
  return rolesOf(installation)
}

/** An id that no role of the cluster carries. */
async function freeInstallation(sql: Sql): Promise<string> {
  for (;;) {
    const id = randomBytes(4).toString('hex')
    const [taken] = await sql`select from pg_roles where starts_with(rolname, ${`recado_${id}_`})`
    if (!taken) return id
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

/** Applies what is new of one set, each file in a transaction of its own. */
async function applySet(sql: Sql, set: MigrationSet, roles: InstallationRoles): Promise<void> {
  for (const file of await pendingFiles(sql, set)) {
    await sql.begin((tx) => applyFile(tx, set, { ...file, text: withRoles(file.text, roles) }))
  }
}

/** Applies what is new of one set within the caller's transaction; answers how many files that were. */
export async function applyTogether(tx: TransactionSql, set: MigrationSet): Promise<number> {
  const files = await pendingFiles(tx, set)
  for (const file of files) await applyFile(tx, set, file)
  return files.length
}

interface MigrationFile {
  readonly name: string
  readonly text: string
  readonly hash: string
}

async function pendingFiles(sql: Sql | TransactionSql, set: MigrationSet): Promise<MigrationFile[]> {
  const files = (await readdir(set.folder)).filter((file) => file.endsWith('.sql')).sort()
  const applied = new Map(
    (
      await sql<{ name: string; hash: string }[]>`select name, hash from migrations.applied where owner = ${set.owner}`
    ).map((row) => [row.name, row.hash]),
  )
  const newest = [...applied.keys()].sort().at(-1) ?? ''
  for (const name of applied.keys())
    if (!files.includes(name))
      throw new MigrationError(`${set.owner}: migration ${name} was applied but its file is gone`)
  const texts = await Promise.all(files.map((file) => readFile(join(set.folder, file), 'utf8')))
  const pending: MigrationFile[] = []
  for (const [index, file] of files.entries()) {
    const text = texts[index]!
    const hash = createHash('sha256').update(text).digest('hex')
    const known = applied.get(file)
    if (known === hash) continue
    if (known !== undefined)
      throw new MigrationError(
        `${set.owner}: migration ${file} was changed after it had been applied; write a new one instead`,
      )
    if (file < newest)
      throw new MigrationError(
        `${set.owner}: migration ${file} sorts before ${newest}, which is applied already; rename it to come after`,
      )
    pending.push({ name: file, text, hash })
  }
  return pending
}

async function applyFile(tx: TransactionSql, set: MigrationSet, { name, text, hash }: MigrationFile): Promise<void> {
  if (set.as) await tx.unsafe(`set local role ${set.as.role}; set local search_path = ${set.as.schema}, public`)
  await tx.unsafe(text).catch((error: unknown) => {
    throw failure(set.owner, name, text, error)
  })
  if (set.as) await tx.unsafe('reset role; reset search_path')
  await tx`insert into migrations.applied (owner, name, hash) values (${set.owner}, ${name}, ${hash})`
}

/**
 * Says what a person needs: which file, which line, what PostgreSQL objected to. The driver's own error repeats the
 * whole file.
 */
function failure(owner: string, file: string, text: string, error: unknown): MigrationError {
  const { message, position, where } = error as { message: string; position?: string; where?: string }
  const line = position === undefined ? '' : ` at line ${text.slice(0, Number(position)).split('\n').length}`
  return new MigrationError(
    `${owner}: migration ${file} failed${line}: ${message}${where === undefined ? '' : ` (${where})`}`,
  )
}
