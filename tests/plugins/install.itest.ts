import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ShellManifest } from '@recado/contracts'
import { gunzipSync } from 'node:zlib'
import { extract } from 'tar-stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'
import { publisherKey } from '../harness/packed-plugin.ts'
import { stranger, type StrangerOptions } from '../harness/stranger.ts'
import { enable, infoOf, inspected, install, masterOf, upload } from './install.rig.ts'

const route = (name: string, answer: string, more = '') => ({
  definition:
    `routes: { ${name}: defineRoute({ method: 'GET', path: '/${name}', summary: 'Says something.', access: { kind: ` +
    `'session', permission: 'tickets.read' }, rate: 'read', response: z.object({ said: z.string() }) }) }, ${more}`,
  implementation: `routes: { async ${name}(request, ctx) { ${answer} } },`,
})
/** Says its version; with a table that a migration makes. */
const talker = (version: string, options: StrangerOptions = {}): Promise<Buffer> =>
  stranger('talker', { version, ...route('say', `return { said: '${version}' }`), ...options })

let node: TestApp
let ana: Person
let bia: Person
beforeAll(async () => {
  node = await testApp({ app: { pluginSignatures: 'ask' } })
  ana = await masterOf(node, node.a.admin)
  bia = await node.signIn(node.b.admin)
})
afterAll(() => node.close())

