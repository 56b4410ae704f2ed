import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import postgres, { type Sql } from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findPostmaster } from './embedded/postmaster.ts'
import { EmbeddedPostgresError, startEmbedded, type EmbeddedOptions, type EmbeddedPostgres } from './embedded.ts'

const secret = 'a secret of at least thirty-two characters'
const running: EmbeddedPostgres[] = []
let dataDir: string
let said: string[]
/** A complete data folder with one row, made once; most tests begin with a copy of it. */
let archive: string

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'recado-embedded-'))
  chmodSync(path, 0o755)
  return path
}

beforeAll(async () => {
  archive = folder()
  const server = await startEmbedded({ dataDir: archive, secret, durable: false })
  await remember(server)
  await server.stop()
})
afterAll(() => rmSync(archive, { recursive: true }))

beforeEach(() => {
  dataDir = folder()
  spawnSync('cp', ['-a', join(archive, 'postgres'), dataDir])
  said = []
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()))
  if (lstatSync(place(), { throwIfNoEntry: false })?.isSymbolicLink())
    rmSync(dirname(realpathSync(place())), { recursive: true })
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbedded({ dataDir, secret, durable: false, log: (line) => said.push(line), ...options })
  running.push(server)
  return server
}

async function query<T>(server: EmbeddedPostgres, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgres(server.url, { max: 1, onnotice: () => undefined })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

const remember = (server: EmbeddedPostgres) => query(server, (sql) => sql`create table memory as select 42 as answer`)
const recall = (server: EmbeddedPostgres) =>
  query(server, async (sql) => (await sql`select answer from memory`)[0]?.['answer'] as number)
const place = () => join(dataDir, 'postgres')
const withoutFolder = () => rmSync(place(), { recursive: true })
const cluster = () => realpathSync(place())

/** A Recado in a process of its own, serving the same folder. */
async function otherRecado() {
  const options = JSON.stringify({ dataDir, secret, durable: false })
  const program = `import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))}
    const server = await startEmbedded(${options})
    console.log(server.url)
    process.on('SIGTERM', () => server.stop().then(() => process.exit(0)))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return {
    url,
    end: async (signal: NodeJS.Signals) => {
      child.kill(signal)
      await ended
    },
  }
}

describe('the embedded PostgreSQL', () => {
  it('keeps its data over a restart', async () => {
    withoutFolder()
    const first = await start()
    expect(first.fresh).toBe(true)
    await remember(first)
    await first.stop()
    const second = await start()
    expect(second.fresh).toBe(false)
    expect(await recall(second)).toBe(42)
  })

  it('is UTF-8 in a locale that no operating system has to bring, and listens on loopback and in its own folder only', async () => {
    const facts = await query(await start(), async (sql) => {
      const [row] = await sql`
          select datlocprovider, datlocale, pg_encoding_to_char(encoding) as encoding,
                 current_setting('listen_addresses') as listens, current_setting('unix_socket_directories') as sockets,
                 upper('são') as upper
            from pg_database
           where datname = 'recado'`
      return row
    })
    expect(facts).toEqual({
      datlocprovider: 'b',
      datlocale: 'C.UTF-8',
      encoding: 'UTF8',
      listens: '127.0.0.1',
      sockets: `"${cluster()}"`,
      upper: 'SÃO',
    })
    expect(statSync(cluster()).mode & 0o077, 'a socket there is nobody else’s to open').toBe(0)
  })

  it('is reached by its socket, whatever the name of the folder, and over TCP where it cannot be', async () => {
    for (const [name, over] of [
      ['dados "novos" e ções', null],
      ['um, dois', '127.0.0.1'],
      ['l'.repeat(90), '127.0.0.1'],
    ] as const) {
      const elsewhere = join(dataDir, name)
      mkdirSync(elsewhere)
      const server = await start({ dataDir: elsewhere })
      const [row] = await query(server, (sql) => sql`select host(inet_client_addr()) as address`)
      expect(row).toEqual({ address: over })
    }
  })

  it('lets nobody in without the password', async () => {
    const address = new URL((await start()).url)
    address.password = 'guess'
    const sql = postgres(address.href, { max: 1 })
    await expect(sql`select 1`).rejects.toMatchObject({ code: '28P01' })
    await sql.end()
  })

  it('makes production data durable unless told otherwise', async () => {
    const settings = await query(
      await start({ durable: true }),
      (sql) => sql`
        select name, setting
          from pg_settings
         where name in ('fsync', 'synchronous_commit', 'full_page_writes')
         order by name`,
    )
    expect(settings.map((row) => row['setting'])).toEqual(['on', 'on', 'on'])
  })

  it('ends with connections open, and may be stopped twice', async () => {
    const server = await start()
    const sql = postgres(server.url, { max: 1, onnotice: () => undefined })
    await sql`select 1`
    await Promise.all([server.stop(), server.stop()])
    expect(findPostmaster(cluster())).toBeUndefined()
    await sql.end({ timeout: 0 })
  })

  it('comes back on the same port when its process is killed', async () => {
    const server = await start({ durable: true })
    process.kill(findPostmaster(cluster())!.pid, 'SIGKILL')
    await expect.poll(() => recall(server).catch(() => undefined), { timeout: 10_000, interval: 100 }).toBe(42)
    expect(said).toContain('PostgreSQL ended on its own; it is being started again')
  })
})

describe('what a killed start left is healed', () => {
  it('the PostgreSQL of a killed Recado is ended and its data kept', async () => {
    const other = await otherRecado()
    await other.end('SIGKILL')
    expect(findPostmaster(cluster())).toMatchObject({ orphaned: true })
    expect(await recall(await start())).toBe(42)
  })

  it.each([
    ['of a process that is gone', () => spawnSync('true').pid],
    ['of a living process that is something else', () => process.pid],
  ])('a lock file %s', async (_, pid) => {
    writeFileSync(
      join(cluster(), 'postmaster.pid'),
      `${pid()}\n${cluster()}\n1700000000\n5432\n\n127.0.0.1\n  1234567  1\nready   \n`,
    )
    expect(await recall(await start())).toBe(42)
  })

  it('the sockets of servers that were killed', async () => {
    const left = ['.s.PGSQL.40001', '.s.PGSQL.40001.lock'].map((name) => join(cluster(), name))
    for (const file of left) writeFileSync(file, `${spawnSync('true').pid}\n`)
    await start()
    expect(left.filter((file) => existsSync(file))).toEqual([])
  })

  it('an empty lock file', async () => {
    writeFileSync(join(cluster(), 'postmaster.pid'), '')
    expect(await recall(await start())).toBe(42)
  })

  it('the workshop of an interrupted initdb', async () => {
    withoutFolder()
    const workshop = join(dataDir, `postgres.new-${spawnSync('true').pid}-abc`)
    mkdirSync(join(workshop, 'data', 'base'), { recursive: true })
    await start()
    expect(existsSync(workshop)).toBe(false)
  })

  it('a data folder that is not complete is kept aside, and that is said', async () => {
    withoutFolder()
    mkdirSync(place())
    writeFileSync(join(place(), 'PG_VERSION'), '18\n')
    await start()
    const aside = readdirSync(dataDir).find((name) => name.startsWith('postgres.incomplete-'))
    expect(readFileSync(join(dataDir, aside!, 'PG_VERSION'), 'utf8')).toBe('18\n')
    expect(said[0]).toContain('was not a complete database')
  })

  it('an empty data folder', async () => {
    withoutFolder()
    mkdirSync(place())
    await start()
    expect(said).toEqual([expect.stringMatching(/^Making a PostgreSQL database/)])
  })
})

describe('what cannot be healed is explained', () => {
  it('a second Recado on the same folder', async () => {
    const other = await otherRecado()
    await expect(start()).rejects.toThrow(/^Another Recado is running on .*DATA_DIR/)
    await query({ url: other.url } as EmbeddedPostgres, (sql) => sql`select 1`)
    await other.end('SIGTERM')
    await start()
  })

  it('of two that start at the same moment one runs and the other says why not', async () => {
    withoutFolder()
    const results = await Promise.allSettled([start(), start()])
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find((result) => result.status === 'rejected')?.reason).toBeInstanceOf(EmbeddedPostgresError)
  })

  it('a folder of another major version', async () => {
    writeFileSync(join(cluster(), 'PG_VERSION'), '17\n')
    await expect(start()).rejects.toThrow(/was made by PostgreSQL 17, and this Recado brings PostgreSQL 18/)
  })

  it('a folder made under another secret', async () => {
    await expect(start({ secret: 'another secret, also with thirty-two letters' })).rejects.toThrow(
      /was made under another secret/,
    )
    expect(findPostmaster(cluster())).toBeUndefined()
  })

  it('a folder that PostgreSQL itself refuses, in its own words', async () => {
    rmSync(join(cluster(), 'global', '1262'))
    await expect(start()).rejects.toThrow(EmbeddedPostgresError)
  })
})

describe.runIf(process.getuid?.() === 0)('as root', () => {
  it('runs under an account that is not root', async () => {
    await start()
    const { pid } = findPostmaster(cluster())!
    expect(lstatSync(`/proc/${pid}`).uid).not.toBe(0)
  })

  it('keeps the data elsewhere when only root may enter the data folder, and finds it again', async () => {
    withoutFolder()
    chmodSync(dataDir, 0o700)
    const first = await start()
    await remember(first)
    expect(said[0]).toContain('the data is kept in /var/lib/recado/')
    await first.stop()
    expect(await recall(await start())).toBe(42)
  })
})
