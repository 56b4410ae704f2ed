import { randomBytes } from 'node:crypto'
import type { TicketPage } from '@recado/contracts'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { requireKeptSessions } from '../../core/src/db/kept-sessions.ts'
import { migrate } from '../../core/src/db/migrate.ts'
import { roleUrl } from '../../core/src/db/roles.ts'
import { eventually, type Person } from '../harness/app.ts'
import { ownedDatabase, rolesAt, type EmptyDatabase } from '../harness/database.ts'
import { freePort } from '../harness/free-port.ts'
import { hasPgbouncer, pgbouncer } from '../harness/pgbouncer.ts'
import { Product } from '../harness/product.ts'
import { overTcp } from '../harness/over-tcp.ts'
import { Visitor, type ThreadMessage } from '../plugins/webchat.rig.ts'
import { block, renamed } from './blocks.ts'

/* Behind PgBouncer, with the configuration of docs/operations/postgresql.md. */

const page = 'postgresql.md'
const refusal =
  'DATABASE_URL leads to a connection pooler in transaction or statement mode; Recado needs session mode,' +
  ' because it uses LISTEN/NOTIFY, session advisory locks and prepared statements, and changed nothing there'

let database: EmptyDatabase
let superuser: Sql
let names: { readonly database: string; readonly role: string }
beforeAll(async () => {
  database = await ownedDatabase()
  const address = new URL(inject('cluster').url)
  address.pathname = new URL(database.ownerUrl).pathname
  superuser = postgres(address.href, { max: 1, onnotice: () => undefined })
  const name = address.pathname.slice(1)
  names = { database: name, role: `pooler_of_${name}` }
  await superuser.unsafe(
    renamed(block(page, 'create schema pooler'), {
      recado_pooler: names.role,
      'database recado': `database ${name}`,
    }),
  )
})
afterAll(async () => {
  await superuser.unsafe(`drop owned by ${names.role}; drop role ${names.role}`)
  await superuser.end()
  await database.drop()
})

type Pooler = AsyncDisposable & { readonly url: string }

/** PgBouncer as the page has it, in another mode where one is given. @param settings more of them */
async function pooler(mode = 'session', settings: Readonly<Record<string, number>> = {}): Promise<Pooler> {
  const url = overTcp(database.ownerUrl)
  const port = await freePort()
  const written = renamed(block(page, 'pool_mode'), {
    'recado =': `${names.database} =`,
    'dbname=recado': `dbname=${names.database}`,
    recado_pooler: names.role,
    'port=5432': `port=${url.port}`,
    '10.0.0.31': '127.0.0.1',
    6432: String(port),
    'pool_mode = session': `pool_mode = ${mode}`,
  })
  const more = Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('')
  const running = await pgbouncer({
    'pgbouncer.ini': written + more,
    'userlist.txt': renamed(block(page, '"recado_pooler"'), { recado_pooler: names.role }),
  })
  url.port = String(port)
  return Object.assign(running, { url: url.href })
}

/** Clients who keep the connections of a pooler busy until they are disposed of. */
function load(url: string): AsyncDisposable {
  const sql = postgres(url, { max: 6, prepare: false, fetch_types: false, onnotice: () => undefined })
  let over = false
  const busy = Array.from({ length: 6 }, async () => {
    while (!over) await sql.unsafe('select pg_sleep(0.0005)')
  })
  return {
    async [Symbol.asyncDispose]() {
      over = true
      await Promise.all(busy)
      await sql.end()
    },
  }
}