const folders = (): string[] =>
  readdirSync(join(node.dataDir, 'plugins'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
const leftovers = async (): Promise<unknown> => [
  ...(existsSync(join(node.dataDir, 'plugins')) ? folders() : []),
  ...(await node.database.owner`select id from installation.plugin where removed_at is null`),
]
const remove = (id: string, query = '') => ana.ok('DELETE', `/plugins/${id}/installation${query}`)

describe('who may', () => {
  it('a master of the installation, and nobody else, whatever their role', async () => {
    const bytes = await talker('1.0.0')
    for (const person of [bia, await node.signIn(node.a.supervisor), await node.signIn(node.a.user)]) {
      expect(await upload(person, bytes)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
      expect(await person.refused('GET', '/plugins/publishers')).toBe('403 ERR_NO_PERMISSION')
      expect(await person.refused('GET', '/plugins/inbox')).toBe('403 ERR_NO_PERMISSION')
      expect(await person.refused('DELETE', '/plugins/webchat/installation')).toBe('403 ERR_NO_PERMISSION')
    }
    expect((await ana.ok<ShellManifest>('GET', '/api/shell/manifest')).permissions).toContain('plugins.install')
    expect((await bia.ok<ShellManifest>('GET', '/api/shell/manifest')).permissions).not.toContain('plugins.install')
  })
})

it('code is brought in and taken out, and a publisher trusted, by who has shown lately who they are', async () => {
  const late = await masterOf(node, node.b.supervisor)
  await node.database
    .owner`update core.session set confirmed_at = now() - interval '6 minutes' where id = ${late.login.sessionId}`
  const inspection = await inspected(late, await talker('1.0.0'))
  expect(await late.refused('POST', `/plugins/installations/${inspection.id}/confirm`, { acceptUnsigned: true })).toBe(
    '403 ERR_CONFIRMATION_REQUIRED',
  )
  expect(await late.refused('POST', '/plugins/publishers', { name: 'Vizinhos & Cia', publicKey: 'AAAA' })).toBe(
    '403 ERR_CONFIRMATION_REQUIRED',
  )
  for (const query of ['', '?data=delete&confirm=talker'])
    expect(await late.refused('DELETE', `/plugins/talker/installation${query}`)).toBe('403 ERR_CONFIRMATION_REQUIRED')
  expect(await infoOf(ana, 'talker')).toBeUndefined()
  await late.ok('DELETE', `/plugins/installations/${inspection.id}`)
})

describe('from the archive to the running plugin', () => {
  it('is inspected before anything runs, installed, and runs without a restart; each company switches it on for itself', async () => {
    const inspection = await inspected(
      ana,
      await talker('1.0.0', { before: 'globalThis.talkerRan = true', manifest: { egress: ['api.example.com'] } }),
    )
    expect(inspection).toMatchObject({
      manifest: { id: 'talker', version: '1.0.0', publisher: 'Vizinhos & Cia' },
      signature: { verdict: 'unsigned', fingerprint: null },
      change: 'new',
      installed: null,
      added: { egress: ['api.example.com'] },
      concerns: ['unsigned'],
      blocked: null,
    })
    expect(inspection.size.files).toBe(3)
    expect('talkerRan' in globalThis).toBe(false)
    expect(await ana.refused('POST', `/plugins/installations/${inspection.id}/confirm`, {})).toBe(
      '409 ERR_PLUGIN_ACCEPTANCE_REQUIRED',
    )
    expect(await ana.refused('GET', '/p/talker/say')).toBe('404 ERR_NOT_FOUND')
    const listening = await ana.listen()

    const info = await ana.ok('POST', `/plugins/installations/${inspection.id}/confirm`, { acceptUnsigned: true })
    expect(info).toMatchObject({
      id: 'talker',
      status: 'ready',
      enabled: false,
      installation: { fingerprint: null, installedBy: node.a.admin.name },
    })
    expect('talkerRan' in globalThis).toBe(true)
    await listening.next(`${node.a.id}:plugins`)
    // Its definition says that everybody has it; a stranger does not decide that.
    expect(await ana.refused('GET', '/p/talker/say')).toBe('404 ERR_PLUGIN_DISABLED')
    await enable(ana, 'talker')
    expect(await ana.ok('GET', '/p/talker/say')).toEqual({ said: '1.0.0' })
    expect(await bia.refused('GET', '/p/talker/say')).toBe('404 ERR_PLUGIN_DISABLED')
    expect((await infoOf(bia, 'talker'))!.enabled).toBe(false)
    // An inspection is for one installation.
    expect(await ana.refused('POST', `/plugins/installations/${inspection.id}/confirm`, { acceptUnsigned: true })).toBe(
      '404 ERR_NO_PLUGIN_INSPECTION',
    )
  })

  it('survives a restart, with its folder gone or touched too', async () => {
    const [folder] = readdirSync(join(node.dataDir, 'plugins/talker'))
    writeFileSync(
      join(node.dataDir, 'plugins/talker', folder!, 'dist/server.js'),
      'throw new Error("changed on the disk")',
    )
    await node.restart()
    expect(await ana.ok('GET', '/p/talker/say')).toEqual({ said: '1.0.0' })
  })

  it('an update shows what is new, runs in place of the old one, and its requests under way end on the old one', async () => {
    const slow = await talker('1.1.0', {
      ...route(
        'say',
        "if (request.headers.has('x-slow')) await new Promise((resolve) => { globalThis.talkerRelease = resolve; " +
          "globalThis.talkerWaits?.() }); return { said: '1.1.0' }",
        "egress: ['b.example'], permissions: { use: { titleKey: 'x', roles: ['admin'] } },",
      ),
      manifest: { egress: ['b.example'], permissions: [{ name: 'use', title: {}, roles: ['admin'] }] },
    })
    expect(await inspected(ana, slow)).toMatchObject({
      change: 'update',
      installed: { version: '1.0.0' },
      added: { egress: ['b.example'], permissions: ['use'] },
      concerns: ['unsigned'],
    })
    await install(ana, slow)
    const waits = new Promise<void>((resolve) => {
      Object.assign(globalThis, { talkerWaits: resolve })
    })
    const underWay = ana.call('GET', '/p/talker/say', undefined, { 'x-slow': 'yes' })
    await waits
    await install(ana, await talker('1.2.0'))
    expect(await ana.ok('GET', '/p/talker/say')).toEqual({ said: '1.2.0' })
    ;(globalThis as unknown as { talkerRelease(): void }).talkerRelease()
    expect((await underWay).body).toEqual({ said: '1.1.0' })
    expect(await infoOf(ana, 'talker')).toMatchObject({ version: '1.2.0', enabled: true })
  })

  it('a version that does not start leaves the one before it running, and its schema as it was', async () => {
    const broken = await talker('1.3.0', {
      files: {
        'migrations/0001-a.sql': 'create table note (tenant_id uuid not null);',
        'migrations/0002-b.sql': 'create table half (id no_such_type);',
      },
    })
    const { id } = await inspected(ana, broken)
    expect(await ana.call('POST', `/plugins/installations/${id}/confirm`, { acceptUnsigned: true })).toMatchObject({
      status: 422,
      body: { error: 'ERR_PLUGIN_NOT_STARTED', detail: expect.stringMatching(/^its migration 0002-b\.sql failed/) },
    })
    const throwing = await inspected(ana, await talker('1.3.1', { before: 'throw new Error("at import")' }))
    expect(
      await ana.call('POST', `/plugins/installations/${throwing.id}/confirm`, { acceptUnsigned: true }),
    ).toMatchObject({ status: 422, body: { detail: expect.stringContaining('at import') } })
    expect(await ana.ok('GET', '/p/talker/say')).toEqual({ said: '1.2.0' })
    expect(await node.database.owner`select 1 from pg_tables where schemaname = 'plg_talker'`).toHaveLength(0)
    expect(readdirSync(join(node.dataDir, 'plugins/talker')).filter((name) => name.startsWith('1.3'))).toEqual([])
    await node.restart()
    expect(await ana.ok('GET', '/p/talker/say')).toEqual({ said: '1.2.0' })
  })

  it('an older version is shown as one, and may be installed', async () => {
    expect(await inspected(ana, await talker('1.0.0'))).toMatchObject({
      change: 'downgrade',
      installed: { version: '1.2.0' },
    })
    await install(ana, await talker('1.0.0'))
    expect(await ana.ok('GET', '/p/talker/say')).toEqual({ said: '1.0.0' })
  })

  it('what was inspected before something else was installed is not installed over it', async () => {
    const { id } = await inspected(ana, await talker('1.4.0'))
    await install(ana, await talker('1.5.0'))
    expect(await ana.refused('POST', `/plugins/installations/${id}/confirm`, { acceptUnsigned: true })).toBe(
      '409 ERR_PLUGIN_CHANGED',
    )
    expect(await ana.ok('GET', '/p/talker/say')).toEqual({ said: '1.5.0' })
  })

  it('an inspection can be discarded, expires, and is its maker’s own', async () => {
    const { id } = await inspected(ana, await talker('1.6.0'))
    const other = await masterOf(node, node.a.supervisor)
    expect(await other.refused('POST', `/plugins/installations/${id}/confirm`, { acceptUnsigned: true })).toBe(
      '404 ERR_NO_PLUGIN_INSPECTION',
    )
    await ana.ok('DELETE', `/plugins/installations/${id}`)
    expect(await ana.refused('DELETE', `/plugins/installations/${id}`)).toBe('404 ERR_NO_PLUGIN_INSPECTION')
    const late = await inspected(ana, await talker('1.6.0'))
    await node.database.owner`update installation.inspection set expires_at = now() - interval '1 second'`
    expect(await ana.refused('POST', `/plugins/installations/${late.id}/confirm`, { acceptUnsigned: true })).toBe(
      '404 ERR_NO_PLUGIN_INSPECTION',
    )
    for (let look = 0; look < 7; look++) await inspected(ana, await talker('1.6.0'))
    expect(await node.database.owner`select 1 from installation.inspection`).toHaveLength(5)
  })

  it('removed, nothing of it can be reached, it is off everywhere, and its data waits for it', async () => {
    await install(
      ana,
      await talker('2.0.0', {
        ...route(
          'say',
          "await ctx.db.transaction((tx) => tx.query('insert into note (tenant_id) values ($1)', [ctx.tenant], " +
            "'object')); return { said: 'noted' }",
          'on: { created: TicketCreated }, jobs: { later: z.object({}) },',
        ),
        manifest: { listens: ['ticket.created.v1'] },
        files: { 'migrations/0001-a.sql': 'create table note (tenant_id uuid not null);', 'locales/en.json': '{}' },
        implementation:
          "routes: { async say(request, ctx) { await ctx.db.transaction((tx) => tx.query('insert into note " +
          "(tenant_id) values ($1)', [ctx.tenant], 'object')); return { said: 'noted' } } }, on: { async " +
          'created() {} }, jobs: { async later() {} },',
      }),
    )
    await ana.ok('GET', '/p/talker/say')
    const words = (await infoOf(ana, 'talker'))!.locales['en']!
    expect(words).toMatch(/^\/plugins\/talker\/@[0-9a-f]{12}\/locales\/en\.json$/)
    expect((await fetch(node.base + words)).status).toBe(200)
    expect(await node.database.owner`select name from bus.cursor where name like 'plugin.talker.%'`).toHaveLength(1)
    const listening = await bia.listen()

    await remove('talker')
    expect(await ana.refused('GET', '/p/talker/say')).toBe('404 ERR_NOT_FOUND')
    expect((await fetch(node.base + words)).status).toBe(404)
    expect(await infoOf(ana, 'talker')).toBeUndefined()
    expect(await node.database.owner`select name from bus.cursor where name like 'plugin.talker.%'`).toHaveLength(0)
    expect(existsSync(join(node.dataDir, 'plugins/talker'))).toBe(false)
    await listening.next(`${node.b.id}:plugins`)
    expect(await ana.refused('DELETE', '/plugins/talker/installation')).toBe('404 ERR_PLUGIN_NOT_FOUND')
    await node.restart()
    expect(await infoOf(ana, 'talker')).toBeUndefined()

    expect(await node.database.owner`select tenant_id from plg_talker.note`).toEqual([{ tenant_id: node.a.id }])
    const back = await talker('2.0.1', {
      files: { 'migrations/0001-a.sql': 'create table note (tenant_id uuid not null);' },
    })
    expect(await inspected(ana, back)).toMatchObject({ change: 'new', installed: { version: '2.0.0', removed: true } })
    expect(await install(ana, back)).toMatchObject({ enabled: false })
  })

  it('with its data, when that is said twice', async () => {
    await enable(ana, 'talker')
    expect(await ana.refused('DELETE', '/plugins/talker/installation?data=delete')).toBe('422 ERR_VALIDATION')
    expect(await ana.refused('DELETE', '/plugins/talker/installation?data=delete&confirm=webchat')).toBe(
      '422 ERR_VALIDATION',
    )
    await remove('talker', '?data=delete&confirm=talker')
    expect(await node.database.owner`select 1 from pg_namespace where nspname = 'plg_talker'`).toHaveLength(0)
    expect(await node.database.owner`select 1 from core.plugin_enablement where plugin = 'talker'`).toHaveLength(0)
    expect(await node.database.owner`select 1 from migrations.applied where owner = 'plugin:talker'`).toHaveLength(0)
    expect(await inspected(ana, await talker('3.0.0'))).toMatchObject({ installed: null })
    expect(await leftovers()).toEqual([])
    const acts = (
      await node.database.owner<
        { action: string }[]
      >`select action from core.audit_log where subject = 'talker' and tenant_id = ${node.a.id} order by at`
    ).map(({ action }) => action)
    expect(acts).toEqual(expect.arrayContaining(['plugin.install', 'plugin.remove', 'plugin.erase']))
  })
})

describe('what may not be installed', () => {
  it.each<[string, StrangerOptions, RegExp]>([
    ['a host', { definition: "egress: ['c.example']," }, /reaches c\.example/],
    ['every host', { definition: "egress: ['*'],", manifest: { egress: ['c.example'] } }, /reaches \*/],
    [
      'a permission',
      { definition: "permissions: { spy: { titleKey: 'x', roles: ['user'] } }," },
      /brings the permission greedy\.spy/,
    ],
    [
      'a permission for more roles',
      {
        definition: "permissions: { spy: { titleKey: 'x', roles: ['user'] } },",
        manifest: { permissions: [{ name: 'spy', title: {}, roles: ['admin'] }] },
      },
      /gives the permission greedy\.spy to the role user/,
    ],
    [
      'an event',
      { definition: 'on: { closed: TicketClosed },', implementation: 'on: { async closed() {} },' },
      /listens to ticket\.closed\.v1/,
    ],
    [
      'a page',
      { definition: "ui: { pages: [{ path: '/espia', panel: 'Spy', titleKey: 'x' }] }," },
      /has the page \/espia/,
    ],
    ['another version', { manifest: { version: '1.0.1' } }, /says that it is version 1\.0\.0/],
    ['another publisher', { manifest: { publisher: 'Recado' } }, /says that Vizinhos & Cia published it/],
  ])('code that asks for more than was shown: %s', async (_what, options, detail) => {
    const { id } = await inspected(ana, await stranger('greedy', options))
    expect(await ana.call('POST', `/plugins/installations/${id}/confirm`, { acceptUnsigned: true })).toMatchObject({
      status: 422,
      body: { error: 'ERR_PLUGIN_NOT_STARTED', detail: expect.stringMatching(detail) },
    })
    expect(await leftovers()).toEqual([])
    expect(await infoOf(ana, 'greedy')).toBeUndefined()
  })

  it('an id of core or of a plugin that came with the product; nor can that one be removed', async () => {
    expect(await upload(ana, await stranger('webchat'))).toMatchObject({
      status: 409,
      body: { error: 'ERR_PLUGIN_ID_TAKEN' },
    })
    expect(await upload(ana, await stranger('ticket'))).toMatchObject({
      status: 409,
      body: { error: 'ERR_PLUGIN_ID_TAKEN' },
    })
    expect(await ana.refused('DELETE', '/plugins/webchat/installation')).toBe('409 ERR_PLUGIN_SHIPPED')
  })

  it('a page that a running plugin has', async () => {
    const { id } = await inspected(
      ana,
      await stranger('copycat', {
        definition: "ui: { pages: [{ path: '/mensagens-rapidas', panel: 'Spy', titleKey: 'x' }] },",
        manifest: { pages: ['/mensagens-rapidas'] },
      }),
    )
    expect(await ana.call('POST', `/plugins/installations/${id}/confirm`, { acceptUnsigned: true })).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('/mensagens-rapidas is already taken') },
    })
  })

  it('nor removed or changed, what another plugin needs', async () => {
    await install(ana, await stranger('ground', { version: '1.0.0' }))
    await install(ana, await stranger('upper', { definition: "requires: { ground: '^1.0.0' }," }))
    expect(await ana.call('DELETE', '/plugins/ground/installation')).toMatchObject({
      status: 409,
      body: { error: 'ERR_PLUGIN_IN_USE', detail: 'upper' },
    })
    const { id } = await inspected(ana, await stranger('ground', { version: '2.0.0' }))
    expect(await ana.call('POST', `/plugins/installations/${id}/confirm`, { acceptUnsigned: true })).toMatchObject({
      status: 422,
      body: { detail: 'upper could not run beside it: it requires ground ^1.0.0, and 2.0.0 is installed' },
    })
    expect(await infoOf(ana, 'ground')).toMatchObject({ version: '1.0.0', status: 'ready' })
    for (const plugin of ['upper', 'ground']) await remove(plugin, `?data=delete&confirm=${plugin}`)
  })

  it('hostile archives, which leave nothing behind', async () => {
    const bytes = await stranger('hostile')
    expect(await upload(ana, bytes.subarray(0, bytes.length - 40))).toMatchObject({
      status: 422,
      body: { error: 'ERR_PLUGIN_ARCHIVE' },
    })
    expect(await upload(ana, Buffer.alloc(20_000_001))).toMatchObject({
      status: 413,
      body: { error: 'ERR_PLUGIN_ARCHIVE_TOO_LARGE', limit: 20_000_000 },
    })
    const climbing = await stranger('hostile', {
      tamper: (entries) => [...entries, { name: 'package/../../../escaped', content: 'x' }],
    })
    expect(await upload(ana, climbing)).toMatchObject({ status: 422, body: { error: 'ERR_PLUGIN_ARCHIVE_UNSAFE' } })
    const linked = await stranger('hostile', {
      tamper: (entries) => [...entries, { name: 'package/dist/link', type: 'symlink', linkname: '/etc/passwd' }],
    })
    expect(await upload(ana, linked)).toMatchObject({ status: 422, body: { error: 'ERR_PLUGIN_ARCHIVE_UNSAFE' } })
    expect(await upload(ana, await stranger('hostile', { tamper: (entries) => entries.slice(1) }))).toMatchObject({
      status: 422,
      body: { error: 'ERR_PLUGIN_CONTENT' },
    })
    expect(await upload(ana, await stranger('hostile', { manifest: { host: '^2.0.0' } }))).toMatchObject({
      status: 422,
      body: { error: 'ERR_PLUGIN_INCOMPATIBLE' },
    })
    expect(await ana.call('POST', '/plugins/installations', new FormData())).toMatchObject({
      status: 422,
      body: { error: 'ERR_NO_FILE_UPLOADED' },
    })
    expect(await leftovers()).toEqual([])
    expect(readdirSync(node.dataDir)).not.toContain('escaped')
  })
})

