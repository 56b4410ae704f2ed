import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Connection, ConnectionCheck, MessagePage, PluginInfo, Ticket, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readArchive } from '../../sdk/src/cli/archive.ts'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'
import { LineServer } from './line/simulator/line-server.ts'
import { Workshop, type StrangersPlugin } from './workshop.ts'

const source = join(import.meta.dirname, 'line')
let workshop: Workshop
let plugin: StrangersPlugin
beforeAll(async () => {
  workshop = await Workshop.open()
  plugin = await workshop.plugin('line', 'channel', source)
}, 240_000)
afterAll(() => workshop?.close())

describe('a channel that a stranger wrote', { timeout: 240_000 }, () => {
  it('is one file of at most 300 lines', async () => {
    expect(
      (await readFile(join(plugin.folder, 'src/server.ts'), 'utf8')).trimEnd().split('\n').length,
    ).toBeLessThanOrEqual(300)
  })

  it('conforms, and its types are right', async () => {
    const [, tests] = await Promise.all([plugin.typecheck(), plugin.test()])
    expect(tests).toMatchObject({ numFailedTests: 0 })
    expect(tests.numPassedTests).toBeGreaterThan(20)
  })
})

describe('the packed channel in a running Recado', { timeout: 60_000 }, () => {
  let line: LineServer
  let world: TestApp
  let admin: Person
  let stranger: Person
  let connection: Connection

  const freePort = (): Promise<number> =>
    new Promise((resolve) => {
      const probe = createServer().listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as AddressInfo
        probe.close(() => resolve(port))
      })
    })
  const connect = async (person: Person): Promise<Connection> => {
    const { channelSecret, accessToken, url: apiRoot } = line
    const { id } = await person.ok<Connection>('POST', '/whatsapp', {
      name: `LINE ${randomUUID()}`,
      type: 'line',
      config: { channelSecret, accessToken, apiRoot },
    })
    return eventually(
      () => person.ok<Connection>('GET', `/whatsapp/${id}`),
      ({ status }) => status === 'connected',
    )
  }
  const tickets = async (person: Person): Promise<Ticket[]> =>
    (await person.ok<TicketPage>('GET', '/tickets/?status[]=pending&status[]=open&status[]=group')).tickets
  const parts = async (ticket: Pick<Ticket, 'id'>) =>
    (await admin.ok<MessagePage>('GET', `/messages/${ticket.id}?limit=200`)).messages.flatMap(
      (message) => message.parts,
    )

  beforeAll(async () => {
    const plugins = join(workshop.folder, '.plugins')
    await readArchive(await plugin.pack(), join(plugins, 'line'))
    line = await LineServer.start()
    const port = await freePort()
    world = await testApp({
      pluginFolders: [plugins],
      app: { port, egress: { allow: ['127.0.0.0/8'] }, publicUrl: `http://127.0.0.1:${port}` },
    })
    admin = await world.signIn(world.a.admin)
    stranger = await world.signIn(world.b.admin)
    connection = await connect(admin)
  }, 240_000)
  afterAll(async () => {
    await world?.close()
    await line?.close()
  })

  it('is ready, with forms and a panel, though it brings its own zod and SDK', async () => {
    const { plugins } = await admin.ok<{ plugins: PluginInfo[] }>('GET', '/api/plugins')
    expect(plugins.find(({ id }) => id === 'line')).toMatchObject({
      status: 'ready',
      enabled: true,
      channels: ['line'],
      egress: ['api.line.me', 'api-data.line.me'],
    })
    const { channels, plugins: drawn } = await admin.ok<{
      channels: { type: string; form: { name: string; type: string }[] }[]
      plugins: { id: string; remote: { entry: string } }[]
    }>('GET', '/api/shell/manifest')
    expect(channels.find(({ type }) => type === 'line')?.form.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'channelSecret secret',
      'accessToken secret',
      'apiRoot url',
    ])
    const { remote } = drawn.find(({ id }) => id === 'line')!
    expect(await (await fetch(`${world.base}${remote.entry}`)).text()).toContain('init')
  })

  it('has its settings checked by its own schema, and its connection tested', async () => {
    expect(
      await admin.refused('POST', '/whatsapp', {
        name: 'x',
        type: 'line',
        config: { channelSecret: 'short', accessToken: line.accessToken },
      }),
    ).toBe('422 ERR_VALIDATION')
    expect(await admin.ok<ConnectionCheck>('POST', `/whatsapp/${connection.id}/check`)).toMatchObject({
      ok: true,
      identity: 'Loja',
    })
  })

  it('brings texts, files and groups in, of those only who prove to be LINE', async () => {
    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    line.files.set('picture-1', { mime: 'image/png', bytes: picture })
    const webhook = connection.webhookUrl!
    expect(
      await line.deliver(
        webhook,
        line.said('Uaa', { type: 'text', text: 'Bom dia' }),
        line.said('Uaa', { type: 'image', id: 'picture-1', contentProvider: { type: 'line' } }),
        line.said('Ubb', { type: 'text', text: 'Oi, grupo' }, { type: 'group', groupId: 'Cff' }),
      ),
    ).toBe(200)
    const forged = await fetch(webhook, {
      method: 'POST',
      body: '{"events":[]}',
      headers: { 'x-line-signature': Buffer.alloc(32).toString('base64') },
    })
    expect(forged.status).toBe(401)
    const found = await eventually(
      () => tickets(admin),
      (all) => all.length === 2,
    )
    const group = found.find(({ status }) => status === 'group')!
    const single = found.find(({ status }) => status !== 'group')!
    expect(await parts(group)).toMatchObject([{ kind: 'text', text: 'Oi, grupo' }])
    await eventually(
      () => parts(single),
      (all) => all.some((part) => part.kind === 'media' && part.mime === 'image/png'),
    )
    expect(await tickets(stranger)).toEqual([])
  })

  it('sends, again after a refusal that may pass, and once although twice', async () => {
    const ticket = (await tickets(admin)).find(({ status }) => status === 'pending')!
    await admin.ok('PUT', `/tickets/${ticket.id}`, { status: 'open' })
    line.faults.push(500, 'lost')
    await admin.ok('POST', `/messages/${ticket.id}`, { body: 'Em que posso ajudar?' })
    const own = async () =>
      (await admin.ok<MessagePage>('GET', `/messages/${ticket.id}?limit=200`)).messages.find(
        (message) => message.fromMe,
      )
    await eventually(own, (message) => message?.status === 'sent')
    expect(line.pushed).toEqual([{ to: 'Uaa', messages: [{ type: 'text', text: 'Em que posso ajudar?' }] }])
    expect(line.faults).toEqual([])
  })
})
