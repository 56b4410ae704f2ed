import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sql } from 'postgres'
import { indivisible } from '../harness/company-keys.ts'
import { openDefiners, reviewedDefiners } from './definers.ts'
import { buildWalls, canary, type Walls } from './world.ts'
import type { CompanyTable } from './tables.ts'

/*
 * Row-level security alone: statements without any predicate of a company, as the roles that the node and its plugins
 * connect with. Whatever a forgotten `where` would do, it does here.
 */

let walls: Walls
let owner: Sql
let a: string
let b: string
beforeAll(async () => {
  walls = await buildWalls()
  owner = walls.world.database.owner
  a = walls.world.a.id
  b = walls.world.b.id
}, 60_000)
afterAll(() => walls.close())

/**
 * The bus is one for all companies: a relay of the node reads it, behind the app role's own predicates. Its walls are
 * its routes'.
 */
const ofThePlatform = (table: CompanyTable): boolean => table.name.startsWith('bus.')
const walled = (): readonly CompanyTable[] => walls.tables.filter((table) => !ofThePlatform(table))
const schemaOf = (table: CompanyTable): string => table.name.split('.')[0]!

/** Runs as a role with company `a` set, and takes everything back. */
async function as<T>(role: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  let result: T | undefined
  const undone = new Error('taken back')
  await owner
    .begin(async (tx) => {
      await tx.unsafe(`set local role ${role}`)
      await tx`select set_config('app.tenant', ${a}, true)`
      result = await work(tx as unknown as Sql)
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return result as T
}

/** Tables that a role works on, and what it may do there. */
async function tablesOf(role: string): Promise<readonly (CompanyTable & { readonly may: ReadonlySet<string> })[]> {
  return Promise.all(
    walled().map(async (table) => {
      const [row] = await owner<{ may: string[] }[]>`
        select array_agg(act) filter (where has_table_privilege(${role}, ${table.name}, act)) as may
          from unnest(array['select', 'insert', 'update', 'delete']) as act`
      return { ...table, may: new Set(row!.may ?? []) }
    }),
  )
}

const names = () => walls.world.database.roles
/** The roles of plugins that are here, with the schema that is theirs. */
async function pluginRoles(): Promise<readonly { readonly role: string; readonly schema: string }[]> {
  const schemas = await owner<
    { name: string }[]
  >`select nspname as name from pg_namespace where starts_with(nspname, 'plg_') order by 1`
  return schemas.map(({ name: schema }) => ({ role: names().ofPluginSchema(schema), schema }))
}
const roles = async (): Promise<readonly string[]> => [names().app, ...(await pluginRoles()).map(({ role }) => role)]

describe('before anything is proven', () => {
  test('the other company has rows in every table, with the canary wherever people read', async () => {
    const empty = await Promise.all(
      walls.tables.map(async ({ name, column }) => {
        const [row] = await owner.unsafe<{ there: number }[]>(
          `select count(*)::int as there from ${name} where ${column} = '${b}'`,
        )
        return row!.there > 0 ? [] : [name]
      }),
    )
    expect(empty.flat(), 'stock these tables in tests/walls/stock.ts').toEqual([])
    expect(await roles()).toEqual(
      expect.arrayContaining([
        names().app,
        ...['waba', 'webchat', 'quick-messages'].map((plugin) => names().plugin(plugin)),
      ]),
    )
    for (const [table, text] of [
      ['core.contact', 'name'],
      ['core.message', 'body'],
      ['core.user_account', 'email'],
      ['core.connection', 'name'],
      ['core.queue', 'name'],
      ['core.tenant', 'name'],
      ['plg_quick_messages.part', 'text'],
      ['plg_quick_messages.variable', 'value'],
    ]) {
      const [row] = await owner.unsafe<{ bare: number }[]>(`
        select count(*)::int as bare
          from ${table}
         where ${table === 'core.tenant' ? 'id' : 'tenant_id'} = '${b}' and position('${canary}' in ${text}) = 0`)
      expect(row!.bare, `${table}.${text}`).toBe(0)
    }
  })
})

describe('the second wall', () => {
  test('shows no role a row of another company, and all of one’s own', async () => {
    for (const role of await roles()) {
      for (const { name, column, may } of await tablesOf(role)) {
        if (!may.has('select')) continue
        const seen = await as(role, (sql) =>
          sql.unsafe<{ own: number; others: number }[]>(`
            select count(*) filter (where ${column} = '${a}')::int as own,
                   count(*) filter (where ${column} <> '${a}')::int as others
              from ${name}`),
        )
        const [there] = await owner.unsafe<{ own: number }[]>(
          `select count(*)::int as own from ${name} where ${column} = '${a}'`,
        )
        expect(seen[0], `${role} reading ${name}`).toEqual({ own: there!.own, others: 0 })
      }
    }
  })

  test('without a company shows nothing at all', async () => {
    for (const { name, may } of await tablesOf(names().app)) {
      if (!may.has('select')) continue
      const [row] = await walls.world.database.db.raw.unsafe<{ seen: number }[]>(
        `select count(*)::int as seen from ${name}`,
      )
      expect(row!.seen, name).toBe(0)
    }
  })

  test('lets no role change or delete a row of another company, nor give one of its own away', async () => {
    const before = await walls.sumOfOther()
    for (const role of await roles()) {
      for (const { name, column, may } of await tablesOf(role)) {
        if (may.has('update')) {
          const [updatable] = await owner<{ column: string | null }[]>`
            select (array_agg(a.attname::text order by a.attnum) filter (
                     where has_column_privilege(${role}, a.attrelid, a.attnum, 'update') and a.attgenerated = ''
                   ))[1] as column
              from pg_attribute a
             where a.attrelid = ${name}::regclass and a.attnum > 0 and not a.attisdropped`
          const { count } = await as(role, (sql) =>
            sql.unsafe(`update ${name} set "${updatable!.column}" = "${updatable!.column}" where ${column} = '${b}'`),
          )
          expect(count, `${role} changing ${name}`).toBe(0)
          const [mine] = await owner.unsafe<{ rows: number }[]>(
            `select count(*)::int as rows from ${name} where ${column} = '${a}'`,
          )
          if (column === 'tenant_id' && mine!.rows > 0)
            await expect(
              as(role, (sql) => sql.unsafe(`update ${name} set tenant_id = '${b}'`)),
              `${role} giving away ${name}`,
            ).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|23503|23505)$/) as string })
        }
        if (may.has('delete'))
          expect(
            (await as(role, (sql) => sql.unsafe(`delete from ${name} where ${column} = '${b}'`))).count,
            `${role} deleting from ${name}`,
          ).toBe(0)
      }
    }
    expect(await walls.sumOfOther()).toEqual(before)
  })

  test('takes no new row for another company', async () => {
    for (const role of await roles()) {
      for (const { name, column, may } of await tablesOf(role)) {
        if (!may.has('insert') || column !== 'tenant_id') continue
        const [copied] = await owner.unsafe<{ row: string }[]>(
          `select to_jsonb(t)::text as row from ${name} t where tenant_id = '${b}' limit 1`,
        )
        const columns = await owner<{ column: string }[]>`
          select attname as column
            from pg_attribute
           where attrelid = ${name}::regclass
             and attnum > 0
             and not attisdropped
             and attgenerated = ''
             and attidentity <> 'a'`
        const list = columns.map((one) => `"${one.column}"`).join(', ')
        await expect(
          as(role, (sql) =>
            sql.unsafe(
              `insert into ${name} (${list}) select ${list} from jsonb_populate_record(null::${name}, $1::text::jsonb)`,
              [copied!.row],
            ),
          ),
          `${role} writing into ${name}`,
        ).rejects.toMatchObject({ code: '42501' })
      }
    }
  })

  test('keeps plugins out of the tables of core and of other plugins', async () => {
    for (const { role, schema: own } of await pluginRoles()) {
      const reached = (await tablesOf(role)).filter(({ may }) => may.size > 0).map(schemaOf)
      expect(
        [...new Set(reached)].filter((schema) => schema !== own),
        role,
      ).toEqual([])
    }
  })
})

