import { join } from 'node:path'
import type { PluginInfo, ShellManifest } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Client } from '../../core/src/access/access.rig.ts'
import type { InstallationRoles } from '../../core/src/db/roles.ts'
import { migratePlugins } from '../../core/src/plugins/migrate.ts'
import { hostRig, type HostRig } from './host.rig.ts'

let rig: HostRig
let admin: Client
let agent: Client
let other: Client

beforeAll(async () => {
  rig = await hostRig(['good', '.'])
  admin = await rig.signedIn(rig.a.admin)
  agent = await rig.signedIn(rig.a.user)
  other = await rig.signedIn(rig.b.admin)
})
afterAll(() => rig.close())

const entries = async (client: Client): Promise<string[]> =>
  (await client.call<{ entries: string[] }>('GET', '/p/ledger/entries')).body.entries
const runSql = async (client: Client, sql: string) =>
  (await client.call<{ rows: Record<string, unknown>[]; code: string | null }>('POST', '/p/ledger/sql', { sql })).body
const manifest = async (client: Client): Promise<ShellManifest> =>
  (await client.call<ShellManifest>('GET', '/api/shell/manifest')).body
const change = (client: Client, id: string, body: object) => client.call<PluginInfo>('PUT', `/api/plugins/${id}`, body)
const permissionDenied = '42501'
const role = (): string => rig.database.roles.plugin('ledger')

describe("the walls around a plugin's SQL", () => {
  beforeAll(async () => {
    expect((await admin.call('POST', '/p/ledger/entries', { body: 'of Aurora' })).status).toBe(201)
    expect((await other.call('POST', '/p/ledger/entries', { body: 'of Boreal' })).status).toBe(201)
  })

  test('a company sees its own rows and nothing of the other', async () => {
    expect(await entries(admin)).toContain('-of Aurora')
    expect((await entries(admin)).join()).not.toContain('Boreal')
    expect((await entries(other)).join()).not.toContain('Aurora')
    const { rows } = await runSql(admin, 'select distinct tenant_id from plg_ledger.entry')
    expect(rows).toEqual([{ tenant_id: rig.a.id }])
  })

  test.each([
    ['tables of core', 'select * from core.user_account'],
    ['the journal of migrations', 'select * from migrations.applied'],
    ['another plugin', 'select * from plg_vault_of_others.hidden'],
    ['events', 'select * from bus.log'],
    ['reviewed functions of core', `select * from core.find_login('a', null)`],
    ['the relay', 'select * from bus.relay(1)'],
  ])('%s cannot be read', async (_what, sql) => {
    expect(await runSql(admin, sql)).toEqual({ rows: [], code: permissionDenied })
  })

  test.each([
    ['take another role', (roles: InstallationRoles) => `set local role ${roles.app}`],
    ['become the owner', (roles: InstallationRoles) => `set local role ${roles.pluginOwner('ledger')}`],
    ['make tables', 'create table more (tenant_id uuid)'],
    ['lower the wall', 'alter table plg_ledger.entry no force row level security'],
    ["publish in another plugin's name", `select bus.publish(core.current_tenant(), 'other.noted.v1', 'k', '{}')`],
    ['store a job of another plugin', `select core.plugin_job('plugin:other:sweep', '{}', null, 'k', false)`],
    ['store a job of core', `select core.plugin_job('retention', '{}', null, 'k', false)`],
    ['take back a job of another plugin', `select core.plugin_job('plugin:other:sweep', null, null, 'k', true)`],
  ])('it cannot %s', async (_what, sql) => {
    const statement = typeof sql === 'string' ? sql : sql(rig.database.roles)
    expect(await runSql(admin, statement)).toEqual({ rows: [], code: permissionDenied })
  })

  test('it cannot write rows of another company', async () => {
    expect((await runSql(admin, `insert into entry (tenant_id, body) values ('${rig.b.id}', 'forged')`)).code).toBe(
      permissionDenied,
    )
    expect((await entries(other)).join()).not.toContain('forged')
  })

  test('of all functions outside of its schema its role may call exactly three', async () => {
    const callable = await rig.database.owner<{ name: string }[]>`
      select distinct n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname not in ('pg_catalog', 'information_schema', 'public')
         and has_schema_privilege(${role()}, n.oid, 'usage')
         and has_function_privilege(${role()}, p.oid, 'execute')
       order by 1`
    expect(callable.map((row) => row.name)).toEqual(['bus.publish', 'core.current_tenant', 'core.plugin_job'])
  })

  test('its role is a member of nothing and bypasses nothing', async () => {
    const [facts] = await rig.database.owner`
      select rolsuper, rolbypassrls, rolcreaterole,
             (select count(*)::int from pg_auth_members m where m.member = r.oid) as memberships
        from pg_roles r
       where rolname = ${role()}`
    expect(facts).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, memberships: 0 })
  })
})

