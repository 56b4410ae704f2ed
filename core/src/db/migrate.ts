import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres, { type Sql, type TransactionSql } from 'postgres'
import { secretFingerprint } from '../security/secret-fingerprint.ts'
import { changeRoles, closeDatabase, ensureRole } from './cluster-roles.ts'
import { recordState, requireNoOlderState, stateOf } from './function-states.ts'
import { defineFunctions, dropFunctions, readFunctions, type FunctionFile } from './functions.ts'
import { requireKeptSessions } from './kept-sessions.ts'
import { MigrationError, refusedFile } from './migration-error.ts'
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
 * Files of the product beside migrations. They name `recado_app` and `recado_engine` for the roles of the installation,
 * as its migrations do.
 */
export interface HouseSet extends MigrationSet {
  /** Folder of the files that a new database is made of. They come before the migrations and are applied like them. */
  readonly schema?: string
  /** Folder of functions, applied after the migrations wherever their text has changed; see {@link FunctionFile}. */
  readonly functions?: string
}

/**
 * Brings a database up to date. Runs as the owner under an advisory lock, so that several nodes may start at once.
 * Creates the installation's roles on first use and answers their names. Before anything is changed it refuses a server
 * that is too old, a pooler without sessions, a database of an earlier build, and a secret that is not the
 * installation's. `tell` takes a line for who waits while a new database is filled.
 */
export async function migrate(
  ownerUrl: string,
  secret: string,
  sets: readonly HouseSet[],
  tell?: (line: string) => void,
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
    await sql.unsafe(journal)
    // Checked before anything is changed: a database of an earlier build is unknown here, and passwords of roles follow
    // from the secret, so that another one would lock the other nodes out.
    await requireThisBuild(sql, sets)
    await sql.unsafe(journalOfThisBuild)
    await requireSameSecret(sql, secret)
    const [applied] = await sql`select from migrations.applied limit 1`
    if (!applied) tell?.('Making tables and functions in the new database (once) …')
    const roles = await rolesOfDatabase(sql)
    await ensureRole(sql, roles.engine, 'nologin bypassrls')
    await ensureRole(sql, roles.app, 'login nobypassrls', rolePassword(secret, roles.app))
    await changeRoles(() => sql.unsafe(`grant ${roles.engine} to current_user`))
    await closeDatabase(sql, roles)
    await applySets(sql, sets, roles)
    return roles
  } finally {
    await sql.end()
  }
}

const journal = `
  create schema if not exists migrations;
  create table if not exists migrations.applied (
    owner text, name text, hash text not null, at timestamptz not null default now(), primary key (owner, name))`

const journalOfThisBuild = `
  create table if not exists migrations.installation (
    is_only boolean primary key default true check (is_only), secret_fingerprint text not null);
  create table if not exists migrations.role_names (
    is_only boolean primary key default true check (is_only), installation text not null);
  create table if not exists migrations.functions (
    name text primary key, hash text not null, at timestamptz not null default now());
  create table if not exists migrations.function_states (
    hash text primary key, at timestamptz not null default now())`

const schemaFolder = 'schema/'

/** @throws MigrationError for a database that was made before its schema had files of its own */
async function requireThisBuild(sql: Sql, sets: readonly HouseSet[]): Promise<void> {
  const owners = sets.filter((set) => set.schema !== undefined).map((set) => set.owner)
  const [earlier] = await sql`
    select from migrations.applied where owner = any (${owners})
     group by owner having not bool_or(starts_with(name, ${schemaFolder})) limit 1`
  if (earlier) throw new MigrationError(earlierBuild)
}

const earlierBuild = [
  'The database was made by an earlier build of Recado, which this one does not continue; nothing was changed.',
  'There has been no release yet: start with a new data folder (DATA_DIR) or an empty database (DATABASE_URL),',
  'or start the earlier build to export what you need from it.',
].join(' ')

/** The names stay as they were first chosen. */
async function rolesOfDatabase(sql: Sql): Promise<InstallationRoles> {
  const [known] = await sql<{ installation: string }[]>`select installation from migrations.role_names`
  if (known) return rolesOf(known.installation)
  const installation = await freeInstallation(sql)
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
  await sql`insert into migrations.installation (secret_fingerprint) values (${fingerprint}) on conflict do nothing`
  const [kept] = await sql<{ secret_fingerprint: string }[]>`select secret_fingerprint from migrations.installation`
  if (kept!.secret_fingerprint !== fingerprint) throw new MigrationError(otherSecret)
}

const otherSecret = [
  'The database belongs to an installation with another secret; nothing was changed.',
  'Start with its RECADO_SECRET, or with the file "secret" of its data folder.',
  'If that secret is lost, stored secrets of channels and plugins are too: "delete from migrations.installation" ' +
    'in the database lets it start with a new one.',
].join(' ')

