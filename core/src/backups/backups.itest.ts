import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeDataDir } from '../../../tests/harness/data-dir.ts'
import { ConfigError, loadConfig } from '../base/config.ts'
import { runningEmbedded, startEmbedded, type EmbeddedPostgres } from '../db/embedded.ts'
import { BackupError } from './backup-error.ts'
import { makeBackup, type BackupOptions } from './make-backup.ts'
import { checkBackup, restoreBackup, type RestoreOptions } from './restore-backup.ts'

/* A data folder with a small database of its own; the product on it is tried in tests/operations. */

const secret = 'a secret of at least thirty-two characters'
let place: string
let dataDir: string
let server: EmbeddedPostgres
let sql: Sql
/** Made once; tests that change it work on a copy. */
let backup: string
let targets = 0

const nextFolder = (): string => join(place, `target-${++targets}`)
const quietly = (): void => undefined
const optionsOf = (target: string): BackupOptions => ({
  dataDir,
  target,
  databaseUrl: server.url,
  secret,
  withSecret: true,
  durable: false,
  version: '1.2.3',
  say: quietly,
})

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'recado-backups-'))
  chmodSync(place, 0o755)
  dataDir = join(place, 'data')
  mkdirSync(join(dataDir, 'media/company'), { recursive: true })
  writeFileSync(join(dataDir, 'secret'), secret, { mode: 0o600 })
  writeFileSync(join(dataDir, 'media/company/first.bin'), 'first')
  writeFileSync(join(dataDir, 'media/company/second.bin.1234.part'), 'half of the seco')
  writeFileSync(join(dataDir, 'reachable-networks'), '10.1.2.0/24\n')
  mkdirSync(join(dataDir, 'plugins'))
  symlinkSync(place, join(dataDir, 'plugins/linked'))
  mkdirSync(join(dataDir, 'postgres.new-1-abc'))
  writeFileSync(join(dataDir, 'postgres.new-1-abc/password'), 'of an interrupted start')
  server = await startEmbedded({ dataDir, secret })
  sql = postgres(server.url, { max: 2, onnotice: () => undefined })
  // A backup wants a server that could be replicated, which a throw-away one cannot; it need not wait for the disk.
  await sql`alter system set fsync = off`
  await sql`select pg_reload_conf()`
  await sql`create table kept as select n, repeat('x', 500) as filling from generate_series(1, 2000) n`
  backup = nextFolder()
  await makeBackup(optionsOf(backup))
}, 120_000)
afterAll(async () => {
  await sql.end()
  await server.stop()
  removeDataDir(dataDir)
  rmSync(place, { recursive: true, force: true })
})

describe('making a backup', () => {
  it('copies files and database, and nothing that is unfinished or not the installation’s', () => {
    expect(readdirSync(backup).sort()).toEqual(['SHA256SUMS', 'database', 'files', 'manifest.json'])
    expect(readdirSync(join(backup, 'files')).sort()).toEqual(['media', 'reachable-networks', 'secret'])
    expect(readdirSync(join(backup, 'files/media/company'))).toEqual(['first.bin'])
    const database = readdirSync(join(backup, 'database'))
    expect(database).toEqual(expect.arrayContaining(['PG_VERSION', 'backup_label', 'backup_manifest', 'pg_wal']))
    expect(existsSync(join(backup, 'database/postmaster.pid'))).toBe(false)
  })

  it('lets nobody else read it', () => {
    expect(statSync(backup).mode & 0o077).toBe(0)
    expect(statSync(join(backup, 'files/secret')).mode & 0o077).toBe(0)
  })

  it('tells of links, whose files it does not hold', async () => {
    const said: string[] = []
    await makeBackup({ ...optionsOf(nextFolder()), say: (line) => said.push(line) })
    expect(said).toContain(`${join(dataDir, 'plugins/linked')} is a link, and what it leads to is not in the backup.`)
  })

  it('overwrites nothing and does not copy itself', async () => {
    const before = readFileSync(join(backup, 'manifest.json'), 'utf8')
    await expect(makeBackup(optionsOf(backup))).rejects.toThrow('nothing is overwritten')
    expect(readFileSync(join(backup, 'manifest.json'), 'utf8')).toBe(before)
    const within = optionsOf(join(dataDir, 'backups/today'))
    await expect(makeBackup(within)).rejects.toThrow('lies in the data folder itself')
    expect(existsSync(join(dataDir, 'backups'))).toBe(false)
  })

  it('leaves nothing when it fails or is given up', async () => {
    const wrong = nextFolder()
    const databaseUrl = server.url.replace(/:[^:@]+@/, ':wrong@')
    await expect(makeBackup({ ...optionsOf(wrong), databaseUrl })).rejects.toMatchObject({ code: '28P01' })
    expect(existsSync(wrong)).toBe(false)
    const given = nextFolder()
    mkdirSync(given)
    const stopping = new AbortController()
    const say = (line: string): void => {
      if (line.includes('Copying the database')) stopping.abort()
    }
    await expect(makeBackup({ ...optionsOf(given), signal: stopping.signal, say })).rejects.toThrow()
    expect(readdirSync(given)).toEqual([])
  })

  it('fails for a page of the database that was damaged', async () => {
    await sql`create table damaged as select n, repeat('y', 500) as filling from generate_series(1, 2000) n`
    await sql`checkpoint`
    const [table] = await sql<{ path: string }[]>`select pg_relation_filepath('damaged') as path`
    const file = await open(join(dataDir, 'postgres', table!.path), 'r+')
    await file.write(Buffer.from('damage'), 0, 6, 3 * 8_192 + 4_000)
    await file.close()
    const target = nextFolder()
    await expect(makeBackup(optionsOf(target))).rejects.toThrow('checksum verification failure')
    expect(existsSync(target)).toBe(false)
    await sql`drop table damaged`
  })

  it('finds the database that runs on a data folder', () => {
    expect(runningEmbedded({ dataDir, secret })).toBe(server.url)
    expect(runningEmbedded({ dataDir: place, secret })).toBeUndefined()
  })
})

