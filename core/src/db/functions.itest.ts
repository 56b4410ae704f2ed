import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { catalogueOf } from '../../../tests/harness/catalogue.ts'
import { emptyDatabase, type EmptyDatabase } from '../../../tests/harness/database.ts'
import { migrate } from './migrate.ts'
import { MigrationError } from './migration-error.ts'
import type { InstallationRoles } from './roles.ts'

/* A schema of its own with a few tables and functions, in a folder that changes as from build to build. */

let folder: string
let database: EmptyDatabase
let sql: Sql

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'recado-functions-'))
  for (const part of ['schema', 'migrations', 'functions']) mkdirSync(join(folder, part))
  write('schema/01-foundation.sql', ['create schema mine;'])
  write('schema/02-guests.sql', [
    '-- functions: greeting',
    "create table mine.guest (id int primary key, said text default mine.greeting('you'));",
  ])
  write('functions/greeting.sql', greeting("'hello ' || p_name"))
  write('functions/guests.sql', [
    '-- owner: engine; execute: app',
    'create or replace function mine.guests() returns bigint',
    'language sql stable security definer as $$ select count(*) from mine.guest $$;',
  ])
  database = await emptyDatabase()
  sql = postgres(database.ownerUrl, { max: 1, onnotice: () => undefined })
})
afterEach(async () => {
  await sql.end()
  await database.drop()
  rmSync(folder, { recursive: true })
})

const write = (path: string, lines: readonly string[]): void =>
  writeFileSync(join(folder, path), `${lines.join('\n')}\n`)
const remove = (path: string): void => rmSync(join(folder, path))
const greeting = (answer: string): string[] => [
  '-- owner: database; execute: app, engine',
  'create or replace function mine.greeting(p_name text) returns text',
  `language sql immutable as $$ select ${answer} $$;`,
]
const start = ({ ownerUrl, secret } = database): Promise<InstallationRoles> =>
  migrate(ownerUrl, secret, [
    {
      owner: 'mine',
      schema: join(folder, 'schema'),
      folder: join(folder, 'migrations'),
      functions: join(folder, 'functions'),
    },
  ])

const functionsThere = async (): Promise<string[]> =>
  (
    await sql<{ signature: string }[]>`
      select oid::regprocedure::text as signature from pg_proc where pronamespace = 'mine'::regnamespace order by 1`
  ).map(({ signature }) => signature)
const greet = async (): Promise<unknown> => (await sql`select mine.greeting('Ana') as said`)[0]!['said']
/** Rows of the catalogue and of the journal, which change with every definition. */
const versionOf = async (name: string): Promise<unknown> => [
  ...(await sql`select p.xmin, f.at from pg_proc p join migrations.functions f on f.name = 'mine.' || p.proname
                 where p.oid = to_regproc(${name})`),
]

