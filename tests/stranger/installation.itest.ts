import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Connection, MessagePage, ShellManifest, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'
import { enable, infoOf, inspected, masterOf } from '../plugins/install.rig.ts'
import { LineServer } from './line/simulator/line-server.ts'
import { Workshop } from './workshop.ts'

/* What a stranger wrote, packed and signed with the tools alone, comes into a running Recado by its front door. */

describe('a stranger’s channel, installed by an administrator', { timeout: 60_000 }, () => {
  let workshop: Workshop
  let line: LineServer
  let node: TestApp
  let ana: Person
  let bia: Person
  let archive: Buffer
  let fingerprint: string
  let connection: Connection
  let webhook: string

  beforeAll(async () => {
    workshop = await Workshop.open()
    const plugin = await workshop.plugin('line', 'channel', join(import.meta.dirname, 'line'))
    const key = join(workshop.folder, 'publisher.pem')
    fingerprint = /Fingerprint: ([0-9a-f]{64})/.exec(await plugin.recado('keygen', key))![1]!
    archive = await readFile(await plugin.pack('--key', key))
    line = await LineServer.start()
    node = await testApp({ pluginFolders: [], app: { egress: { allow: ['127.0.0.0/8'] }, pluginSignatures: 'ask' } })
    ana = await masterOf(node, node.a.admin)
    bia = await node.signIn(node.b.admin)
  }, 180_000)
  afterAll(async () => {
    await node?.close()
    await line?.close()
    await workshop?.close()
  })

  it('is shown with its signature, its hosts and its channel before any of it runs', async () => {
    const inspection = await inspected(ana, archive)
    expect(inspection).toMatchObject({
      manifest: { id: 'line', channels: [{ type: 'line' }], egress: ['api.line.me', 'api-data.line.me'] },
      signature: { verdict: 'untrusted', fingerprint },
      change: 'new',
      concerns: ['untrusted'],
      blocked: null,
    })
    expect(inspection.size.packed).toBe(archive.length)
    expect(await infoOf(ana, 'line')).toBeUndefined()
    expect(
      await ana.ok('POST', `/plugins/installations/${inspection.id}/confirm`, { acceptUnsigned: true }),
    ).toMatchObject({ id: 'line', status: 'ready', enabled: false, installation: { fingerprint } })
  })

  it('carries messages both ways without a restart, for the company that switched it on', async () => {
    await enable(ana, 'line')
    const { channelSecret, accessToken, url: apiRoot } = line
    const { id } = await ana.ok<Connection>('POST', '/whatsapp', {
      name: `LINE ${randomUUID()}`,
      type: 'line',
      config: { channelSecret, accessToken, apiRoot },
    })
    expect(
      await bia.refused('POST', '/whatsapp', {
        name: `LINE ${randomUUID()}`,
        type: 'line',
        config: { channelSecret, accessToken, apiRoot },
      }),
    ).toBe('422 ERR_CHANNEL_TYPE_UNKNOWN')
    connection = await eventually(
      () => ana.ok<Connection>('GET', `/whatsapp/${id}`),
      ({ status }) => status === 'connected',
    )
    const [row] = await node.database.owner<
      { hook_secret: string }[]
    >`select hook_secret from core.connection where id = ${id}`
    webhook = `${node.base}/hooks/line/${id}/${row!.hook_secret}`
    expect(await line.deliver(webhook, line.said('Uaa', { type: 'text', text: 'Bom dia' }))).toBe(200)
    const {
      tickets: [ticket],
    } = await eventually(
      () => ana.ok<TicketPage>('GET', '/tickets/?status[]=pending&showAll=true'),
      ({ tickets }) => tickets.length === 1,
    )
    await ana.ok('PUT', `/tickets/${ticket!.id}`, { status: 'open', userId: node.a.admin.id })
    await ana.ok('POST', `/messages/${ticket!.id}`, { body: 'Em que posso ajudar?' })
    const { messages } = await eventually(
      () => ana.ok<MessagePage>('GET', `/messages/${ticket!.id}`),
      (page) => page.messages.at(-1)!.status === 'sent',
    )
    expect(messages.map(({ parts }) => parts)).toEqual([
      [expect.objectContaining({ text: 'Bom dia' })],
      [expect.objectContaining({ text: 'Em que posso ajudar?' })],
    ])
    expect(line.pushed).toEqual([{ to: 'Uaa', messages: [{ type: 'text', text: 'Em que posso ajudar?' }] }])
  })

  it('serves its panel under an address of its own build', async () => {
    const { plugins } = await ana.ok<ShellManifest>('GET', '/api/shell/manifest')
    const { remote } = plugins.find(({ id }) => id === 'line')!
    expect(remote!.entry).toMatch(/^\/plugins\/line\/@[0-9a-f]{12}\/remoteEntry-/)
    expect(await (await fetch(node.base + remote!.entry)).text()).toContain('init')
    expect((await bia.ok<ShellManifest>('GET', '/api/shell/manifest')).plugins.map(({ id }) => id)).not.toContain(
      'line',
    )
  })

  it('is removed when its connections are off, and its conversations stay', async () => {
    expect(await ana.refused('DELETE', '/plugins/line/installation')).toBe('409 ERR_PLUGIN_IN_USE')
    await ana.ok('DELETE', `/whatsappsession/${connection.id}`)
    await ana.ok('DELETE', '/plugins/line/installation')
    expect(await line.deliver(webhook, line.said('Uaa', { type: 'text', text: 'Alguém aí?' }))).toBe(404)
    expect((await ana.ok<TicketPage>('GET', '/tickets/?status[]=open&showAll=true')).tickets).toHaveLength(1)
  })
})
