import { join } from 'node:path'
import type { ConnectionId, MessagePage, PluginInfo, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { farSide, HookChannel, signingSecret, type FarSide } from '../conversation/far-side.ts'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'
import { hookPlugin, pluginFolder } from '../harness/plugin-folder.ts'

const id = 'hello-plugin'
let world: TestApp
let far: FarSide
let channel: HookChannel
let otherChannel: HookChannel
let admin: Person

const connect = async (person: Person): Promise<HookChannel> => {
  const made = await person.ok<{ id: ConnectionId }>('POST', '/whatsapp', {
    name: `Loja ${person.login.tenantId}`,
    type: 'hook',
    config: { target: far.url, signingSecret },
  })
  const [row] = await world.database.owner<
    { hook_secret: string }[]
  >`select hook_secret from core.connection where id = ${made.id}`
  return new HookChannel(made.id, `${world.base}/hooks/hook/${made.id}/${row!.hook_secret}`)
}

beforeAll(async () => {
  far = await farSide()
  world = await testApp({
    pluginFolders: [pluginFolder(hookPlugin), join(import.meta.dirname, '../../docs/examples')],
    app: { egress: { allow: ['127.0.0.0/8'] } },
  })
  admin = await world.signIn(world.a.admin)
  channel = await connect(admin)
  otherChannel = await connect(await world.signIn(world.b.admin))
})
afterAll(async () => {
  await world.close()
  await far.close()
})

const enable = () =>
  admin.ok<PluginInfo>('PUT', `/api/plugins/${id}`, { enabled: true, settings: { text: 'Bem-vinda!' } })
const greetingsTo = (who: string) => far.delivered.filter((entry) => entry.chat === who).flatMap((entry) => entry.texts)

describe('the plugin of the README', () => {
  it('is switched off until an administrator wants it', async () => {
    const other = await world.signIn(world.b.admin)
    expect(await other.refused('GET', `/p/${id}/greeting`)).toBe('404 ERR_PLUGIN_DISABLED')
  })

  it('has its settings form, and the greeting by a call of its own', async () => {
    expect(await enable()).toMatchObject({
      id,
      status: 'ready',
      enabled: true,
      form: [{ name: 'text', type: 'text', maxLength: 500 }],
      values: { text: 'Bem-vinda!' },
    })
    expect(await admin.ok('GET', `/p/${id}/greeting`)).toEqual({ text: 'Bem-vinda!' })
    expect(await (await world.signIn(world.a.user)).refused('GET', `/p/${id}/greeting`)).toBe('403 ERR_NO_PERMISSION')
  })

  it('greets each new conversation once, and nobody in a company that did not ask for it', async () => {
    await enable()
    expect(await otherChannel.say('caio', 'Oi')).toBe(200)
    await channel.say('ana', 'Bom dia')
    await channel.say('ana', 'Tudo bem?')
    await channel.say('bia', 'Boa tarde')
    await eventually(() => greetingsTo('ana').length > 0 && greetingsTo('bia').length > 0)
    expect(greetingsTo('ana')).toEqual(['Bem-vinda!'])
    expect(greetingsTo('caio')).toEqual([])
    const { tickets } = await admin.ok<TicketPage>('GET', '/tickets/?status[]=pending')
    const anas = tickets.find((ticket) => ticket.name === 'Cliente ana')!
    const { messages } = await admin.ok<MessagePage>('GET', `/messages/${anas.id}`)
    expect(messages.filter((message) => message.fromMe)).toMatchObject([
      { body: 'Bem-vinda!', sendType: 'bot', userId: null },
    ])
  })
})
