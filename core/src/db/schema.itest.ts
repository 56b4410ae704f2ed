import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql, type TransactionSql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogueOf } from '../../../tests/harness/catalogue.ts'
import { emptyDatabase, rolesAt, testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { defineFunctions, readFunctions } from './functions.ts'
import { houseSets } from './house.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let owner: Sql

beforeAll(async () => {
  database = await testDatabase()
  owner = database.owner
})
afterAll(() => database.drop())

/**
 * Tables whose tenant_id is data and not an owner's boundary: one relay serves all companies, and what is handed out
 * once is asked for before anybody knows whose it is. They hold no personal data in the open.
 */
const platformSchemas = ['bus', 'platform']

describe('every table of a company stands behind both walls', () => {
  it('under row-level security that binds its owner too', async () => {
    const open = await owner`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname not in ('pg_catalog', 'information_schema', 'migrations')
         and n.nspname not like 'pg\\_%'
         and n.nspname <> all (${platformSchemas})
         and c.relkind in ('r', 'p')
         and (exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')
              or c.relname = 'tenant')
         and not (c.relrowsecurity and c.relforcerowsecurity)`
    expect(open.map((row) => row['name'])).toEqual([])
  })

  it('by policies that check what is written as well as what is read', async () => {
    const tables = await owner<{ name: string; policies: number; loose: number }[]>`
      select c.oid::regclass::text as name, count(p.oid)::int as policies,
             count(*) filter (where p.polqual is null
                 or p.polwithcheck is null
                 or pg_get_expr(p.polqual, p.polrelid) not like '%current_tenant%'
                 or pg_get_expr(p.polwithcheck, p.polrelid) not like '%current_tenant%')::int as loose
        from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_policy p on p.polrelid = c.oid
       where n.nspname = 'core' and c.relkind in ('r', 'p') group by c.oid`
    expect(tables.length).toBeGreaterThan(20)
    expect(tables.filter((table) => table.policies === 0 || table.loose > 0)).toEqual([])
  })

  it('in the schema core without exception', async () => {
    const unowned = await owner`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'core' and c.relkind in ('r', 'p') and c.relname <> 'tenant'
         and not exists (
           select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnotnull)`
    expect(unowned.map((row) => row['name'])).toEqual([])
  })

  it('and views, if there are any, see with the eyes of who asks', async () => {
    const views = await owner`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('core', 'bus')
         and (c.relkind = 'm'
              or (c.relkind = 'v'
                  and coalesce(array_to_string(c.reloptions, ','), '') !~ 'security_invoker=(true|on)'))`
    expect(views.map((row) => row['name'])).toEqual([])
  })
})

describe('references', () => {
  it('between tables of a company carry the company in front', async () => {
    const single = await owner<{ name: string; definition: string }[]>`
      select k.conrelid::regclass::text || '.' || k.conname as name, pg_get_constraintdef(k.oid) as definition
        from pg_constraint k
        join pg_attribute here on here.attrelid = k.conrelid and here.attname = 'tenant_id'
        join pg_attribute there on there.attrelid = k.confrelid and there.attname = 'tenant_id'
       where k.contype = 'f'
         and not (k.conkey[1] = here.attnum and k.confkey[1] = there.attnum and array_length(k.conkey, 1) > 1)`
    expect(single).toEqual([])
  })

  // Sessions have an index of the living ones only; accounts are deleted rarely and their sessions are few.
  it('are served by an index, so that deleting the referenced row does not read the whole table', async () => {
    const bare = await owner<{ name: string }[]>`
      select k.conrelid::regclass::text || ' ' || pg_get_constraintdef(k.oid) as name
        from pg_constraint k
        join pg_namespace n on n.oid = k.connamespace
       where k.contype = 'f' and n.nspname = 'core' and k.confdeltype = 'c' and k.conrelid <> 'core.session'::regclass
         and not exists (
           select 1
             from pg_index i
            where i.indrelid = k.conrelid
              and i.indpred is null
              and (i.indkey::smallint[])[0:array_length(k.conkey, 1) - 1] @> k.conkey)`
    expect(bare.map((row) => row.name)).toEqual([])
  })
})

describe('the role of the server', () => {
  it('owns nothing and can pass no wall', async () => {
    const [role] = await owner`
        select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication
          from pg_roles
         where rolname = ${database.roles.app}`
    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
    })
    const owned = await owner`
        select classid::regclass::text as kind, objid::text as id
          from pg_shdepend
         where refclassid = 'pg_authid'::regclass and refobjid = ${database.roles.app}::regrole and deptype = 'o'`
    expect(owned).toHaveLength(0)
  })

  it('is no member of a role that could', async () => {
    const powerful = await owner`
      with recursive held as (
        select roleid
          from pg_auth_members
         where member = ${database.roles.app}::regrole and (inherit_option or set_option)
        union select m.roleid
          from pg_auth_members m
          join held on held.roleid = m.member)
      select rolname
        from held
        join pg_roles r on r.oid = held.roleid
       where rolsuper or rolbypassrls or rolname like 'pg\\_%'`
    expect(powerful.map((row) => row['rolname'])).toEqual([])
  })

  it('cannot make tables, nor tenants', async () => {
    await expect(database.db.raw`create table core.mine (id int)`).rejects.toMatchObject({ code: '42501' })
    await expect(database.db.raw`create table public.mine (id int)`).rejects.toMatchObject({ code: '42501' })
    await expect(
      database.db.raw`insert into core.tenant (id, name) values (gen_random_uuid(), 'mine')`,
    ).rejects.toMatchObject({ code: '42501' })
  })

  it('may not change the journal of migrations', async () => {
    await expect(database.db.raw`delete from migrations.applied`).rejects.toMatchObject({ code: '42501' })
  })
})

