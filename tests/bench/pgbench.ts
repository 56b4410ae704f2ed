import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { onPath } from '../harness/programs.ts'
import { kinds } from './cluster.ts'
import { contactsPerTenant } from './companies.ts'
import { closedLoop, percentile } from './measure.ts'
import { someone, someTenant, strangersPerHundred, text } from './webhooks.ts'

const program = onPath('pgbench')
/** Who takes the limit of a statement. */
export const sqlRunner = program ? 'pgbench' : 'a bare loop of postgres.js, because pgbench is not on the PATH'

const parts = JSON.stringify([{ kind: 'text', text, format: 'plain' }])
/** `offset 0` keeps the planner from computing the sender anew in each of its places. */
const call = (
  tenant: string,
  sender: string,
): string => `select ticket_id, message_id, outcome, early from (select ${sender} as sender offset 0) someone, core.inbound_batch(
  array[bench.id(${kinds.tenant}, ${tenant}, 0)], array[bench.id(${kinds.connection}, ${tenant}, 0)], array['hook'], array['hook'], array[sender], array['Cliente ' || sender],
  array[null]::text[], array[null]::text[], array[sender], array[false], array[gen_random_uuid()::text], array['${text}'], array['${parts}'], array[now()::text],
  array[false], array[false], array[null]::text[], array['20260101-{id}'], array[0], array[uuidv7()], array[uuidv7()], array[uuidv7()], array[]::integer[], array[]::text[], array[]::text[], false)`

export interface Raw {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

/**
 * Takes in messages as fast as the database does when nothing stands before it: the statement of the hot path, one
 * message a call, prepared.
 */
export async function rawInbound(
  url: string,
  tenants: number,
  clients: number,
  seconds: number,
  folder: string,
): Promise<Raw> {
  return program
    ? byPgbench(program, url, tenants, clients, seconds, folder)
    : byPostgresJs(url, tenants, clients, seconds)
}

async function byPgbench(
  pgbench: string,
  url: string,
  tenants: number,
  clients: number,
  seconds: number,
  folder: string,
): Promise<Raw> {
  const own = mkdtempSync(join(folder, 'pgbench-'))
  const script = join(own, 'inbound.sql')
  const sender = `case when :r <= ${strangersPerHundred} then 'new-' || gen_random_uuid() else 'c' || :c end`
  writeFileSync(
    script,
    `\\set t random(1, ${tenants})\n\\set c random(1, ${contactsPerTenant})\n\\set r random(1, 100)\n${call(':t::integer', sender).replaceAll('\n', ' ')};\n`,
  )
  const { hostname, port, username, password, pathname } = new URL(url)
  // pgbench's clock runs while it connects, though its rate leaves that out.
  const time = Math.ceil(seconds + clients / 32)
  const args = [
    '--no-vacuum',
    '--protocol',
    'prepared',
    '--client',
    String(clients),
    '--jobs',
    String(Math.min(clients, 2)),
    '--time',
    String(time),
    '--log',
    '--log-prefix',
    join(own, 'took'),
    '--file',
    script,
    '-h',
    hostname,
    '-p',
    port,
    '-U',
    username,
    pathname.slice(1),
  ]
  const { stdout } = await promisify(execFile)(pgbench, args, {
    env: { ...process.env, PGPASSWORD: decodeURIComponent(password) },
  })
  const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  if (!perSecond) throw new Error(`pgbench said:\n${stdout}`)
  const took = readdirSync(own)
    .filter((name) => name.startsWith('took'))
    .flatMap((name) => milliseconds(readFileSync(join(own, name), 'utf8')))
  return { perSecond, p50: percentile(took, 0.5), p99: percentile(took, 0.99) }
}

/** The third column of pgbench's log is the latency of a transaction in microseconds. */
const milliseconds = (log: string): number[] =>
  log
    .trim()
    .split('\n')
    .map((line) => Number(line.split(' ')[2]) / 1_000)

async function byPostgresJs(url: string, tenants: number, clients: number, seconds: number): Promise<Raw> {
  const sql = postgres(url, { max: clients, onnotice: () => undefined })
  try {
    const statement = call('$1::integer', '$2::text')
    return await closedLoop(clients, seconds, () =>
      sql.unsafe(statement, [someTenant(tenants), someone()], { prepare: true }),
    )
  } finally {
    await sql.end()
  }
}