describe('signatures', () => {
  const key = publisherKey()
  const signed = (version: string, options: StrangerOptions = {}): Promise<Buffer> =>
    stranger('signed', { version, key, ...options })

  it('by an unknown key are a concern; by a trusted one they are none', async () => {
    expect(await inspected(ana, await signed('1.0.0'))).toMatchObject({
      signature: { verdict: 'untrusted', fingerprint: key.fingerprint, publisher: null },
      concerns: ['untrusted'],
    })
    expect(await ana.call('POST', '/plugins/publishers', { name: 'Vizinhos & Cia', publicKey: 'AAAA' })).toMatchObject({
      status: 422,
    })
    await ana.ok('POST', '/plugins/publishers', { name: 'Vizinhos & Cia', publicKey: key.publicKey })
    expect(await ana.ok('GET', '/plugins/publishers')).toMatchObject({
      publishers: [{ name: 'Vizinhos & Cia', fingerprint: key.fingerprint, addedBy: node.a.admin.name }],
    })
    const { id, ...inspection } = await inspected(ana, await signed('1.0.0'))
    expect(inspection).toMatchObject({ signature: { verdict: 'trusted', publisher: 'Vizinhos & Cia' }, concerns: [] })
    expect(await ana.ok('POST', `/plugins/installations/${id}/confirm`, {})).toMatchObject({
      id: 'signed',
      installation: { fingerprint: key.fingerprint },
    })
  })

  it('that are broken cannot be accepted', async () => {
    const { id, signature, blocked } = await inspected(
      ana,
      await signed('1.1.0', {
        tamper: (entries) =>
          entries.map((entry) => (entry.name.endsWith('.sig') ? { ...entry, content: '{}' } : entry)),
      }),
    )
    expect({ signature, blocked }).toEqual({
      signature: { verdict: 'broken', fingerprint: null, publisher: null },
      blocked: 'broken',
    })
    expect(await ana.refused('POST', `/plugins/installations/${id}/confirm`, { acceptUnsigned: true })).toBe(
      '422 ERR_PLUGIN_SIGNATURE',
    )
  })

  it('of another key than before are a concern, although that one is trusted too, and so is none', async () => {
    const other = publisherKey()
    await ana.ok('POST', '/plugins/publishers', { name: 'Outra casa', publicKey: other.publicKey })
    const stolen = await inspected(ana, await signed('1.1.0', { key: other }))
    expect(stolen).toMatchObject({
      signature: { verdict: 'trusted', publisher: 'Outra casa' },
      installed: { fingerprint: key.fingerprint },
      concerns: ['publisherChanged'],
    })
    expect(await ana.refused('POST', `/plugins/installations/${stolen.id}/confirm`, {})).toBe(
      '409 ERR_PLUGIN_ACCEPTANCE_REQUIRED',
    )
    expect((await inspected(ana, await stranger('signed', { version: '1.1.0' }))).concerns).toEqual([
      'unsigned',
      'publisherChanged',
    ])
    await remove('signed')
    expect((await inspected(ana, await signed('1.1.0', { key: other }))).concerns).toEqual(['publisherChanged'])
    await ana.ok('DELETE', `/plugins/publishers/${other.fingerprint}`)
    expect(await ana.refused('DELETE', `/plugins/publishers/${other.fingerprint}`)).toBe('404 ERR_NOT_FOUND')
    await remove('signed', '?data=delete&confirm=signed')
  })
})

