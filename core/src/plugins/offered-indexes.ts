import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { indexExtension, isOfferedIndex, pluginSchema, type Logger } from '@recado/contracts'
import postgres, { type Sql } from 'postgres'
import { isUsableVersion, oldestVersionText, putInStatement } from '../db/index-extension.ts'
import type { InstallationRoles } from '../db/roles.ts'
import { describe } from './fault.ts'

/** Databases of which the log has said what a superuser may do; it says so once. */
const told = new Set<string>()

/** A plugin whose migrations may name indexes that an extension of the database offers. */
export interface IndexedPlugin {
  readonly id: string
  readonly migrations: string | undefined
}

export interface OfferedIndexesOptions {
  readonly ownerUrl: string
  readonly roles: InstallationRoles
  readonly log: Logger
  /** Ends what is being made; the next run begins it again. */
  readonly signal: AbortSignal
}

/**
 * Makes the indexes of plugins for which the database needs an extension that it may not have (`migrations/vector`).
 * Nothing waits for it: it is made while people write, and plugins work without it. Called by the node with this duty,
 * when it starts and from time to time, because the extension may come later.
 */
export async function makeOfferedIndexes(
  plugins: readonly IndexedPlugin[],
  { ownerUrl, roles, log, signal }: OfferedIndexesOptions,
): Promise<void> {
  const wanted = (await Promise.all(plugins.map(indexesOf))).flat()
  if (wanted.length === 0 || signal.aborted) return
  const sql = postgres(ownerUrl, {
    max: 1,
    onnotice: () => undefined,
    connection: { application_name: 'recado-indexes', statement_timeout: 0 },
  })
  try {
    if (!(await hasExtension(sql, ownerUrl, log))) return
    for (const index of wanted) await make(sql, index, { roles, log, signal })
  } finally {
    await sql.end({ timeout: 5 })
  }
}

interface OfferedIndex {
  readonly plugin: string
  /** The name of its file. */
  readonly name: string
  readonly path: string
}

async function indexesOf({ id, migrations }: IndexedPlugin): Promise<OfferedIndex[]> {
  const folder = migrations === undefined ? undefined : join(migrations, indexExtension)
  if (folder === undefined || !existsSync(folder)) return []
  return (await readdir(folder))
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => ({ plugin: id, name: file.slice(0, -'.sql'.length), path: join(folder, file) }))
}

/** Whether the database has the extension now, which is put into it where that is allowed. */
async function hasExtension(sql: Sql, ownerUrl: string, log: Logger): Promise<boolean> {
  const [offered] = await sql<{ installed: string | null }[]>`
    select installed_version as installed from pg_available_extensions where name = ${indexExtension}`
  if (!offered) return false
  const version = offered.installed ?? (await putIn(sql, ownerUrl, log))
  if (version === undefined) return false
  if (isUsableVersion(version)) return true
  log.warn({ version }, `the extension ${indexExtension} is older than ${oldestVersionText} and is not used`)
  return false
}

async function putIn(sql: Sql, ownerUrl: string, log: Logger): Promise<string | undefined> {
  try {
    await sql.unsafe(putInStatement)
  } catch (error) {
    if (told.has(ownerUrl)) return undefined
    told.add(ownerUrl)
    log.info(
      { reason: describe(error) },
      `the database has the extension ${indexExtension}, which its owner may not put in; ` +
        `search stays as it is until a superuser runs: ${putInStatement}`,
    )
    return undefined
  }
  const [put] = await sql<{ version: string }[]>`
    select extversion as version from pg_extension where extname = ${indexExtension}`
  return put?.version
}

/** Makes an index unless it stands. What another run left unfinished is dropped first. */
async function make(
  sql: Sql,
  { plugin, name, path }: OfferedIndex,
  { roles, log, signal }: Pick<OfferedIndexesOptions, 'roles' | 'log' | 'signal'>,
): Promise<void> {
  if (signal.aborted) return
  const schema = pluginSchema(plugin)
  const [known] = await sql<{ valid: boolean }[]>`
    select i.indisvalid as valid from pg_index i where i.indexrelid = to_regclass(${`${schema}.${name}`})`
  if (known?.valid) return
  const began = performance.now()
  try {
    await sql.unsafe(`set role ${roles.pluginOwner(plugin)}; set search_path = ${schema}, public`)
    const text = await readFile(path, 'utf8')
    if (!isOfferedIndex(plugin, name, text)) throw new Error(`${path} is not one "create index concurrently ${name}"`)
    if (known) await sql.unsafe(`drop index concurrently ${schema}.${name}`)
    const making = sql.unsafe(text)
    const cancel = (): void => making.cancel()
    signal.addEventListener('abort', cancel)
    await making.finally(() => signal.removeEventListener('abort', cancel))
    log.info({ plugin, index: name, ms: Math.round(performance.now() - began) }, 'an index of a plugin was made')
  } catch (error) {
    if (!signal.aborted) log.warn({ plugin, index: name, err: error }, 'an index of a plugin could not be made')
  } finally {
    await sql.unsafe('reset role; reset search_path')
  }
}
