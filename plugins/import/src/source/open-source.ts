import type { PluginContext, ShapeOf } from '@recado/sdk'
import postgres, { type Sql } from 'postgres'
import { refusal } from '../errors.ts'
import type { plugin } from '../plugin.ts'
import type { Settings } from './settings.ts'

export type ImportContext = PluginContext<ShapeOf<typeof plugin>>

const connectSeconds = 15
/** The longest statement in the other system, which may be at work. */
const statementMs = 60_000

/** The name of a source, under which core keeps what came from it. */
export const sourceName = ({ host, port, database }: Settings, company: string | null): string =>
  `postgres://${host.toLowerCase()}:${port}/${database}${company === null ? '' : `#${company}`}`

/**
 * Works with a connection to the other system that can only read, through the guard of what leaves the server.
 * @throws Refusal ERR_IMPORT_SOURCE_REQUIRED without an address, ERR_IMPORT_CONNECTION where it does not answer or
 * refuses the login
 */
export async function withSource<T>(ctx: ImportContext, work: (source: Sql) => Promise<T>): Promise<T> {
  const { host, port, database, user, tls } = ctx.settings
  if (host === '' || database === '' || user === '') throw refusal('ERR_IMPORT_SOURCE_REQUIRED')
  const password = (await ctx.secrets.get('password')) ?? ''
  const options = {
    host,
    port,
    database,
    user,
    password,
    ssl: tls === 'off' ? false : tls,
    max: 1,
    connect_timeout: connectSeconds,
    fetch_types: false,
    prepare: false,
    onnotice: () => undefined,
    connection: {
      application_name: 'recado-import',
      default_transaction_read_only: true,
      statement_timeout: statementMs,
    },
    // The library's types do not know it; it is documented as the way to a connection of one's own.
    socket: () => ctx.connect(host, port, ctx.signal),
  }
  const source = postgres(options as postgres.Options<Record<string, never>>)
  const end = (): void => void source.end({ timeout: 0 }).catch(() => undefined)
  ctx.signal.addEventListener('abort', end, { once: true })
  try {
    return await work(source)
  } catch (error) {
    throw isLost(error) ? refusal('ERR_IMPORT_CONNECTION') : error
  } finally {
    ctx.signal.removeEventListener('abort', end)
    await source.end({ timeout: 1 }).catch(() => undefined)
  }
}

/** Whether the source was not reached, refused the login, or went away: by classes 08, 28, 3D and 57P of PostgreSQL. */
function isLost(error: unknown): boolean {
  const { code, kind } = (error ?? {}) as { code?: unknown; kind?: unknown }
  return (
    kind === 'network' ||
    (typeof code === 'string' &&
      /^(08|28|3D|57P|53|E[A-Z]+$|CONNECT|CONNECTION_|EGRESS|EAI_|ERR_TLS|ERR_SSL|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|SASL)/.test(
        code,
      ))
  )
}