describe('an installation that takes signed plugins only', () => {
  it('refuses every other, whatever is accepted, and keeps what it had', async () => {
    const key = publisherKey()
    // What holds unless somebody chose otherwise.
    const strict = await testApp()
    try {
      const master = await masterOf(strict, strict.a.admin)
      for (const bytes of [await stranger('strict'), await stranger('strict', { key })]) {
        const { id, blocked } = await inspected(master, bytes)
        expect(blocked).toBe('signatureRequired')
        expect(await master.refused('POST', `/plugins/installations/${id}/confirm`, { acceptUnsigned: true })).toBe(
          '403 ERR_PLUGIN_SIGNATURE_REQUIRED',
        )
      }
      await master.ok('POST', '/plugins/publishers', { name: 'Casa', publicKey: key.publicKey })
      expect(await install(master, await stranger('strict', { key }))).toMatchObject({ status: 'ready' })
      await master.ok('DELETE', `/plugins/publishers/${key.fingerprint}`)
      await strict.restart()
      expect(await infoOf(master, 'strict')).toMatchObject({ status: 'ready' })
    } finally {
      await strict.close()
    }
  })
})

describe('what the disk and the database do not hold', () => {
  it('costs the plugin and nothing else', async () => {
    await install(ana, await talker('5.0.0'))
    rmSync(join(node.dataDir, 'plugins/talker'), { recursive: true })
    await node.database.owner`update installation.plugin set archive = 'torn' where id = 'talker'`
    await node.restart()
    expect(await infoOf(ana, 'talker')).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('could not be unpacked'),
    })
    expect(await infoOf(ana, 'webchat')).toMatchObject({ status: 'ready' })
    await install(ana, await talker('5.0.1'))
    expect(await infoOf(ana, 'talker')).toMatchObject({ status: 'ready', version: '5.0.1' })
    await remove('talker', '?data=delete&confirm=talker')
  })
})