describe('the next start', () => {
  const migrateAgain = () =>
    migratePlugins(rig.database, (migrate) => migrate('ledger', join(import.meta.dirname, 'good/ledger/migrations')))
  const walls = () => rig.database.owner`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
           array(select polname::text from pg_policy p where p.polrelid = c.oid) as policies
      from pg_class c
     where c.relkind = 'r' and c.relnamespace in ('plg_ledger'::regnamespace, 'plg_vault_of_others'::regnamespace)
     order by 1`
  const standing = [
    { name: 'entry', forced: true, policies: ['tenant_wall'] },
    { name: 'hidden', forced: true, policies: ['tenant_wall'] },
  ]

  test('policies that a plugin made itself are gone', async () => {
    expect(await walls()).toEqual(standing)
  })

  test('raises a wall again that somebody has lowered, and keeps the rows', async () => {
    const kept = await entries(admin)
    await rig.database.owner`alter table plg_ledger.entry no force row level security`
    await migrateAgain()
    expect(await walls()).toEqual(standing)
    expect(await entries(admin)).toEqual(kept)
  })

  test('refuses a migration that was changed after it had been applied, with its name', async () => {
    await rig.database.owner`update migrations.applied set hash = 'other' where owner = 'plugin:ledger'`
    await expect(migrateAgain()).rejects.toMatchObject({
      status: 'failed',
      message: 'its migration 0001-entries.sql was changed after it had been applied; write a new one instead',
    })
  })
})

describe('what a plugin may do', () => {
  test('an event joins the transaction it is published in: with a rollback neither rows nor event exist', async () => {
    expect((await admin.call('POST', '/p/ledger/entries', { body: 'kept' })).status).toBe(201)
    expect((await admin.call('POST', '/p/ledger/entries', { body: 'undone', fail: true })).body.error).toBe(
      'ERR_PLUGIN_FAILED',
    )
    expect((await admin.call('POST', '/p/ledger/entries', { body: 'last' })).status).toBe(201)
    await vi.waitFor(
      async () => expect(await entries(admin)).toEqual(expect.arrayContaining(['noted kept', 'noted last'])),
      { timeout: 10_000 },
    )
    expect((await entries(admin)).filter((entry) => entry.includes('undone'))).toEqual([])
    expect((await entries(other)).join()).not.toContain('kept')
  })

  test('an event that it did not declare cannot be published', async () => {
    expect(await agent.call('GET', '/p/ledger/undeclared-event')).toMatchObject({
      status: 500,
      body: { error: 'ERR_PLUGIN_FAILED' },
    })
  })

  test('a job runs in the company that asked for it', async () => {
    expect((await admin.call('POST', '/p/ledger/later', { body: 'tomorrow' })).status).toBe(202)
    await vi.waitFor(async () => expect(await entries(admin)).toContain('job tomorrow'), { timeout: 10_000 })
    expect(await entries(other)).not.toContain('job tomorrow')
  })

  test('a claimed path leads to the same route', async () => {
    expect((await admin.call('GET', '/ledger/')).body).toEqual({ entries: await entries(admin) })
  })

  test('its permission holds by role', async () => {
    expect(await agent.call('POST', '/p/ledger/entries', { body: 'no' })).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    })
    expect((await agent.call('GET', '/p/ledger/entries')).status).toBe(200)
  })

  test('a route for visitors takes the company from the connection; other connections are unknown', async () => {
    const anyone = rig.anyone()
    expect((await anyone.call('GET', `/p/ledger/visitors/${rig.a.connection}`)).body).toMatchObject({
      tenant: rig.a.id,
    })
    expect((await anyone.call('GET', `/p/ledger/visitors/${rig.b.connection}`)).body).toMatchObject({
      tenant: rig.b.id,
    })
    expect(await anyone.call('GET', `/p/ledger/visitors/${crypto.randomUUID()}`)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NOT_FOUND' },
    })
    await rig.database.owner`update core.connection set plugin = 'hook' where id = ${rig.b.connection}`
    expect(await anyone.call('GET', `/p/ledger/visitors/${rig.b.connection}`)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NOT_FOUND' },
    })
    await rig.database
      .owner`update core.connection set plugin = 'ledger', is_active = false where id = ${rig.b.connection}`
    expect(await anyone.call('GET', `/p/ledger/visitors/${rig.b.connection}`)).toMatchObject({
      status: 409,
      body: { error: 'ERR_CONNECTION_INACTIVE' },
    })
  })

  test('a public route has no company in reach', async () => {
    expect((await rig.anyone().call('GET', '/p/ledger/about')).body).toEqual({
      keys: ['captcha', 'fetch', 'log', 'signal'],
    })
  })
})

