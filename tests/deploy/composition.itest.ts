import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { reportAbsence } from '../harness/absence.ts'
import { ownedDatabase, type EmptyDatabase } from '../harness/database.ts'
import { freePort } from '../harness/free-port.ts'
import { overTcp } from '../harness/over-tcp.ts'
import { Product } from '../harness/product.ts'
import { onPath } from '../harness/programs.ts'

/*
 * What deploy/compose.yaml says, as processes: the node by the image's own start, with the variables of the
 * composition, also the empty ones, and its secrets as files where a container has them; NATS with its arguments.
 */

interface Service {
  readonly environment: Readonly<Record<string, string | number>>
  readonly secrets: readonly { readonly source: string; readonly target: string }[]
  readonly command: readonly string[]
  readonly stop_grace_period: string
}
const deploy = join(import.meta.dirname, '..', '..', 'deploy')
const { services } = parse(readFileSync(join(deploy, 'compose.yaml'), 'utf8')) as {
  services: Record<'recado' | 'nats' | 'postgres', Service>
}
const run = promisify(execFile)

const lacks = [
  ...(process.getuid?.() === 0 ? [] : ['root']),
  ...['unshare', 'mount', 'nats-server'].filter((program) => !onPath(program)),
]
if (lacks.length > 0) reportAbsence('the composition as processes', `it needs ${lacks.join(', ')}`)

describe.skipIf(lacks.length > 0)('the composition', () => {
  let folder: string
  let database: EmptyDatabase
  let nats: ChildProcess
  let natsUrl: string
  let product: Product

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recado-composition-'))
    database = await ownedDatabase()
    const port = await freePort()
    natsUrl = `nats://127.0.0.1:${port}`
    const own = services.nats.command.map((argument) => argument.replace('/data', join(folder, 'events')))
    nats = spawn(onPath('nats-server')!, [...own, '--addr=127.0.0.1', `--port=${port}`], { stdio: 'ignore' })
    const secrets = join(folder, 'secrets')
    await mkdir(secrets)
    const kept: Readonly<Record<string, string>> = {
      database_url: overTcp(database.ownerUrl).href,
      recado_secret: database.secret,
    }
    for (const { source, target } of services.recado.secrets) await writeFile(join(secrets, target), kept[source]!)
    product = await Product.start(
      (base) => ({ ...variablesAt(base), NODE_ENV: 'production' }),
      // A place of its own for /run/secrets, which nobody else sees and which goes with the process.
      [
        onPath('unshare')!,
        '--mount',
        'sh',
        '-c',
        'mount -t tmpfs tmpfs /run && mkdir /run/secrets && cp "$1"/* /run/secrets && exec "$0"',
        join(deploy, 'start'),
        secrets,
      ],
    )
    await product.ready()
  }, 300_000)

  afterAll(async () => {
    await product?.stop()
    if (nats?.exitCode === null) {
      nats.kill()
      await once(nats, 'exit')
    }
    await database?.drop()
    await rm(folder, { recursive: true, force: true })
  }, 120_000)

  /** The variables of the node as the composition fills them in where only `PUBLIC_URL` is set. */
  const variablesAt = (base: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(services.recado.environment).map(([name, value]) => [
        name,
        String(value)
          .replace(/\$\{PUBLIC_URL:\?[^}]*\}/, base)
          .replaceAll(/\$\{\w+:-\}/g, '')
          .replace('nats://nats:4222', natsUrl),
      ]),
    )

  it('reads its secrets from files, is well, and lets the first administrator in', async () => {
    expect(existsSync('/run/secrets/DATABASE_URL')).toBe(false)
    expect(await fetch(`${product.base}/readyz`).then(({ status }) => status)).toBe(200)
    await run(join(deploy, 'healthy'), [], { env: { PORT: new URL(product.base).port } })
    const admin = await product.signIn()
    expect(await admin.ok('GET', '/tickets/')).toMatchObject({ tickets: [] })
  })

  it('speaks over NATS', async () => {
    const connection = await connect({ servers: natsUrl })
    const streams = await (await jetstreamManager(connection)).streams.list().next()
    await connection.close()
    expect(streams.length).toBeGreaterThan(0)
  })

  it('ends in order within the time that it is given', async () => {
    const ending = await product.stop()
    expect(ending).toMatchObject({ code: 0, signal: null })
    expect(services.recado.stop_grace_period).toBe('30s')
  })
})
