import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { TransactionSql } from 'postgres'
import { MigrationError, refusedFile } from './migration-error.ts'
import { withRoles, type InstallationRoles } from './roles.ts'

/**
 * The current text of a SQL function, with its overloads. The first line says who owns it and who may call it:
 * `-- owner: engine; execute: app`.
 */
export interface FunctionFile {
  /** With its schema, as in `core.find_login`; the file is `find_login.sql`. */
  readonly name: string
  readonly text: string
  readonly hash: string
  readonly owner: 'engine' | 'database'
  /** Roles by their short names; `public` is everybody. */
  readonly execute: readonly string[]
}

const declaration = /^-- owner: (engine|database); execute: (nobody|(?:public|app|engine)(?:, (?:app|engine))*)\n/
const definition = /^create or replace function (\S+?)\(/gm

/**
 * The function files of a folder, by name.
 * @param schema in which all of them are
 * @throws MigrationError for a file that does not say what it has to
 */
export async function readFunctions(schema: string, folder: string): Promise<Map<string, FunctionFile>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const read = files.map(async (file) => {
    const text = await readFile(join(folder, file), 'utf8')
    const name = `${schema}.${basename(file, '.sql')}`
    const declared = declaration.exec(text)
    if (!declared)
      throw new MigrationError(
        `${schema}: functions/${file} must begin with a line like "-- owner: engine; execute: app"`,
      )
    const defined = [...text.matchAll(definition)].map(([, found]) => found)
    if (defined.length === 0 || defined.some((found) => found !== name))
      throw new MigrationError(
        `${schema}: functions/${file} must hold "create or replace function ${name}" and no other`,
      )
    const [, owner, execute] = declared as unknown as [string, FunctionFile['owner'], string]
    const hash = createHash('sha256').update(text).digest('hex')
    const may = execute === 'nobody' ? [] : execute.split(', ')
    return [name, { name, text, hash, owner, execute: may }] as const
  })
  return new Map(await Promise.all(read))
}

/** A function as the catalogue has it; its row changes with every definition. */
interface Defined {
  readonly name: string
  readonly signature: string
  readonly row: string
}

const definedAs = (tx: TransactionSql, names: readonly string[]): Promise<Defined[]> =>
  tx<Defined[]>`
    select n.nspname || '.' || p.proname as name, p.oid::regprocedure::text as signature, p.oid || ' ' || p.xmin as row
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname || '.' || p.proname = any (${names as string[]})`

/**
 * Defines the functions of the files: text, owner and rights. Earlier definitions that a file no longer contains are
 * dropped: an overload, or the whole function if its result or the names of its parameters have changed.
 */
export async function defineFunctions(
  tx: TransactionSql,
  files: readonly FunctionFile[],
  roles: InstallationRoles,
): Promise<void> {
  if (files.length === 0) return
  const names = files.map((file) => file.name)
  const before = await definedAs(tx, names)
  // Bodies name tables that later files make.
  await tx`set local check_function_bodies = off`
  for (const file of files) {
    const signatures = before.filter((one) => one.name === file.name).map((one) => one.signature)
    await define(tx, withRoles(file.text, roles), signatures).catch((error: unknown) => {
      throw refusedFile(`function ${file.name}`, file.text, error)
    })
  }
  const after = await definedAs(tx, names)
  const rows = new Set(before.map((one) => one.row))
  await drop(
    tx,
    after.filter((one) => rows.has(one.row)).map((one) => one.signature),
  )
  const current = after.filter((one) => !rows.has(one.row))
  await tx.unsafe(rightsOf(files, current, roles))
  await tx`
    insert into migrations.functions (name, hash)
    select * from unnest(${names}::text[], ${files.map((file) => file.hash)}::text[])
    on conflict (name) do update set hash = excluded.hash, at = now()`
}

/** Drops functions whose files are gone. */
export async function dropFunctions(tx: TransactionSql, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await drop(
    tx,
    (await definedAs(tx, names)).map((one) => one.signature),
  )
  await tx`delete from migrations.functions where name = any (${names as string[]})`
}

/** SQLSTATE of a function that `create or replace` refuses: another result, or other names of parameters. */
const anotherShape = '42P13'

async function define(tx: TransactionSql, text: string, existing: readonly string[]): Promise<void> {
  if (existing.length === 0) return void (await tx.unsafe(text))
  try {
    await tx.savepoint((point) => point.unsafe(text))
  } catch (error) {
    if ((error as { code?: string }).code !== anotherShape) throw error
    await drop(tx, existing)
    await tx.unsafe(text)
  }
}

async function drop(tx: TransactionSql, signatures: readonly string[]): Promise<void> {
  if (signatures.length > 0) await tx.unsafe(`drop function ${signatures.join(', ')}`)
}

/**
 * Statements that give each function its owner and its rights; taking an owner asks that it may create in the schema.
 */
function rightsOf(files: readonly FunctionFile[], defined: readonly Defined[], roles: InstallationRoles): string {
  const { app, engine } = roles
  const called: Readonly<Record<string, string>> = { app, engine, public: 'public' }
  const schemas = new Set(files.map((file) => file.name.split('.')[0]!))
  const rights = files.flatMap((file) => {
    const [owner, others] = file.owner === 'engine' ? [engine, [app]] : ['current_user', [app, engine]]
    const grantees = file.execute.map((role) => called[role]!)
    return defined
      .filter((one) => one.name === file.name)
      .flatMap(({ signature }) => [
        `alter function ${signature} owner to ${owner}`,
        `revoke execute on function ${signature} from ${['public', ...others].join(', ')}`,
        ...(grantees.length > 0 ? [`grant execute on function ${signature} to ${grantees.join(', ')}`] : []),
      ])
  })
  return [
    ...[...schemas].map((schema) => `grant create on schema ${schema} to ${engine}`),
    ...rights,
    ...[...schemas].map((schema) => `revoke create on schema ${schema} from ${engine}`),
  ].join(';\n')
}
