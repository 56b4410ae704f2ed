import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reportAbsence } from '../harness/absence.ts'
import { ownedDatabase, type EmptyDatabase } from '../harness/database.ts'
import { overTcp } from '../harness/over-tcp.ts'
import { Product } from '../harness/product.ts'
import { onPath } from '../harness/programs.ts'

/* The file system of the image, built by deploy/build-rootfs as anybody builds it, and a node started from it. */

const run = promisify(execFile)
const repository = join(import.meta.dirname, '..', '..')
/** The user of the image. */
const user = 10001

const lacks = [
  ...(process.getuid?.() === 0 ? [] : ['root']),
  ...['mmdebstrap', 'chroot', 'mount', 'git'].filter((program) => !onPath(program)),
]
if (lacks.length > 0) reportAbsence('the file system of the image', `building it needs ${lacks.join(', ')}`)

describe.skipIf(lacks.length > 0)('the file system of the image', () => {
  let folder: string
  let root: string
  let database: EmptyDatabase
  let product: Product
  /** A command in the file system, as the image's user. */
  const inside = (...command: readonly string[]) =>
    run(onPath('chroot')!, [`--userspec=${user}:${user}`, root, ...command], { env: { PATH: '/usr/bin:/bin' } })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recado-image-'))
    root = join(folder, 'root')
    // A network that looks into what npm fetches has certificates of its own.
    const EXTRA_CA = process.env['NODE_EXTRA_CA_CERTS'] ?? ''
    await run(join(repository, 'deploy/build-rootfs'), [root], {
      env: { PATH: process.env['PATH'], EXTRA_CA },
      maxBuffer: 50_000_000,
    })
    await run('mount', ['-t', 'proc', 'proc', join(root, 'proc')])
    database = await ownedDatabase()
    product = await Product.start(
      (base) => ({
        PATH: '/usr/bin:/bin',
        DATABASE_URL: overTcp(database.ownerUrl).href,
        DATA_DIR: '/data',
        NODE_ENV: 'production',
        RECADO_SECRET: database.secret,
        PUBLIC_URL: base,
      }),
      [onPath('chroot')!, `--userspec=${user}:${user}`, root, '/opt/recado/deploy/start'],
    )
    await product.ready()
  }, 900_000)

  afterAll(async () => {
    await product?.stop()
    await database?.drop()
    if (root && existsSync(join(root, 'proc/self'))) await run('umount', [join(root, 'proc')])
    if (folder) await rm(folder, { recursive: true, force: true })
  }, 120_000)

  it('runs a node as a user without rights, which answers that it is well', async () => {
    const ids = /^Uid:\s+(.*)$/m.exec(readFileSync(`/proc/${product.pid}/status`, 'utf8'))![1]!.split(/\s+/)
    expect(ids).toEqual(Array.from({ length: 4 }, () => String(user)))
    expect(await fetch(`${product.base}/readyz`).then(({ status }) => status)).toBe(200)
    // What the image's HEALTHCHECK runs.
    await inside('env', `PORT=${new URL(product.base).port}`, '/opt/recado/deploy/healthy')
    await expect(inside('env', 'PORT=1', '/opt/recado/deploy/healthy')).rejects.toThrow()
  })

  it('lets the first administrator sign in, and serves the shell and the plugins', async () => {
    const admin = await product.signIn()
    expect(await admin.ok('GET', '/tickets/')).toMatchObject({ tickets: [] })
    const page = await fetch(product.base)
    const [, script] = /<script[^>]* src="([^"]+)"/.exec(await page.text())!
    expect((await fetch(new URL(script!, product.base))).status).toBe(200)
    const { plugins } = await admin.ok<{ plugins: readonly { id: string; status: string }[] }>('GET', '/api/plugins')
    expect(plugins.length).toBeGreaterThan(20)
    expect(plugins.filter(({ status }) => status !== 'ready')).toEqual([])
  })

  it('has what channels convert recordings with, and nothing that the user could change', async () => {
    expect((await inside('ffmpeg', '-version')).stdout).toContain('ffmpeg version')
    for (const place of ['/opt/recado', '/usr/local/bin', '/']) {
      const file = join(place, 'written')
      await expect(inside('touch', file)).rejects.toThrow(/Permission denied/)
    }
    await inside('touch', '/data/written')
    for (const left of ['tests', 'docs', '.git', '.cache'])
      expect(existsSync(join(root, 'opt/recado', left))).toBe(false)
    expect(existsSync(join(root, 'tmp/extra-ca.crt'))).toBe(false)
    expect(await inside('sh', '-c', 'command -v npm').catch(() => 'none')).toBe('none')
  })

  it('ends in order when it is told to', async () => {
    expect(await product.stop()).toMatchObject({ code: 0 })
  })
})
