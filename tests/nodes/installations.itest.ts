import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { roleUrl, rolesOf } from '../../core/src/db/roles.ts'
import { emptyDatabase, ownedDatabase, rolesAt, type EmptyDatabase } from '../harness/database.ts'
import { Product } from '../harness/product.ts'

/* Whole nodes of several installations, and of one with two secrets, on the run's PostgreSQL. */

/** One database and the secret that belongs to it. */
interface Place {
  readonly database: EmptyDatabase
  readonly secret: string
}

let undo: (() => Promise<unknown>)[]
beforeEach(() => {
  undo = []
})
afterEach(async () => {
  for (const each of undo.toReversed()) await each()
})

const newSecret = (): string => randomBytes(32).toString('hex')
async function place(make: () => Promise<EmptyDatabase>): Promise<Place> {
  const database = await make()
  undo.push(() => database.drop())
  return { database, secret: newSecret() }
}

async function begin(
  { database, secret }: Place,
  more: (base: string) => Record<string, string> = () => ({}),
): Promise<Product> {
  const own = { DATABASE_URL: database.ownerUrl, RECADO_SECRET: secret }
  const product = await Product.start((base) => ({ ...own, ...more(base) }))
  undo.push(() => product.stop())
  return product
}

/**
 * Somebody signs in and writes a note; answers what notes there are. The notes are a plugin's, and so is their role.
 */
async function write(product: Product, content: string): Promise<string[]> {
  const admin = await product.signIn()
  await admin.ok('POST', '/p/notes/notes', { content })
  const { notes } = await admin.ok<{ notes: { content: string }[] }>('GET', '/p/notes/notes')
  return notes.map((note) => note.content).toSorted()
}

/** Whether one may sign in at that address: yes, or the SQLSTATE that refuses. */
async function entry(url: string): Promise<string> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  return sql`select 1`
    .then(
      () => 'yes',
      (error: { code: string }) => error.code,
    )
    .finally(() => sql.end())
}

/** Everything that a start changes: roles with their passwords, who may connect, and what there is in the database. */
async function traces({ ownerUrl }: EmptyDatabase): Promise<unknown> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => undefined })
  try {
    const prefix = rolesOf((await rolesAt(ownerUrl)).installation).app.replace(/app$/, '')
    return await Promise.all([
      sql`
        select rolname, rolpassword, rolbypassrls, rolcanlogin
          from pg_authid
         where starts_with(rolname, ${prefix})
         order by 1`,
      sql`select datacl::text from pg_database where datname = current_database()`,
      sql`select oid::regclass::text as name, relacl::text from pg_class order by 1`,
      sql`select oid::regprocedure::text as name, proacl::text, md5(prosrc) from pg_proc order by 1`,
      sql`select * from migrations.applied order by 1, 2`,
      sql`select * from migrations.installation`,
      sql`select * from migrations.role_names`,
    ])
  } finally {
    await sql.end()
  }
}

describe('two installations on one PostgreSQL', () => {
  it('serve side by side after each started twice, and neither gets into the database of the other', async () => {
    const places = [await place(ownedDatabase), await place(ownedDatabase)] as const
    const start = async () => {
      const products = [
        await begin(places[0], (base) => ({ PUBLIC_URL: base, LOG_LEVEL: 'info' })),
        await begin(places[1], () => ({ TRUSTED_PROXIES: 'loopback' })),
      ] as const
      await Promise.all(products.map((product) => product.ready()))
      return products
    }
    const first = await start()
    expect(await Promise.all(first.map((product) => write(product, 'first')))).toEqual([['first'], ['first']])
    for (const { code } of await Promise.all(first.map((product) => product.stop()))) expect(code).toBe(0)
    const second = await start()
    expect(await Promise.all(second.map((product, at) => write(product, `second of ${at}`)))).toEqual([
      ['first', 'second of 0'],
      ['first', 'second of 1'],
    ])

    for (const [own, other] of [places, places.toReversed() as [Place, Place]]) {
      const { app, plugin } = await rolesAt(own.database.ownerUrl)
      for (const role of [app, plugin('notes')]) {
        expect(await entry(roleUrl(own.database.ownerUrl, own.secret, role))).toBe('yes')
        expect(await entry(roleUrl(other.database.ownerUrl, own.secret, role))).toBe('42501')
      }
    }
    // How PUBLIC_URL stands is told by every start; these two are at hand.
    await second[0].until(() => second[0].log.includes('PUBLIC_URL leads to this installation'))
    await second[1].until(() => second[1].terminal.includes('PUBLIC_URL is not set'))
    expect(second[0].terminal).not.toContain('PUBLIC_URL')
  }, 240_000)
})

describe('a node with another secret', () => {
  const sentence =
    /^The database belongs to an installation with another secret; nothing was changed\. Start with its RECADO_SECRET/
  async function isRefused(product: Product): Promise<void> {
    const { code, ms } = await product.ended
    expect([code, product.terminal.trimEnd().split('\n')]).toEqual([1, [expect.stringMatching(sentence)]])
    expect(ms).toBeLessThan(60_000)
  }

  it('ends within seconds with a sentence, beside the first start of another one and later, and changes nothing', async () => {
    const one = await place(emptyDatabase)
    const other = { ...one, secret: newSecret() }
    const both = [await begin(one), await begin(other)]
    const first = await Promise.any(both.map((product) => product.ready().then(() => product)))
    await isRefused(both.find((product) => product !== first)!)

    const before = await traces(one.database)
    await isRefused(await begin(first === both[0] ? other : one))
    expect(await traces(one.database)).toEqual(before)
    expect(await write(first, 'still here')).toEqual(['still here'])
  }, 180_000)
})
