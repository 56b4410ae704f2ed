import { contractVersion, type PluginInfo } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Client } from '../../core/src/access/access.rig.ts'
import { failureLimit, firstPauseMs } from '../../core/src/plugins/breaker.ts'
import { hostRig, type HostRig } from './host.rig.ts'

let rig: HostRig
let admin: Client
let otherAdmin: Client
let plugins: Map<string, PluginInfo>

beforeAll(async () => {
  rig = await hostRig(['bad', 'good'], { importMs: 300, loadMs: 300, handlerMs: 300, eventMs: 300 })
  admin = await rig.signedIn(rig.a.admin)
  otherAdmin = await rig.signedIn(rig.b.admin)
  plugins = new Map(
    (await admin.call<{ plugins: PluginInfo[] }>('GET', '/api/plugins')).body.plugins.map((plugin) => [
      plugin.id,
      plugin,
    ]),
  )
})
afterAll(() => rig.close())

const goodOneAnswers = async (client = admin): Promise<void> => {
  expect(await client.call('GET', '/p/ledger/entries')).toMatchObject({ status: 200 })
}

describe('a plugin that does not get through the start is shown with its reason', () => {
  const expected: [id: string, status: PluginInfo['status'], reason: string | RegExp][] = [
    ['not-a-plugin', 'invalid', /^its definition is wrong at /],
    ['unfinished', 'invalid', 'routes.promised is declared but not implemented'],
    ['wrong-id', 'invalid', 'its id is diary, but its folder is called wrong-id'],
    ['ticket', 'invalid', 'ticket cannot be the id of a plugin: it must be lower case and must not belong to core'],
    ['tickets', 'invalid', 'its permission tickets.delete belongs to core'],
    ['twice-the-path', 'invalid', 'its routes one and another are both GET /cards/:card'],
    ['unknown-slot', 'invalid', /^its definition is wrong at ui\.slots\.0\.slot/],
    ['empty-choice', 'invalid', /^its definition is wrong at attributes\.stage/],
    ['secret-action', 'invalid', 'its action send asks for the secret pin; secrets belong into the settings'],
    ['core-code', 'invalid', /^its definition is wrong at errors\.ERR_NOT_FOUND/],
    ['unruly-twin', 'invalid', 'its error code ERR_UNRULY_MOOD is already declared by unruly'],
    ['takes-home', 'invalid', 'its page /home is already taken by core'],
    ['claims-core', 'incompatible', 'it claims GET /tickets, which is already served by core'],
    ['claims-api', 'invalid', 'it claims /api/shell/other, which belongs to core'],
    ['too-new', 'incompatible', `it was written for contract ^99.0.0, and this is ${contractVersion}`],
    ['circle-one', 'incompatible', 'its requirements form a circle: circle-one → circle-two → circle-one'],
    ['circle-two', 'incompatible', 'its requirements form a circle: circle-two → circle-one → circle-two'],
    ['throws-at-import', 'failed', 'importing it failed: Error: no such luck'],
    ['throws-a-string', 'failed', 'importing it failed: thrown value of type string: just a string'],
    ['hangs-at-import', 'failed', 'importing it did not end within 0.3 s'],
    ['throws-in-load', 'failed', 'loading it failed: thrown value of type string: refused with a string'],
    ['hangs-in-load', 'failed', 'loading it did not end within 0.3 s'],
    [
      'open-table',
      'failed',
      'its table shared has no column "tenant_id uuid not null", so that companies could not be kept apart',
    ],
    [
      'leaky-view',
      'failed',
      'its view all_seen is not "with (security_invoker = true)", so that it would show the rows of all companies',
    ],
    ['broken-migration', 'failed', /^its migration 0001-half\.sql failed at line 2: .*no_such_type/],
    ['curious-migration', 'failed', /^its migration 0001-copy\.sql failed: permission denied for/],
    [
      'needs-broken',
      'incompatible',
      /^it requires broken-migration, which is failed: its migration 0001-half\.sql failed/,
    ],
  ]

  test.each(expected)('%s is %s', (id, status, reason) => {
    const shown = plugins.get(id)
    expect(shown).toMatchObject({ status, enabled: false })
    if (typeof reason === 'string') expect(shown!.reason).toBe(reason)
    else expect(shown!.reason).toMatch(reason)
  })

  test('and the sound ones are ready', async () => {
    expect(plugins.get('ledger')).toMatchObject({ status: 'ready', reason: null, enabled: true })
    await goodOneAnswers()
    await goodOneAnswers(otherAdmin)
  })

  test('none is missing from the page, and nobody but an administrator sees it', async () => {
    expect([...plugins.keys()].sort()).toEqual(
      [...expected.map(([id]) => id), 'ledger', 'unruly', 'vault-of-others'].sort(),
    )
    const agent = await rig.signedIn(rig.a.user)
    expect(await agent.call('GET', '/api/plugins')).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
  })

  test('it cannot be switched on, and its own paths say that it is not there now', async () => {
    expect(await admin.call('PUT', '/api/plugins/hangs-in-load', { enabled: true })).toMatchObject({
      status: 503,
      body: { error: 'ERR_PLUGIN_UNAVAILABLE' },
    })
    expect(await admin.call('GET', '/p/claims-core/all')).toMatchObject({
      status: 503,
      body: { error: 'ERR_PLUGIN_UNAVAILABLE' },
    })
    expect(await admin.call('GET', '/tickets')).toMatchObject({ status: 200, body: { tickets: [] } })
    expect(await admin.call('PUT', '/api/plugins/nobody', { enabled: true })).toMatchObject({
      status: 404,
      body: { error: 'ERR_PLUGIN_NOT_FOUND' },
    })
  })

  test('a migration that fails leaves nothing behind', async () => {
    const left = await rig.database.owner`
      select relname
        from pg_class
       where relnamespace in (to_regnamespace('plg_broken_migration'), to_regnamespace('plg_curious_migration'))
         and relkind = 'r'`
    expect(left).toHaveLength(0)
  })

  test('none of it reaches the shell', async () => {
    const { body } = await admin.call<{ plugins: { id: string }[] }>('GET', '/api/shell/manifest')
    expect(body.plugins.map((plugin) => plugin.id).sort()).toEqual(['ledger', 'unruly'])
  })
})

