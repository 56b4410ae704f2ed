import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionId, MessagePage, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { farSide, HookChannel, signingSecret, type FarSide } from '../conversation/far-side.ts'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'
import { packedPlugin } from '../harness/packed-plugin.ts'
import { hookPlugin } from '../harness/plugin-folder.ts'
import { bundled } from '../harness/stranger.ts'
import { hook } from './hook/src/plugin.ts'
import { enable, install, masterOf } from './install.rig.ts'

/* A channel that came as an archive: the same as one that came with the product. */

let node: TestApp
let far: FarSide
let ana: Person
let channel: HookChannel

/** The fixture channel as a stranger would pack it. Its code is the same; the text in front makes it another build. */
const packedHook = async (build: string): Promise<Buffer> =>
  packedPlugin('hook', '1.0.0', {
    files: {
      'dist/server.js': `globalThis.hookBuild = '${build}'\n${await bundled(join(hookPlugin, 'src/server.ts'))}`,
    },
    manifest: {
      publisher: 'Recado tests',
      channels: Object.values(hook.channels).map(({ type }) => ({ type, title: { en: type } })),
      egress: ['*'],
    },
  })

beforeAll(async () => {
  far = await farSide()
  node = await testApp({
    pluginFolders: [mkdtempSync(join(tmpdir(), 'recado-none-'))],
    app: { egress: { allow: ['127.0.0.0/8'] }, pluginSignatures: 'ask' },
  })
  ana = await masterOf(node, node.a.admin)
})
afterAll(async () => {
  await node.close()
  await far.close()
})

async function bothWays(): Promise<void> {
  const who = randomUUID()
  expect(await channel.say(who, 'Bom dia')).toBe(200)
  const { tickets } = await ana.ok<TicketPage>('GET', '/tickets/?status[]=pending&showAll=true')
  const ticket = tickets.find((entry) => entry.name === `Cliente ${who}`)!
  await ana.ok('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: node.a.admin.id })
  await ana.ok('POST', `/messages/${ticket.id}`, { body: 'Em que posso ajudar?' })
  await eventually(() => far.delivered.some((entry) => entry.chat === who))
  await eventually(
    async () => (await ana.ok<MessagePage>('GET', `/messages/${ticket.id}`)).messages.at(-1)!.status,
    (status) => status === 'sent',
  )
  expect(far.delivered.filter((entry) => entry.chat === who)).toEqual([
    expect.objectContaining({ texts: ['Em que posso ajudar?'] }),
  ])
}

it('carries messages both ways as soon as it is installed and switched on', async () => {
  expect(await install(ana, await packedHook('first'))).toMatchObject({
    status: 'ready',
    channels: expect.arrayContaining(['hook']),
  })
  expect(
    await ana.refused('POST', '/whatsapp', { name: 'Hook', type: 'hook', config: { target: far.url, signingSecret } }),
  ).toBe('422 ERR_CHANNEL_TYPE_UNKNOWN')
  await enable(ana, 'hook')
  const made = await ana.ok<{ id: ConnectionId }>('POST', '/whatsapp', {
    name: `Hook ${randomUUID()}`,
    type: 'hook',
    config: { target: far.url, signingSecret },
  })
  const [row] = await node.database.owner<
    { hook_secret: string }[]
  >`select hook_secret from core.connection where id = ${made.id}`
  channel = new HookChannel(made.id, `${node.base}/hooks/hook/${made.id}/${row!.hook_secret}`)
  await bothWays()
})

it('goes on with the new build after an update, sessions included', async () => {
  await install(ana, await packedHook('second'))
  expect((globalThis as { hookBuild?: string }).hookBuild).toBe('second')
  await bothWays()
})

it('is not removed while a connection of any company is active, and says which', async () => {
  const answer = await ana.call<{ error: string; detail: string }>('DELETE', '/plugins/hook/installation')
  expect(answer).toMatchObject({
    status: 409,
    body: { error: 'ERR_PLUGIN_IN_USE', detail: expect.stringContaining(`${node.a.name}: Hook `) },
  })
  await bothWays()
  await ana.ok('DELETE', `/whatsappsession/${channel.connectionId}`)
  await ana.ok('DELETE', '/plugins/hook/installation')
  expect(await channel.say(randomUUID(), 'Alguém aí?')).toBe(404)
})
