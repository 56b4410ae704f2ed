import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyDatabase } from '../../../tests/harness/database.ts'
import { houseSets } from './house.ts'
import { migrateJobs } from '../jobs/migrate-jobs.ts'
import { migrate } from './migrate.ts'
import { MigrationError } from './migration-error.ts'
import { roleUrl } from './roles.ts'

let folder: string
let database: Awaited<ReturnType<typeof emptyDatabase>>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'recado-migrations-'))
  database = await emptyDatabase()
  write('core', '0001-first.sql', 'create schema mine; create table mine.first (id int);')
  write('core', '0002-second.sql', 'insert into mine.first values (1);')
})
afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

function write(owner: string, name: string, text: string): void {
  mkdirSync(join(folder, owner), { recursive: true })
  writeFileSync(join(folder, owner, name), text)
}

const run = (...owners: string[]) =>
  migrate(
    database.ownerUrl,
    database.secret,
    (owners.length > 0 ? owners : ['core']).map((owner) => ({ owner, folder: join(folder, owner) })),
  )

async function query(text: string): Promise<unknown[]> {
  const sql = postgres(database.ownerUrl, { max: 1, onnotice: () => undefined })
  try {
    return await sql.unsafe(text)
  } finally {
    await sql.end()
  }
}

describe('migrations', () => {
  it('are applied once, in order', async () => {
    await run()
    await run()
    expect(await query('select id from mine.first')).toEqual([{ id: 1 }])
    write('core', '0003-third.sql', 'insert into mine.first values (2);')
    await run()
    expect(await query('select id from mine.first order by 1')).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('refuse another secret before they change anything, so that running nodes keep their way in', async () => {
    const roles = await run()
    const connects = async (): Promise<unknown> => {
      const app = postgres(roleUrl(database.ownerUrl, database.secret, roles.app), { max: 1 })
      return app`select 1 as one`.then((rows) => [...rows]).finally(() => app.end())
    }
    const other = migrate(database.ownerUrl, 'the secret of somebody else, long enough', [
      { owner: 'core', folder: join(folder, 'core') },
    ])
    await expect(other).rejects.toThrow(/belongs to an installation with another secret/)
    await expect(other).rejects.toBeInstanceOf(MigrationError)
    expect(await connects()).toEqual([{ one: 1 }])
    await run()
  })

  it('of several owners keep journals of their own', async () => {
    write('bus', '0001-first.sql', 'create table mine.bus (id int);')
    await run('core', 'bus')
    expect(await query('select owner, name from migrations.applied order by 1, 2')).toEqual([
      { owner: 'bus', name: '0001-first.sql' },
      { owner: 'core', name: '0001-first.sql' },
      { owner: 'core', name: '0002-second.sql' },
    ])
  })

  it('may be started by three nodes at once', async () => {
    write('core', '0003-slow.sql', 'select pg_sleep(0.2); insert into mine.first values (3);')
    await Promise.all([run(), run(), run()])
    expect(await query('select id from mine.first order by 1')).toEqual([{ id: 1 }, { id: 3 }])
  })

  it('take a few times as long as a bare connection when there is nothing to do', async () => {
    const sets = houseSets()
    await migrate(database.ownerUrl, database.secret, sets)
    const connect = async (): Promise<void> => {
      const sql = postgres(database.ownerUrl, { max: 1 })
      await sql`select 1`
      await sql.end()
    }
    const lasting = async (work: () => Promise<unknown>): Promise<number> => {
      const began = performance.now()
      await work()
      return performance.now() - began
    }
    // The best of many rounds, in turn: other tests run beside this one, and a longer piece of work is interrupted
    // more.
    let [connecting, migrating] = [Infinity, Infinity]
    for (let round = 0; round < 20 || (round < 100 && migrating / connecting >= 6); round++) {
      connecting = Math.min(connecting, await lasting(connect))
      migrating = Math.min(migrating, await lasting(() => migrate(database.ownerUrl, database.secret, sets)))
    }
    expect(migrating / connecting).toBeLessThan(6)
  })

  it('give the server a role that can sign in and is walled in', async () => {
    const { app } = await run()
    const sql = postgres(roleUrl(database.ownerUrl, database.secret, app), { max: 1 })
    expect(
      await sql`
        select current_user as name, (select rolbypassrls from pg_roles where rolname = current_user) as bypasses`,
    ).toEqual([{ name: app, bypasses: false }])
    await sql.end()
  })
})

describe('a journal that does not match the files stops the start', () => {
  it('when an applied file was changed', async () => {
    await run()
    write('core', '0001-first.sql', 'create schema other;')
    await expect(run()).rejects.toThrow(
      new MigrationError(
        'core: migration 0001-first.sql was changed after it had been applied; write a new one instead',
      ),
    )
  })

  it('when an applied file is gone', async () => {
    await run()
    rmSync(join(folder, 'core', '0002-second.sql'))
    await expect(run()).rejects.toThrow('core: migration 0002-second.sql was applied but its file is gone')
  })

  it('when a new file sorts before an applied one', async () => {
    await run()
    write('core', '0001-later.sql', 'select 1;')
    await expect(run()).rejects.toThrow(
      'core: migration 0001-later.sql sorts before 0002-second.sql, which is applied already; rename it to come after',
    )
  })
})

describe('a database that an earlier build made', () => {
  it('is refused with a sentence that says what to do, and nothing in it is changed', async () => {
    await query(`create schema migrations; create schema core; create table core.tenant (id uuid);
      create table migrations.applied (
        owner text, name text, hash text not null, at timestamptz not null default now(), primary key (owner, name));
      insert into migrations.applied (owner, name, hash) values ('core', '0001-foundation.sql', 'of then')`)
    const traces = () =>
      query(`select oid::regclass::text as name, xmin from pg_class where relnamespace in (
        select oid from pg_namespace where nspname in ('core', 'bus', 'migrations')) order by 1`)
    const before = await traces()
    const refused = migrate(database.ownerUrl, database.secret, houseSets())
    await expect(refused).rejects.toBeInstanceOf(MigrationError)
    await expect(refused).rejects.toThrow(
      /^The database was made by an earlier build .* nothing was changed\. .* start with a new data folder/,
    )
    expect(await traces()).toEqual(before)
  })
})

describe('a file that PostgreSQL refuses', () => {
  it('leaves nothing of itself, keeps what came before, and is named with its line', async () => {
    write('core', '0003-broken.sql', 'insert into mine.first values (3);\n\ninsert into mine.missing values (1);\n')
    await expect(run()).rejects.toThrow(
      'core: migration 0003-broken.sql failed at line 3: relation "mine.missing" does not exist',
    )
    expect(await query('select id from mine.first')).toEqual([{ id: 1 }])
    write('core', '0003-broken.sql', 'insert into mine.first values (3);')
    await run()
    expect(await query('select id from mine.first order by 1')).toEqual([{ id: 1 }, { id: 3 }])
  })

  it('of the house need an owner of the database with CREATEROLE and BYPASSRLS, and no superuser', async () => {
    const name = new URL(database.ownerUrl).pathname.slice(1)
    const owner = `owner_of_${name}`
    await query(
      `create role ${owner} login createrole bypassrls password 'of a test'; alter database ${name} owner to ` +
        `${owner}; alter schema public owner to ${owner}`,
    )
    const modest = new URL(database.ownerUrl)
    modest.username = owner
    modest.password = 'of a test'
    try {
      const roles = await migrate(modest.href, database.secret, houseSets())
      await migrateJobs(modest.href, roles)
      // Simulates a later start of a build whose functions have changed.
      await query(`update migrations.functions set hash = 'of another text'`)
      expect(await migrate(modest.href, database.secret, houseSets())).toMatchObject({ app: roles.app })
      expect(await query(`select distinct owner from migrations.applied order by 1`)).toEqual([
        { owner: 'bus' },
        { owner: 'core' },
      ])
    } finally {
      await query(`reassign owned by ${owner} to current_user; drop owned by ${owner}; drop role ${owner}`)
    }
  })
})