describe('settings', () => {
  test('secrets go in and never come out; an empty one keeps its value, null erases it', async () => {
    const saved = await change(admin, 'ledger', { settings: { prefix: '#', pin: '98765' } })
    expect(saved.body).toMatchObject({ values: { prefix: '#' }, secretsSet: { pin: { set: true } } })
    expect(JSON.stringify(saved.body)).not.toContain('98765')
    expect((await agent.call('GET', '/p/ledger/pin')).body).toEqual({ pin: '98765', settings: { prefix: '#' } })
    expect(
      (
        await rig.database
          .owner`select settings from core.plugin_enablement where tenant_id = ${rig.a.id} and plugin = 'ledger'`
      )[0],
    ).toEqual({ settings: { prefix: '#' } })

    await change(admin, 'ledger', { settings: { prefix: '+', pin: '' } })
    expect((await agent.call('GET', '/p/ledger/pin')).body).toEqual({ pin: '98765', settings: { prefix: '+' } })
    expect((await change(admin, 'ledger', { settings: { prefix: '+', pin: null } })).body.secretsSet).toEqual({
      pin: { set: false, last4: null },
    })
    expect((await agent.call('GET', '/p/ledger/pin')).body).toEqual({ pin: null, settings: { prefix: '+' } })
    expect((await other.call('GET', '/p/ledger/pin')).body).toEqual({ pin: null, settings: { prefix: '-' } })
  })

  test('what does not match the schema is refused by field and changes nothing', async () => {
    const refused = await change(admin, 'ledger', { settings: { prefix: 'x'.repeat(21) } })
    expect(refused).toMatchObject({ status: 422, body: { error: 'ERR_VALIDATION', issues: [{ path: 'prefix' }] } })
    expect((await change(admin, 'ledger', { settings: { colour: 'red' } })).body).toMatchObject({
      issues: [{ path: 'colour', message: 'unknown setting' }],
    })
  })

  test('stored settings that no longer fit are refused as such', async () => {
    await rig.database.owner`
      update core.plugin_enablement set settings = '{"prefix":7}' where tenant_id = ${rig.a.id} and plugin = 'ledger'`
    await rig.bus.emit('plugins.changed', { tenantId: rig.a.id })
    await vi.waitFor(async () =>
      expect((await agent.call('GET', '/p/ledger/pin')).body.error).toBe('ERR_PLUGIN_SETTINGS'),
    )
    await change(admin, 'ledger', { settings: {} })
    expect((await agent.call('GET', '/p/ledger/pin')).status).toBe(200)
  })

  test('every change is written into the audit log of the company', async () => {
    const rows = await rig.database.owner`
      select user_id, action, subject, facts
        from core.audit_log
       where tenant_id = ${rig.a.id} and subject = 'ledger'
       order by at limit 1`
    expect(rows[0]).toEqual({
      user_id: rig.a.admin.id,
      action: 'plugin.settings',
      subject: 'ledger',
      facts: { fields: ['prefix', 'pin'] },
    })
  })
})