describe('a handler that misbehaves', () => {
  const calmDown = (): void => rig.pass(firstPauseMs * 4)

  test.each([
    ['/p/unruly/throws', 500, 'ERR_PLUGIN_FAILED'],
    ['/p/unruly/throws-string', 500, 'ERR_PLUGIN_FAILED'],
    ['/p/unruly/invents', 500, 'ERR_PLUGIN_FAILED'],
    ['/p/unruly/lies', 500, 'ERR_PLUGIN_FAILED'],
    ['/p/unruly/hangs', 504, 'ERR_TIMEOUT'],
    ['/p/unruly/refuses', 404, 'ERR_NO_TAG_FOUND'],
  ])('%s is answered with %i %s and tells nothing', async (path, status, error) => {
    calmDown()
    const answer = await admin.call('GET', path)
    expect({ status: answer.status, error: answer.body.error }).toEqual({ status, error })
    expect(Object.keys(answer.body).sort()).toEqual(['error', 'requestId'])
    await goodOneAnswers()
  })

  test('a code of its own is answered with the status that it declares, and told to the shell', async () => {
    calmDown()
    expect(await admin.call('GET', '/p/unruly/refuses-its-way')).toMatchObject({
      status: 409,
      body: { error: 'ERR_UNRULY_MOOD', limit: 3 },
    })
    const { body } = await admin.call<{ plugins: { id: string; errors: string[] }[] }>('GET', '/api/shell/manifest')
    expect(body.plugins.find(({ id }) => id === 'unruly')!.errors).toEqual(['ERR_UNRULY_MOOD'])
  })

  test('too many failures suspend it for that company alone, visibly, and a success brings it back', async () => {
    calmDown()
    expect((await admin.call('GET', '/p/unruly/good')).status).toBe(200)
    for (let count = 0; count < failureLimit; count++) await admin.call('GET', '/p/unruly/throws')

    const refused = await admin.call('GET', '/p/unruly/good')
    expect(refused).toMatchObject({ status: 503, body: { error: 'ERR_PLUGIN_UNAVAILABLE' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const shown = await rig.info(admin, 'unruly')
    expect(shown.status).toBe('suspended')
    expect(shown.reason).toMatch(
      /^it failed too often and is suspended; last in GET \/p\/unruly\/throws: Error; it is tried again in \d+ s$/,
    )
    expect(rig.pushed).toContain(rig.a.id)

    expect((await otherAdmin.call('GET', '/p/unruly/good')).status).toBe(200)
    expect((await rig.info(otherAdmin, 'unruly')).status).toBe('ready')
    await goodOneAnswers()

    rig.pass(firstPauseMs)
    expect((await admin.call('GET', '/p/unruly/good')).status).toBe(200)
    expect((await rig.info(admin, 'unruly')).status).toBe('ready')
  })

  test('a stream that breaks in the middle ends with an error event', async () => {
    calmDown()
    const response = await fetch(`${rig.base}/p/unruly/stream`, {
      headers: { authorization: `Bearer ${admin.token}`, sessionid: admin.sessionId! },
    })
    const text = await response.text()
    expect(text).toContain('data: 1')
    expect(text).toContain('"error":"ERR_PLUGIN_FAILED"')
    await goodOneAnswers()
  })

  test('an event handler that throws delays only its own plugin; while it is suspended, events wait and are not given up', async () => {
    calmDown()
    const ids = Array.from({ length: failureLimit + 2 }, () => crypto.randomUUID())
    const close = (ticketId: string) =>
      rig.database.db.tenant(rig.a.id, async (tx) => {
        await rig.bus.publishChecked(tx, {
          name: 'ticket.closed.v1',
          tenantId: rig.a.id,
          key: ticketId,
          data: { ticketId, contactId: crypto.randomUUID(), connectionId: rig.a.connection, userId: null },
        })
      })
    for (const id of ids) await close(id)
    rig.bus.poke()

    const { entries } = await vi.waitFor(
      async () => {
        const { body } = await admin.call<{ entries: string[] }>('GET', '/p/ledger/entries')
        expect(body.entries.filter((entry) => entry.startsWith('closed'))).toHaveLength(ids.length)
        return body
      },
      { timeout: 10_000 },
    )
    expect(new Set(entries)).toEqual(new Set(ids.map((id) => `closed ${id}`)))
    await vi.waitFor(async () => expect((await rig.info(admin, 'unruly')).status).toBe('suspended'), {
      timeout: 10_000,
    })

    const waiting = await vi.waitFor(
      async () => {
        const rows = await rig.database.owner<{ attempts: number; postponed: boolean; dead: boolean }[]>`
        select attempts, next_at > now() + interval '10 seconds' as postponed, dead_at is not null as dead
          from bus.parked
         where consumer = 'plugin.unruly.ticketClosed'
         order by seq`
        expect(rows).toHaveLength(ids.length)
        expect(rows.every((row) => row.postponed)).toBe(true)
        return rows
      },
      { timeout: 10_000 },
    )
    expect(waiting.every((row) => row.attempts <= 2 && !row.dead)).toBe(true)
    expect(await rig.bus.dead.list({ consumer: 'plugin.unruly.ticketClosed' })).toEqual([])
  })
})
