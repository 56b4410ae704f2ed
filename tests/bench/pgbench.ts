import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { onPath } from '../harness/programs.ts'
import { kinds } from './cluster.ts'
import { contactsPerTenant } from './companies.ts'
import { closedLoop, percentile, type Load } from './measure.ts'
import { strangersPerHundred, text } from './webhooks.ts'

const program = onPath('pgbench')
/** Who takes the limit of a statement. */
export const sqlRunner = program ? 'pgbench' : 'a bare loop of postgres.js, because pgbench is not on the PATH'

/** One prepared statement in which `:name` is a number drawn anew for each call, from 1 to what is given. */
export interface Statement {
  readonly numbers: Readonly<Record<string, number>>
  readonly sql: string
}

/** Who writes: contacts `c1` to `c<contacts>` of one of the first `tenants` companies, and people never heard of. */
export interface Senders {
  readonly tenants: number
  readonly contacts: number
  readonly strangersPerHundred: number
}

const parts = JSON.stringify([{ kind: 'text', text, format: 'plain' }])

/**
 * The statement of the hot path with one message. `offset 0` keeps the planner from computing the sender anew in each
 * of its places.
 */
export const inbound = ({ tenants, contacts, strangersPerHundred: strangers }: Senders): Statement => ({
  numbers: { t: tenants, c: contacts, r: 100 },
  sql: `select ticket_id, message_id, outcome, early
  from (select case when :r::integer <= ${strangers} then 'new-' || gen_random_uuid()
                    else 'c' || :c::integer end as sender offset 0) someone, core.inbound_batch(
  array[bench.id(${kinds.tenant}, :t::integer, 0)], array[bench.id(${kinds.connection}, :t::integer, 0)],
  array['hook'], array['hook'], array[sender], array['Cliente ' || sender], array[null]::text[], array[null]::text[],
  array[sender], array[false], array[gen_random_uuid()::text], array['${text}'], array['${parts}'],
  array[now()::text], array[false], array[false], array[null]::text[], array['20260101-{id}'], array[0],
  array[uuidv7()], array[uuidv7()], array[uuidv7()], array[]::integer[], array[]::text[], array[]::text[], false)`,
})

/**
 * Takes in messages as fast as the database does when nothing stands before it: the statement of the hot path, one
 * message a call, prepared.
 */
export const rawInbound = (
  url: string,
  tenants: number,
  clients: number,
  seconds: number,
  folder: string,
): Promise<Load> =>
  callOften(url, inbound({ tenants, contacts: contactsPerTenant, strangersPerHundred }), clients, seconds, folder)

/** Calls a statement as often as `clients` connections can, each in a transaction of its own. */
export function callOften(
  url: string,
  statement: Statement,
  clients: number,
  seconds: number,
  folder: string,
): Promise<Load> {
  if (!program) return byPostgresJs(url, statement, clients, seconds)
  const own = mkdtempSync(join(folder, 'pgbench-'))
  const script = join(own, 'statement.sql')
  const draws = Object.entries(statement.numbers).map(([name, most]) => `\\set ${name} random(1, ${most})\n`)
  writeFileSync(script, `${draws.join('')}${statement.sql.replaceAll('\n', ' ')};\n`)
  return byPgbench(program, url, ['--protocol', 'prepared', '--file', script], clients, seconds, own)
}

/** Rows of the yardstick: a million accounts. */
const scale = 10

/**
 * What pgbench does when nothing is told to it ("TPC-B-like"): a yardstick of the machine that has nothing to do with
 * the product. Undefined without pgbench.
 */
export async function yardstick(
  url: string,
  folder: string,
): Promise<((clients: number, seconds: number) => Promise<Load>) | undefined> {
  if (!program) return undefined
  const { args, env } = clientOf(url)
  await promisify(execFile)(program, ['--initialize', '--quiet', '--scale', String(scale), ...args], { env })
  return (clients, seconds) =>
    byPgbench(program, url, ['--protocol', 'prepared'], clients, seconds, mkdtempSync(join(folder, 'pgbench-')))
}

function clientOf(url: string): { readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv } {
  const { hostname, port, username, password, pathname } = new URL(url)
  return {
    // The host may be the folder of a socket.
    args: ['-h', decodeURIComponent(hostname), '-p', port, '-U', username, pathname.slice(1)],
    env: { ...process.env, PGPASSWORD: decodeURIComponent(password) },
  }
}

async function byPgbench(
  pgbench: string,
  url: string,
  what: readonly string[],
  clients: number,
  seconds: number,
  own: string,
): Promise<Load> {
  const client = clientOf(url)
  const jobs = Math.min(clients, 2)
  // pgbench's clock runs while it connects, though its rate leaves that out.
  const time = Math.ceil(seconds + clients / 32)
  const args = ['--no-vacuum', ...what, '--client', `${clients}`, '--jobs', `${jobs}`, '--time', `${time}`]
  const log = ['--log', '--log-prefix', join(own, 'took')]
  const { stdout } = await promisify(execFile)(pgbench, [...args, ...log, ...client.args], { env: client.env })
  const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  if (!perSecond) throw new Error(`pgbench said:\n${stdout}`)
  const took = readdirSync(own)
    .filter((name) => name.startsWith('took'))
    .flatMap((name) => milliseconds(readFileSync(join(own, name), 'utf8')))
  return {
    done: took.length,
    perSecond,
    p50: percentile(took, 0.5),
    p95: percentile(took, 0.95),
    p99: percentile(took, 0.99),
  }
}

/** The third column of pgbench's log is the latency of a transaction in microseconds. */
const milliseconds = (log: string): number[] =>
  log
    .trim()
    .split('\n')
    .map((line) => Number(line.split(' ')[2]) / 1_000)

async function byPostgresJs(url: string, statement: Statement, clients: number, seconds: number): Promise<Load> {
  const sql = postgres(url, { max: clients, onnotice: () => undefined })
  const names = Object.keys(statement.numbers)
  const text = statement.sql.replaceAll(/(?<!:):(\w+)/g, (_, name: string) => `$${names.indexOf(name) + 1}`)
  try {
    return await closedLoop(clients, seconds, () =>
      sql.unsafe(
        text,
        names.map((name) => 1 + Math.floor(Math.random() * statement.numbers[name]!)),
        { prepare: true },
      ),
    )
  } finally {
    await sql.end()
  }
}