describe('a function', () => {
  it('is there before the table that needs it, with the owner and the rights that its file says', async () => {
    const { app, engine } = await start()
    const rights = await sql`
      select proname as name, proowner::regrole::text = current_user as mine,
             proowner::regrole::text = ${engine} as engines,
             has_function_privilege(${app}, oid, 'execute') as for_app,
             exists (select from aclexplode(proacl) a where a.grantee = 0) as for_all
        from pg_proc where pronamespace = 'mine'::regnamespace order by 1`
    expect([...rights]).toEqual([
      { name: 'greeting', mine: true, engines: false, for_app: true, for_all: false },
      { name: 'guests', mine: false, engines: true, for_app: true, for_all: false },
    ])
    await sql`insert into mine.guest (id) values (1)`
    expect((await sql`select said from mine.guest`)[0]!['said']).toBe('hello you')
  })

  it('whose text has changed is defined anew at the next start, and no other one', async () => {
    await start()
    const [greets, counts] = [await versionOf('mine.greeting'), await versionOf('mine.guests')]
    await start()
    expect(await versionOf('mine.greeting')).toEqual(greets)
    write('functions/greeting.sql', greeting("'good day ' || p_name"))
    await start()
    expect(await greet()).toBe('good day Ana')
    expect(await versionOf('mine.greeting')).not.toEqual(greets)
    expect(await versionOf('mine.guests')).toEqual(counts)
  })

  it('may answer something else, have another overload or lose one, and goes with its file', async () => {
    write('functions/older.sql', [
      '-- owner: engine; execute: nobody',
      'create or replace function mine.older(p_one int) returns int language sql as $$ select 1 $$;',
      'create or replace function mine.older(p_one int, p_two int) returns int language sql as $$ select 2 $$;',
    ])
    await start()
    expect(await functionsThere()).toContain('mine.older(integer,integer)')
    write('functions/guests.sql', [
      '-- owner: engine; execute: nobody',
      'create or replace function mine.guests() returns table (guests bigint)',
      'language sql stable security definer as $$ select count(*) from mine.guest $$;',
    ])
    write('functions/older.sql', [
      '-- owner: engine; execute: nobody',
      'create or replace function mine.older(p_one int) returns int language sql as $$ select 1 $$;',
    ])
    const { app } = await start()
    expect(await functionsThere()).toEqual(['mine.greeting(text)', 'mine.guests()', 'mine.older(integer)'])
    expect((await sql`select has_function_privilege(${app}, 'mine.guests()', 'execute') as may`)[0]).toEqual({
      may: false,
    })
    remove('functions/older.sql')
    await start()
    expect(await functionsThere()).toEqual(['mine.greeting(text)', 'mine.guests()'])
  })

  it('that PostgreSQL refuses stops the start, names file and line, and leaves all functions as they were', async () => {
    await start()
    write('functions/greeting.sql', greeting("'never said'"))
    write('functions/guests.sql', [
      '-- owner: engine; execute: app',
      'create or replace function mine.guests() returns no_such_type',
      'language sql as $$ select 1 $$;',
    ])
    await expect(start()).rejects.toThrow(
      new MigrationError('function mine.guests failed: type "no_such_type" does not exist'),
    )
    expect(await greet()).toBe('hello Ana')
  })

  it('is not taken back to older sources while a node is running, and may be when none is', async () => {
    write('schema/03-nodes.sql', ['create schema platform; create table platform.node (seen_at timestamptz);'])
    await start()
    write('functions/greeting.sql', greeting("'good day ' || p_name"))
    await start()
    await sql`insert into platform.node values (now())`
    write('functions/greeting.sql', greeting("'hello ' || p_name"))
    await expect(start()).rejects.toThrow(/^The sources are older than the functions in the database/)
    expect(await greet()).toBe('good day Ana')
    await sql`delete from platform.node`
    await start()
    expect(await greet()).toBe('hello Ana')
    // Forward again, beside the nodes that went back.
    await sql`insert into platform.node values (now())`
    write('functions/greeting.sql', greeting("'good day ' || p_name"))
    await start()
    expect(await greet()).toBe('good day Ana')
  })

  it('must say whose it is and be the one that its file is called after', async () => {
    write('functions/guests.sql', [
      'create or replace function mine.guests() returns int language sql as $$ select 1 $$;',
    ])
    await expect(start()).rejects.toThrow('mine: functions/guests.sql must begin with a line like')
    write('functions/guests.sql', [
      '-- owner: engine; execute: app',
      'create or replace function mine.others() returns int language sql as $$ select 1 $$;',
    ])
    await expect(start()).rejects.toThrow('must hold "create or replace function mine.guests" and no other')
  })
})

describe('a database that was upgraded from build to build', () => {
  it('has the schema of a new one', async () => {
    write('schema/02-guests.sql', ['create table mine.guest (id int primary key, name text);'])
    await start()
    write('migrations/0001-says.sql', [
      '-- functions: greeting',
      'alter table mine.guest drop column name;',
      "alter table mine.guest add column said text not null default mine.greeting('you');",
    ])
    write('functions/guests.sql', [
      '-- owner: database; execute: app',
      'create or replace function mine.guests() returns setof mine.guest',
      'language sql stable as $$ select * from mine.guest $$;',
    ])
    await start()
    write('migrations/0002-when.sql', ['alter table mine.guest add column at timestamptz not null default now();'])
    write('functions/greeting.sql', greeting("'good evening ' || p_name"))
    const { installation } = await start()

    const fresh = await emptyDatabase()
    const other = postgres(fresh.ownerUrl, { max: 1, onnotice: () => undefined })
    try {
      const made = await start(fresh)
      const ofNew = (await catalogueOf(other, ['mine'])).map((line) => line.replaceAll(made.installation, installation))
      expect(await catalogueOf(sql, ['mine'])).toEqual(ofNew)
      expect(ofNew.filter((line) => line.startsWith('["function"'))).toHaveLength(2)
    } finally {
      await other.end()
      await fresh.drop()
    }
  })
})
