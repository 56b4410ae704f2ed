import { ChatwootClient } from '../chatwoot/chatwoot-client.ts'
import { ChatwootChanges, latestActivity } from '../chatwoot/chatwoot-changes.ts'
import { ChatwootPages } from '../chatwoot/chatwoot-pages.ts'
import { refusal } from '../errors.ts'
import type { ImportContext } from '../import-context.ts'
import { openMysql } from './mysql-source.ts'
import { openPostgres } from './postgres-source.ts'
import type { Mapping } from '../run/run.ts'
import { beginFollowingDatabase, sameDatabase, sinceOf, type Followed } from '../run/following.ts'
import type { Latest } from '../run/latest.ts'
import { TablePages } from '../table/table-pages.ts'
import type { Description } from './describe.ts'
import { recognised } from './old-database.ts'
import type { Reader } from './reader.ts'
import type { Settings } from './settings.ts'
import type { Source } from './source.ts'

/**
 * The name of a source, under which core keeps what came from it. Chatwoot's is its address and account, whether its
 * API is read or its database; without its address the database is a source of its own.
 */
export function sourceName(
  { engine, host, port, database, url, account }: Settings,
  { company, table, from }: Pick<Mapping, 'company' | 'table' | 'from'>,
  system: Description['system'],
): string {
  if (table !== null) return `table:${table.name.toLowerCase()}`
  const chatwoot = url === undefined ? '' : new URL(url).host
  if (from === 'chatwoot') return `chatwoot:${chatwoot}/${account ?? ''}`
  if (system === 'chatwoot' && chatwoot !== '') return `chatwoot:${chatwoot}/${company ?? ''}`
  return `${engine}://${host.toLowerCase()}:${port}/${database}${company === null ? '' : `#${company}`}`
}

/**
 * Works with a connection to the other system that can only read, through the guard of what leaves the server.
 * @throws Refusal ERR_IMPORT_SOURCE_REQUIRED without an address, ERR_IMPORT_CONNECTION where it does not answer or
 * refuses the login
 */
export async function withSource<T>(ctx: ImportContext, work: (source: Source) => Promise<T>): Promise<T> {
  const { engine, host, database, user } = ctx.settings
  if (host === '' || database === '' || user === '') throw refusal('ERR_IMPORT_SOURCE_REQUIRED')
  try {
    const source = await (engine === 'mysql' ? openMysql(ctx) : openPostgres(ctx))
    const end = (): void => void source.end()
    ctx.signal.addEventListener('abort', end, { once: true })
    try {
      return await work(source)
    } finally {
      ctx.signal.removeEventListener('abort', end)
      await source.end()
    }
  } catch (error) {
    throw isLost(error) ? refusal('ERR_IMPORT_CONNECTION') : error
  }
}

/** Works with what reads the source of a run. @throws Refusal as {@link withSource} does */
export async function withReader<T>(
  ctx: ImportContext,
  { company, table, from }: Pick<Mapping, 'company' | 'table' | 'from'>,
  work: (reader: Reader) => Promise<T>,
): Promise<T> {
  if (table !== null) return work(new TablePages(ctx, table))
  if (from === 'chatwoot') return work(new ChatwootPages(await ChatwootClient.open(ctx)))
  return withSource(ctx, async (source) => work((await recognised(source)).pages(company)))
}

/** How the source of a run looks now, before anything of it is read. @throws Refusal as {@link withSource} does */
export const beginFollowing = (ctx: ImportContext, { from }: Pick<Mapping, 'from'>): Promise<Followed> =>
  from === 'chatwoot'
    ? ChatwootClient.open(ctx).then(async (client) => ({ layout: {}, until: await latestActivity(client), pass: null }))
    : withSource(ctx, beginFollowingDatabase)

/**
 * Works with what reads the changes of a source that a run follows, and what says when something changed there last.
 * @throws Refusal as {@link withSource} does; SourceChanged; Pause
 */
export async function withChanges<T>(
  ctx: ImportContext,
  { company, from }: Pick<Mapping, 'company' | 'from'>,
  followed: Followed,
  work: (reader: Reader, latest: () => Promise<Latest>) => Promise<T>,
): Promise<T> {
  if (from === 'chatwoot') {
    const client = await ChatwootClient.open(ctx)
    return work(new ChatwootChanges(client, sinceOf(followed)), () => latestActivity(client))
  }
  return withSource(ctx, async (source) => {
    const database = await sameDatabase(source, followed)
    return work(database.pages(company, sinceOf(followed)), () => database.latest())
  })
}

/**
 * Whether the source was not reached, refused the login, or went away: by classes 08, 28, 3D and 57P of PostgreSQL, and
 * by what the driver of MySQL calls fatal.
 */
function isLost(error: unknown): boolean {
  const { code, kind, fatal } = (error ?? {}) as { code?: unknown; kind?: unknown; fatal?: unknown }
  return (
    kind === 'network' ||
    fatal === true ||
    (typeof code === 'string' &&
      /^(08|28|3D|57P|53|E[A-Z]+$|CONNECT|CONNECTION_|EGRESS|EAI_|ERR_TLS|ERR_SSL|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|SASL|HANDSHAKE_|PROTOCOL_|AUTH_|ER_(ACCESS|DBACCESS|HOST|CON_COUNT|SERVER_SHUTDOWN))/.test(
        code,
      ))
  )
}