/** Functions of all sets by name, and the hashes of those that the database has. */
interface Functions {
  readonly files: ReadonlyMap<string, FunctionFile>
  readonly defined: Map<string, string>
}

/** Applies what is new: files in a transaction each, then functions together. */
async function applySets(sql: Sql, sets: readonly HouseSet[], roles: InstallationRoles): Promise<void> {
  const functions = await functionsOf(sql, sets)
  for (const set of sets) {
    for (const file of await pendingFiles(sql, set)) {
      const text = withRoles(file.text, roles)
      const needed = neededBy(file, set, functions)
      await sql.begin(async (tx) => {
        await defineFunctions(tx, needed, roles)
        await applyFile(tx, set, { ...file, text })
      })
      for (const { name, hash } of needed) functions.defined.set(name, hash)
    }
  }
  const changed = [...functions.files.values()].filter(({ name, hash }) => functions.defined.get(name) !== hash)
  const gone = [...functions.defined.keys()].filter((name) => !functions.files.has(name))
  if (changed.length === 0 && gone.length === 0) return
  const state = stateOf(functions.files.values())
  await requireNoOlderState(sql, state)
  await sql.begin(async (tx) => {
    await dropFunctions(tx, gone)
    await defineFunctions(tx, changed, roles)
    await recordState(tx, state)
  })
}

async function functionsOf(sql: Sql, sets: readonly HouseSet[]): Promise<Functions> {
  const files = new Map<string, FunctionFile>()
  for (const { owner, functions } of sets) {
    if (functions === undefined) continue
    for (const [name, file] of await readFunctions(owner, functions)) files.set(name, file)
  }
  const defined = await sql<{ name: string; hash: string }[]>`
    select name, hash from migrations.functions
     where split_part(name, '.',
       1) = any (${sets.filter((set) => set.functions !== undefined).map((set) => set.owner)})`
  return { files, defined: new Map(defined.map(({ name, hash }) => [name, hash])) }
}

/**
 * Functions that a file needs before it, because a policy, an index or a trigger names them. Its first line lists them:
 * `-- functions: current_tenant, searchable`.
 */
function neededBy({ name, text }: MigrationFile, { owner }: HouseSet, functions: Functions): FunctionFile[] {
  const [, named] = /^-- functions: (.+)\n/.exec(text) ?? []
  const needed = (named?.split(', ') ?? []).map((each) => {
    const file = functions.files.get(`${owner}.${each}`)
    if (!file) throw new MigrationError(`${owner}: migration ${name} needs the function ${each}, which has no file`)
    return file
  })
  return needed.filter((file) => functions.defined.get(file.name) !== file.hash)
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

async function pendingFiles(sql: Sql | TransactionSql, set: HouseSet): Promise<MigrationFile[]> {
  const files = await filesOf(set)
  const applied = new Map(
    (
      await sql<{ name: string; hash: string }[]>`select name, hash from migrations.applied where owner = ${set.owner}`
    ).map((row) => [row.name, row.hash]),
  )
  const names = files.map((file) => file.name)
  for (const name of applied.keys())
    if (!names.includes(name))
      throw new MigrationError(`${set.owner}: migration ${name} was applied but its file is gone`)
  const newest = names.findLastIndex((name) => applied.has(name))
  for (const [index, { name, hash }] of files.entries()) {
    const known = applied.get(name)
    if (known !== undefined && known !== hash)
      throw new MigrationError(
        `${set.owner}: migration ${name} was changed after it had been applied; write a new one instead`,
      )
    if (known === undefined && index < newest)
      throw new MigrationError(
        `${set.owner}: migration ${name} sorts before ${names[newest]!}, which is applied already; rename it to ` +
          'come after',
      )
  }
  return files.slice(newest + 1)
}

/** In the order in which they are applied. */
async function filesOf({ schema, folder }: HouseSet): Promise<MigrationFile[]> {
  const listed = await Promise.all([schema === undefined ? [] : sqlFiles(schema, schemaFolder), sqlFiles(folder, '')])
  return Promise.all(
    listed.flat().map(async ({ name, path }) => {
      const text = await readFile(path, 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

const sqlFiles = async (folder: string, prefix: string): Promise<{ name: string; path: string }[]> =>
  (await readdir(folder))
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ name: prefix + file, path: join(folder, file) }))

async function applyFile(tx: TransactionSql, set: MigrationSet, { name, text, hash }: MigrationFile): Promise<void> {
  if (set.as) await tx.unsafe(`set local role ${set.as.role}; set local search_path = ${set.as.schema}, public`)
  await tx.unsafe(text).catch((error: unknown) => {
    throw refusedFile(`${set.owner}: migration ${name}`, text, error)
  })
  if (set.as) await tx.unsafe('reset role; reset search_path')
  await tx`insert into migrations.applied (owner, name, hash) values (${set.owner}, ${name}, ${hash})`
}