describe('tables of plugins', () => {
  test('can be divided by company, as those of core', async () => {
    expect((await pluginRoles()).length).toBeGreaterThan(5)
    expect(await indivisible(owner, ['plg\\_%'])).toEqual({ keys: [], keyless: [], references: [] })
  })
})

describe('functions that act with more rights than their caller', () => {
  const definers = () => owner<{ name: string; owner: string; path: string | null; open: boolean }[]>`
    select p.oid::regprocedure::text as name, p.proowner::regrole::text as owner,
           (select setting from unnest(p.proconfig) setting where setting like 'search_path=%') as path,
           has_function_privilege('public', p.oid, 'execute') as open
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where p.prosecdef
       and n.nspname not in ('pg_catalog', 'information_schema')
       and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     order by 1`

  test('are exactly those that were reviewed', async () => {
    expect((await definers()).map(({ name }) => name).toSorted()).toEqual(Object.keys(reviewedDefiners).toSorted())
  })

  test('belong to a role that cannot sign in, take names from nowhere else, and are not open to everybody', async () => {
    const [engine] = await owner<
      { rolcanlogin: boolean; rolsuper: boolean }[]
    >`select rolcanlogin, rolsuper from pg_roles where rolname = ${names().engine}`
    expect(engine).toEqual({ rolcanlogin: false, rolsuper: false })
    const loose = (await definers()).filter(
      ({ name, owner: whose, path, open }) =>
        whose !== names().engine || path === null || /\$user/.test(path) || (open && !openDefiners.includes(name)),
    )
    expect(loose).toEqual([])
  })

  test('are out of reach of plugins, but for storing events and jobs', async () => {
    for (const { role } of await pluginRoles()) {
      const callable = await owner<{ name: string }[]>`
        select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         where p.prosecdef
           and n.nspname in ('core', 'bus')
           and has_function_privilege(${role}, p.oid, 'execute')
           and has_schema_privilege(${role}, n.oid, 'usage')`
      expect(
        callable.map(({ name }) => name).filter((name) => !openDefiners.includes(name)),
        role,
      ).toEqual([])
    }
  })
})