describe('on and off, for one company', () => {
  test('switched off it answers nothing, hears nothing and is not drawn; its data stays; the other company notices nothing', async () => {
    const kept = await entries(admin)
    expect((await change(admin, 'ledger', { enabled: false })).body.enabled).toBe(false)
    expect(rig.pushed.at(-1)).toBe(rig.a.id)

    expect(await admin.call('GET', '/p/ledger/entries')).toMatchObject({
      status: 404,
      body: { error: 'ERR_PLUGIN_DISABLED' },
    })
    expect(await admin.call('GET', '/ledger')).toMatchObject({ status: 404 })
    expect(await rig.anyone().call('GET', `/p/ledger/visitors/${rig.a.connection}`)).toMatchObject({
      status: 404,
      body: { error: 'ERR_PLUGIN_DISABLED' },
    })
    expect((await manifest(admin)).plugins.map((plugin) => plugin.id)).not.toContain('ledger')
    expect((await other.call('GET', '/p/ledger/entries')).status).toBe(200)
    expect((await manifest(other)).plugins.map((plugin) => plugin.id)).toContain('ledger')

    const publish = (tenantId: string, body: string) =>
      rig.database.db.tenant(tenantId, (tx) =>
        rig.bus.publishChecked(tx, { tenantId, name: 'ledger.noted.v1', key: 'k', data: { body } }),
      )
    await publish(rig.a.id, 'while off')
    await publish(rig.b.id, 'meanwhile')
    rig.bus.poke()
    await vi.waitFor(async () => expect(await entries(other)).toContain('noted meanwhile'), { timeout: 10_000 })

    expect((await change(admin, 'ledger', { enabled: true })).body.enabled).toBe(true)
    expect(await entries(admin)).toEqual(kept)
  })

  test('switching it off ends what it still does for that company', async () => {
    const watch = async (client: Client) =>
      fetch(`${rig.base}/p/ledger/watch`, {
        headers: { authorization: `Bearer ${client.token}`, sessionid: client.sessionId! },
      })
    const [ours, theirs] = [await watch(admin), await watch(other)]
    const stillOpen = theirs.body!.pipeThrough(new TextDecoderStream()).getReader()
    await change(admin, 'ledger', { enabled: false })
    expect(await ours.text()).toContain('"ended"')
    expect((await stillOpen.read()).value).not.toContain('ended')
    await stillOpen.cancel()
    await change(admin, 'ledger', { enabled: true })
  })

  test('a plugin beyond the licence cannot be switched on', async () => {
    await rig.database.owner`update core.tenant set tier = 'basic' where id = ${rig.b.id}`
    rig.bus.emit('plugins.changed', { tenantId: rig.b.id })
    await vi.waitFor(async () =>
      expect(await change(other, 'vault-of-others', { enabled: true })).toMatchObject({
        status: 403,
        body: { error: 'ERR_TIER_REQUIRED' },
      }),
    )
    expect(await rig.info(other, 'vault-of-others')).toMatchObject({ enabled: false, allowedByTier: false })
    expect((await change(admin, 'vault-of-others', { enabled: true })).body).toMatchObject({
      enabled: true,
      allowedByTier: true,
    })
  })

  test('a plugin that is on and beyond the licence is offered by its pages, which say what they need', async () => {
    const shown = async () => (await manifest(admin)).plugins.find(({ id }) => id === 'vault-of-others')
    const relicense = async (tier: string): Promise<void> => {
      await rig.database.owner`update core.tenant set tier = ${tier} where id = ${rig.a.id}`
      rig.bus.emit('plugins.changed', { tenantId: rig.a.id })
      await vi.waitFor(async () => expect((await manifest(admin)).tier).toBe(tier))
    }
    const whole = { pages: [{ path: '/cofre' }], slots: [{ panel: 'Beside' }], commands: [{ path: '/cofre' }] }
    expect(await shown()).toMatchObject(whole)
    await relicense('plus')
    expect(await shown()).toMatchObject({ pages: [{ path: '/cofre', tier: 'premium' }], slots: [], commands: [] })
    expect(
      (await manifest(other)).plugins.map(({ id }) => id),
      'never switched on there',
    ).not.toContain('vault-of-others')
    await relicense('premium')
    expect(await shown()).toMatchObject(whole)
  })

  test('only an administrator changes plugins', async () => {
    expect(await agent.call('PUT', '/api/plugins/ledger', { enabled: false })).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    })
  })
})

describe('the manifest', () => {
  test('leaves out what the viewer may not do and names channel types with their form', async () => {
    const forAdmin = await manifest(admin)
    const ledger = forAdmin.plugins.find((plugin) => plugin.id === 'ledger')!
    expect(ledger).toMatchObject({
      namespace: 'plugin.ledger',
      locales: { 'pt-BR': '/plugins/ledger/locales/pt-BR.json' },
      remote: null,
    })
    expect(ledger.pages.map((page) => page.path)).toEqual(['/livro'])
    expect(forAdmin.permissions).toEqual(expect.arrayContaining(['plugins.manage', 'ledger.write']))
    expect(forAdmin.channels.filter(({ type }) => type === 'hook')).toMatchObject([
      {
        type: 'hook',
        plugin: 'hook',
        form: [
          { name: 'target', type: 'url', required: true },
          { name: 'signingSecret', type: 'secret', required: true },
        ],
      },
    ])

    const forAgent = await manifest(agent)
    expect(forAgent.plugins.find((plugin) => plugin.id === 'ledger')).toMatchObject({
      pages: [],
      slots: [{ slot: 'ticket.sidebar', panel: 'Recent' }],
    })
    expect(forAgent.permissions).not.toContain('ledger.write')
    expect(forAgent.role).toBe('user')
  })

  test('core finds the channel type with its code and its form', async () => {
    const found = rig.host.channels.find('hook')!
    expect([found.plugin, found.form.secretNames, typeof found.implementation.open]).toEqual([
      'hook',
      ['signingSecret'],
      'function',
    ])
    expect(rig.host.channels.find('pigeon')).toBeUndefined()
    expect(await rig.host.channels.usable(rig.a.id, 'hook')).toBe(true)
  })
})