describe('restoring a backup', () => {
  const restore = (from: string, to: string, options: Partial<RestoreOptions> = {}) =>
    restoreBackup({
      backup: from,
      dataDir: to,
      secret: undefined,
      durable: false,
      say: quietly,
      prove: () => Promise.resolve(),
      ...options,
    })
  const copied = (): string => {
    const copy = nextFolder()
    cpSync(backup, copy, { recursive: true })
    return copy
  }
  const changeManifest = (of: string, change: object): void => {
    const file = join(of, 'manifest.json')
    writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), ...change }))
  }

  it('makes a data folder on which PostgreSQL starts with what was there', async () => {
    const restored = nextFolder()
    let rows: number | undefined
    const { version } = await restore(backup, restored, {
      async prove(found) {
        expect(found).toBe(secret)
        // Until it is proven nobody starts the product on it.
        expect(() => loadConfig({ DATA_DIR: restored })).toThrow(ConfigError)
        const again = await startEmbedded({ dataDir: restored, secret: found })
        const reading = postgres(again.url, { max: 1, onnotice: () => undefined })
        const [counted] = await reading<{ n: number }[]>`
          select count(*)::integer as n from kept where length(filling) = 500`
        rows = counted!.n
        await reading.end()
        await again.stop()
      },
    })
    expect(rows).toBe(2_000)
    expect(version).toBe('1.2.3')
    expect(readFileSync(join(restored, 'media/company/first.bin'), 'utf8')).toBe('first')
    expect(loadConfig({ DATA_DIR: restored })).toMatchObject({ secret, reachableNetworks: ['10.1.2.0/24'] })
    removeDataDir(restored)
  }, 60_000)

  it('leaves nothing when what was restored does not prove itself', async () => {
    const restored = nextFolder()
    const prove = () => Promise.reject(new Error('it does not start'))
    await expect(restore(backup, restored, { prove })).rejects.toThrow('it does not start')
    expect(readdirSync(restored)).toEqual([])
  })

  const damages: [string, (copy: string) => void][] = [
    ['a file that was changed', (copy) => appendFileSync(join(copy, 'files/media/company/first.bin'), 'x')],
    ['a file of the database that was changed', (copy) => appendFileSync(join(copy, 'database/PG_VERSION'), '\n')],
    ['a file that is gone', (copy) => rmSync(join(copy, 'database/global/pg_control'))],
    ['a list that was changed', (copy) => writeFileSync(join(copy, 'SHA256SUMS'), '')],
    ['a manifest that was changed', (copy) => changeManifest(copy, { sums: 'none' })],
    ['a backup that was not finished', (copy) => rmSync(join(copy, 'manifest.json'))],
  ]
  it.each(damages)('refuses %s, also where it is only checked', async (_what, damage) => {
    const copy = copied()
    damage(copy)
    const restored = nextFolder()
    await expect(restore(copy, restored)).rejects.toBeInstanceOf(BackupError)
    expect(existsSync(restored) ? readdirSync(restored) : []).toEqual([])
    await expect(checkBackup(copy, quietly)).rejects.toBeInstanceOf(BackupError)
  })

  it('finds a whole backup whole', async () => {
    expect((await checkBackup(backup, quietly)).sums.files).toBeGreaterThan(500)
  })

  it('overwrites nothing, and does not write into the backup', async () => {
    await expect(restore(backup, dataDir)).rejects.toThrow('nothing is overwritten')
    expect(readFileSync(join(dataDir, 'media/company/first.bin'), 'utf8')).toBe('first')
    await expect(restore(backup, join(backup, 'restored'))).rejects.toThrow('must not lie in each other')
    expect(existsSync(join(backup, 'restored'))).toBe(false)
  })

  it('wants the secret of the installation', async () => {
    const other = { secret: `${secret}, and another` }
    await expect(restore(backup, nextFolder(), other)).rejects.toThrow('RECADO_SECRET is not the secret')
    const without = nextFolder()
    await makeBackup({ ...optionsOf(without), withSecret: false })
    expect(existsSync(join(without, 'files/secret'))).toBe(false)
    await expect(restore(without, nextFolder())).rejects.toThrow('does not hold the secret')
    const restored = nextFolder()
    await restore(without, restored, { secret })
    expect(existsSync(join(restored, 'secret'))).toBe(false)
    removeDataDir(restored)
  })

  it('says what a backup of another machine or version needs', async () => {
    const copy = copied()
    changeManifest(copy, { platform: 'darwin-x64' })
    await expect(restore(copy, nextFolder())).rejects.toThrow('was made on darwin-x64')
    changeManifest(copy, { platform: `${process.platform}-${process.arch}`, postgres: '17' })
    await expect(restore(copy, nextFolder())).rejects.toThrow('Restore it with Recado 1.2.3')
    changeManifest(copy, { format: 2, version: '9.9.9', new: 'layout' })
    await expect(restore(copy, nextFolder())).rejects.toThrow('was made by Recado 9.9.9')
  })
})
