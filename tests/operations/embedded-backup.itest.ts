import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { MessagePage, TicketPage } from '@recado/contracts'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runningEmbedded } from '../../core/src/db/embedded.ts'
import { findPostmaster } from '../../core/src/db/embedded/postmaster.ts'
import { HookChannel, signingSecret } from '../conversation/far-side.ts'
import type { Person } from '../harness/app.ts'
import { removeDataDir } from '../harness/data-dir.ts'
import { npmRun } from '../harness/npm-run.ts'
import { hookPlugin } from '../harness/plugin-folder.ts'
import { Product } from '../harness/product.ts'
import { dataRoot } from '../harness/data-root.ts'
import { Customers } from './customers.ts'

/* The drill of docs/operations/backup.md for an installation with the embedded PostgreSQL, while customers write. */

let place: string
let dataDir: string
let backup: string
let restored: string
let product: Product | undefined
let customers: Customers
let hookPath: string

const addFixturePlugin = (folder: string): void => {
  mkdirSync(join(folder, 'plugins'), { recursive: true })
  symlinkSync(hookPlugin, join(folder, 'plugins', 'hook'))
}

/** Reads the database behind the product that runs on a data folder. */
async function rows<Row extends object>(folder: string, query: string): Promise<Row[]> {
  const secret = readFileSync(join(folder, 'secret'), 'utf8')
  const sql = postgres(runningEmbedded({ dataDir: folder, secret })!, { max: 1 })
  try {
    return await sql.unsafe<Row[]>(query)
  } finally {
    await sql.end()
  }
}

/** As a power failure does: nothing of it ends in order. */
async function killEverything(): Promise<void> {
  const postmaster = findPostmaster(realpathSync(join(dataDir, 'postgres')))!
  const ended = product!.stop('SIGKILL')
  process.kill(postmaster.pid, 'SIGKILL')
  await ended
  product = undefined
}

/** Everything that an administrator sees of files in web chats: name and sum of what its address delivers. */
async function filesSeenBy(admin: Person, base: string): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  const { tickets } = await admin.ok<TicketPage>('GET', '/tickets/?status[]=pending&showAll=true&limit=200')
  for (const ticket of tickets) {
    const { messages } = await admin.ok<MessagePage>('GET', `/messages/${ticket.id}?limit=100`)
    for (const { name, url } of messages.flatMap(({ media }) => media)) {
      const answer = await fetch(base + url)
      expect(answer.status).toBe(200)
      seen.set(
        name!,
        createHash('sha256')
          .update(Buffer.from(await answer.arrayBuffer()))
          .digest('hex'),
      )
    }
  }
  return seen
}

beforeAll(async () => {
  place = mkdtempSync(join(dataRoot, 'recado-drill-'))
  chmodSync(place, 0o755)
  dataDir = join(place, 'data')
  backup = join(place, 'backup')
  restored = join(place, 'restored')
  mkdirSync(dataDir)
  addFixturePlugin(dataDir)
  writeFileSync(join(dataDir, 'reachable-networks'), '127.0.0.0/8\n')
  product = await Product.start({ DATA_DIR: dataDir })
  await product.ready()
  const admin = await product.signIn()
  await admin.ok('PUT', '/api/plugins/hook', { enabled: true })
  const config = { target: 'https://provider.example/messages', signingSecret }
  const { id } = await admin.ok<{ id: string }>('POST', '/whatsapp', { name: 'Hook', type: 'hook', config })
  const [[hook], [webchat]] = [
    await rows<{ hook_secret: string }>(dataDir, `select hook_secret from core.connection where id = '${id}'`),
    await rows<{ id: string }>(dataDir, "select id from core.connection where type = 'webchat'"),
  ]
  hookPath = `/hooks/hook/${id}/${hook!.hook_secret}`
  customers = new Customers({
    channel: new HookChannel(id as never, product.base + hookPath),
    chats: 6,
    webchat: { base: product.base, connectionId: webchat!.id },
    visitors: 2,
  })
  await customers.haveSent(60, 4)
}, 120_000)

afterAll(async () => {
  await product?.stop()
  for (const folder of [dataDir, restored]) if (existsSync(folder)) removeDataDir(folder)
  rmSync(place, { recursive: true, force: true })
})

describe('a backup of a product that runs', () => {
  let completeUntil: number

  it('is made while customers write, and says what it holds', async () => {
    const { code, said } = await npmRun('backup', [backup], { DATA_DIR: dataDir })
    expect(said).toContain('It holds the secret')
    expect(said).toContain(`${join(dataDir, 'plugins/hook')} is a link`)
    expect(code).toBe(0)
    const [program, ...options] = process.platform === 'darwin' ? ['shasum', '-a', '256'] : ['sha256sum', '--strict']
    execFileSync(program!, [...options, '--check', 'SHA256SUMS'], { cwd: backup })
    const manifest = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')) as { completeUntil: string }
    completeUntil = Date.parse(manifest.completeUntil)
    expect(readFileSync(join(backup, 'files/reachable-networks'), 'utf8')).toBe('127.0.0.0/8\n')
    // Customers went on meanwhile, so that the copy was one of something that changed.
    await customers.haveSent(customers.messages.length + 10, 0)
    expect(customers.messages.some(({ at }) => at > completeUntil)).toBe(true)
  }, 60_000)

  it('is restored into a new folder after everything was killed, and holds all that was accepted before', async () => {
    await customers.stop()
    await killEverything()
    const told = await npmRun('restore', [backup], { DATA_DIR: restored })
    expect(told.said).toContain(`Restored to ${restored}`)
    expect(told.said).not.toContain('are not there')
    expect(told.code).toBe(0)
    addFixturePlugin(restored)
    product = await Product.start({ DATA_DIR: restored, RECADO_ADMIN_PASSWORD: '' })
    await product.ready()

    const stored = await rows<{ id: string }>(
      restored,
      `
      select external_id as id from core.message where external_id is not null order by position`,
    )
    const kept = new Set(stored.map(({ id }) => id))
    expect(customers.messages.filter(({ id, at }) => at < completeUntil && !kept.has(id))).toEqual([])
    for (const chat of new Set(customers.messages.map((message) => message.chat))) {
      const sent = customers.messages.filter((message) => message.chat === chat).map(({ id }) => id)
      const left = stored.map(({ id }) => id).filter((id) => id.startsWith(chat))
      expect(left).toEqual(sent.slice(0, left.length))
    }

    const admin = await product.signIn()
    const seen = await filesSeenBy(admin, product.base)
    const expected = customers.files.filter(({ at }) => at < completeUntil)
    expect(expected.length).toBeGreaterThan(0)
    expect(expected.filter(({ name, sha256 }) => seen.get(name) !== sha256)).toEqual([])
    // Known to be accepted or in flight when everything ended: nothing that nobody sent.
    const sums = new Set(customers.files.map(({ sha256 }) => sha256))
    expect([...seen.values()].filter((sum) => !sums.has(sum)).length).toBeLessThanOrEqual(2)
  }, 120_000)

  it('opens the secrets of channels, and goes on', async () => {
    const channel = new HookChannel('' as never, product!.base + hookPath)
    expect(await channel.say('later', 'Depois da restauração')).toBe(200)
    expect(await channel.post([], { secret: 'another secret' })).toBe(401)
  })
})