describe('functions', () => {
  // An administrative act is no hot path, and whoever writes one must not be able to keep it from being sealed. A
  // ticket that is put off comes back, and one that waits begins to wait, whoever changes it; for all others that costs
  // one condition. A lane that said something else than what waits in it would be sent out of turn, or never.
  it('never NOTIFY, and there are no triggers but those of the audit trail, of what waits, of what is put off, of lanes, of storage, of facts, of directories and of added words: it takes a lock of the whole cluster until after the commit is on disk', async () => {
    const notifying = await owner<{ name: string }[]>`
      select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ('core', 'bus') and p.prosrc ~* '\\m(pg_notify|notify)\\M'`
    expect(notifying.map((row) => row.name)).toEqual([])
    const triggers = await owner`
        select tgrelid::regclass::text || '.' || tgname as name
          from pg_trigger t
          join pg_class c on c.oid = t.tgrelid
          join pg_namespace n on n.oid = c.relnamespace
         where not tgisinternal and n.nspname in ('core', 'bus')`
    expect(triggers.map((row) => row['name']).toSorted()).toEqual([
      'core.added_words.words_joined',
      'core.api_token.api_token_listed',
      'core.audit_log.audit_awaits_seal',
      'core.connection.connection_listed',
      'core.delivery.lane_of_changed',
      'core.delivery.lane_of_removed',
      'core.delivery.lane_of_stored',
      'core.media.media_added',
      'core.media.media_removed',
      'core.message.message_reworded',
      'core.message.messages_come',
      'core.message.messages_go',
      'core.passkey.passkey_listed',
      'core.password_reset.password_reset_listed',
      'core.plugin_key.plugin_key_listed',
      'core.session.session_listed',
      'core.sso_domain.sso_domain_listed',
      'core.tenant.company_listed',
      'core.ticket.ticket_changes',
      'core.ticket.ticket_opens',
      'core.ticket.ticket_waits',
      'core.ticket.ticket_wakes',
      'core.user_account.user_listed',
      'core.user_account.user_renamed',
    ])
  })
})

describe('the functions of the house', () => {
  const house = ['core', 'bus', 'platform', 'installation']
  const files = async () => {
    const read = houseSets().map(({ owner: schema, functions }) => readFunctions(schema, functions!))
    return (await Promise.all(read)).flatMap((some) => [...some.values()])
  }
  const definitions = (sql: Sql | TransactionSql) => sql<{ name: string; definition: string; rights: string | null }[]>`
    select n.nspname || '.' || p.proname as name, pg_get_functiondef(p.oid) as definition,
           p.proowner::regrole::text as owner, p.proacl::text as rights
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = any (${house}) order by 1, 2`

  it('have one file each, and every file is one that the database has', async () => {
    const names = new Set((await definitions(owner)).map(({ name }) => name))
    expect((await files()).map(({ name }) => name).toSorted()).toEqual([...names].toSorted())
  })

  it('are in the database what their files say', async () => {
    const found = await definitions(owner)
    const said: unknown = await owner.begin(async (tx) => {
      await defineFunctions(tx, await files(), database.roles)
      const made = [...(await definitions(tx))]
      await tx`rollback`
      return made
    })
    expect(said).toEqual([...found])
  })

  it('are closed to the roles of plugins, but for the three that these may call', async () => {
    const open = await owner<{ name: string }[]>`
      select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = any (${house})
         and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0)
       order by 1`
    expect(open.map((row) => row.name)).toEqual(['bus.publish', 'core.current_tenant', 'core.plugin_job'])
  })
})

describe('the schema', () => {
  it('of a database that was upgraded is that of a new one', async () => {
    const empty = await emptyDatabase()
    const none = mkdtempSync(join(tmpdir(), 'recado-migrations-'))
    try {
      await migrate(
        empty.ownerUrl,
        empty.secret,
        houseSets().map((set) => ({ ...set, folder: none })),
      )
      await migrate(empty.ownerUrl, empty.secret, houseSets())
      const sql = postgres(empty.ownerUrl, { max: 1 })
      const [upgraded, { installation }] = await Promise.all([catalogueOf(sql), rolesAt(empty.ownerUrl)])
      await sql.end()
      const ofThisOne = upgraded.map((line) => line.replaceAll(installation, database.roles.installation))
      expect(ofThisOne).toEqual(await catalogueOf(owner))
    } finally {
      rmSync(none, { recursive: true })
      await empty.drop()
    }
  })
})