describe('the inbox', () => {
  beforeEach(() => mkdirSync(join(node.dataDir, 'plugins-inbox'), { recursive: true }))

  it('offers archives and folders of the data folder, and nothing beyond', async () => {
    const inbox = join(node.dataDir, 'plugins-inbox')
    const bytes = await talker('4.0.0')
    writeFileSync(join(inbox, 'talker.recado.tgz'), bytes)
    writeFileSync(join(inbox, 'notes.txt'), '')
    symlinkSync('/etc', join(inbox, 'etc'))
    await unpackedInto(join(inbox, 'talker-folder'), bytes)
    expect(await ana.ok('GET', '/plugins/inbox')).toEqual({
      entries: [
        { name: 'talker-folder', kind: 'folder' },
        { name: 'talker.recado.tgz', kind: 'archive' },
      ],
    })
    for (const folder of ['talker.recado.tgz', 'talker-folder'])
      expect(await ana.ok('POST', '/plugins/installations', { folder })).toMatchObject({
        manifest: { id: 'talker', version: '4.0.0' },
      })
    for (const folder of ['..', '.', '/etc', 'etc', 'notes.txt', 'nothing', '.', ''])
      expect(await ana.refused('POST', '/plugins/installations', { folder }), folder).toBe('404 ERR_NO_PLUGIN_IN_INBOX')
    symlinkSync('/etc/passwd', join(inbox, 'talker-folder/dist/link'))
    expect(await ana.refused('POST', '/plugins/installations', { folder: 'talker-folder' })).toBe(
      '422 ERR_PLUGIN_ARCHIVE_UNSAFE',
    )
  })
})