describe('whether sessions are kept', () => {
  it('is found of a direct connection, under load and without', async () => {
    await expect(requireKeptSessions(database.ownerUrl)).resolves.toBeUndefined()
    await using _load = load(database.ownerUrl)
    await expect(requireKeptSessions(database.ownerUrl)).resolves.toBeUndefined()
  })

  describe.runIf(hasPgbouncer())('behind a pooler', () => {
    it.each([
      ['transaction', {}, false],
      ['statement', {}, false],
      ['transaction', { default_pool_size: 1 }, false],
      ['transaction', { server_round_robin: 1 }, false],
      ['transaction', { server_reset_query_always: 1 }, false],
      ['transaction', {}, true],
      ['transaction', { default_pool_size: 3 }, true],
      ['transaction', { server_round_robin: 1 }, true],
    ])('is told of %s mode with %o, and with load of others: %s', async (mode, settings, isBusy) => {
      await using at = await pooler(mode, settings)
      await using _load = isBusy ? load(at.url) : undefined
      await expect(requireKeptSessions(at.url)).rejects.toThrow(refusal)
    })

    it('is found in session mode, under load and after others have used the connections', async () => {
      await using at = await pooler()
      const threeTimes = async (): Promise<void> => {
        for (let start = 0; start < 3; start++) await requireKeptSessions(at.url)
      }
      await expect(threeTimes()).resolves.toBeUndefined()
      await using _load = load(at.url)
      await expect(threeTimes()).resolves.toBeUndefined()
    })
  })
})

/** A visitor writes, the agent sees it and answers, and the visitor sees that. */
async function talk(product: Product, admin: Person): Promise<void> {
  const [row] = await superuser<{ id: string }[]>`select id from core.connection where type = 'webchat'`
  const visitor = new Visitor(product.base, row!.id)
  await visitor.session()
  const line = await visitor.listen()
  await visitor.say('Oi')
  const waiting = (): Promise<TicketPage> => admin.ok('GET', '/tickets/?status[]=pending&showAll=true')
  const {
    tickets: [ticket],
  } = await eventually(waiting, ({ tickets }) => tickets.length > 0)
  await admin.ok('PUT', `/tickets/${ticket!.id}`, { status: 'open', userId: admin.login.userId })
  await admin.ok('POST', `/messages/${ticket!.id}`, { body: 'Bom dia' })
  await line.next<ThreadMessage>('message', ({ text }: ThreadMessage) => text.includes('Bom dia'))
  visitor.close()
}

describe.runIf(hasPgbouncer())('the product behind PgBouncer', () => {
  const secret = randomBytes(32).toString('hex')
  const start = (at: { readonly url: string }): Promise<Product> =>
    Product.start({ DATABASE_URL: at.url, RECADO_SECRET: secret })

  /** Who one is after signing in as a role, and the settings that its session has without asking for any. */
  async function sessionOf(url: string, role: string): Promise<unknown> {
    const sql = postgres(roleUrl(url, secret, role), { max: 1, onnotice: () => undefined })
    const [session] = await sql`
      select session_user::text as role, current_setting('search_path') as path,
             current_setting('statement_timeout') as longest`
    await sql.end()
    return session
  }

  it('refuses to start in transaction mode, with one sentence and nothing changed', async () => {
    await using at = await pooler('transaction')
    const product = await start(at)
    expect((await product.ended).code).toBe(1)
    expect(product.terminal).toBe(`${refusal}\n`)
    expect(await superuser`select from pg_namespace where nspname in ('migrations', 'core')`).toHaveLength(0)
  }, 60_000)

  it('names the setting when PgBouncer does not take those of its connections', async () => {
    await using at = await pooler('session', { ignore_startup_parameters: 0 })
    const product = await start(at)
    expect((await product.ended).code).toBe(1)
    expect(product.terminal).toBe('DATABASE_URL cannot be used: unsupported startup parameter: statement_timeout\n')
  }, 60_000)

  it('serves in session mode, before and after the start of another node has written the passwords anew', async () => {
    await using at = await pooler()
    const product = await start(at)
    await product.ready()
    const admin = await product.signIn()
    await talk(product, admin)

    const { app, plugin } = await rolesAt(database.ownerUrl)
    const verifier = () => superuser`select rolpassword from pg_authid where rolname = ${app}`
    const before = await verifier()
    await migrate(at.url, secret, [])
    expect(await verifier()).not.toEqual(before)
    expect(await sessionOf(at.url, app)).toMatchObject({ role: app })
    const ofNotes = { role: plugin('notes'), path: 'plg_notes, public', longest: '8s' }
    expect(await sessionOf(at.url, plugin('notes'))).toEqual(ofNotes)
    await talk(product, admin)
    expect((await product.stop()).code).toBe(0)
  }, 120_000)
})