/** Unpacks as npm would, for the inbox. */
async function unpackedInto(folder: string, bytes: Uint8Array): Promise<void> {
  const tar = extract()
  tar.end(gunzipSync(bytes))
  for await (const entry of tar) {
    const path = join(folder, entry.header.name.replace(/^package\//, ''))
    mkdirSync(join(path, '..'), { recursive: true })
    const pieces: Uint8Array[] = []
    for await (const piece of entry) pieces.push(piece as Uint8Array)
    writeFileSync(path, Buffer.concat(pieces))
  }
}

describe('events and jobs of an installed plugin', () => {
  it('are its own from the moment it is there until it is removed', async () => {
    const worker = await stranger('worker', {
      ...route('say', "await ctx.enqueue('later', {}); return { said: 'soon' }", 'jobs: { later: z.object({}) },'),
      implementation:
        "routes: { async say(request, ctx) { await ctx.enqueue('later', {}); return { said: 'soon' } } }, jobs: " +
        '{ async later(data, ctx) { globalThis.workerDone = ctx.tenant } },',
    })
    await install(ana, worker)
    await enable(ana, 'worker')
    await ana.ok('GET', '/p/worker/say')
    expect(await eventually(() => (globalThis as { workerDone?: string }).workerDone)).toBe(node.a.id)
    await remove('worker', '?data=delete&confirm=worker')
  })
})
