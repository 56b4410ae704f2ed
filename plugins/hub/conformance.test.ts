import { channelConformance, pluginConformance, type ScriptedProvider } from '@recado/sdk/testing'
import type { InboundEvent } from '@recado/sdk'
import { refusalOf } from './simulator/api.ts'
import { HubSimulator } from './simulator/simulator.ts'
import { hub } from './src/channel/capabilities.ts'
import { hubChannel } from './src/channel/channel.ts'
import { HubConfig } from './src/channel/config.ts'
import { proofHeader, proofOf } from './src/channel/proof.ts'
import plugin from './src/server.ts'
import panels from './src/ui/panels.ts'

pluginConformance(plugin, {
  folder: import.meta.dirname,
  panels,
  steps: ['token', 'reach', 'channel', 'address', 'webhook'],
})

const token = 'a token of NotificaMe for tests'
const picture = new TextEncoder().encode('the bytes of a picture')
const at = '2026-11-20T10:00:00.000Z'
const delivery = (event: object) => ({
  body: JSON.stringify({ id: 'd1', timestamp: at, subscriptionId: 's1', channel: 'instagram', ...event }),
  headers: { [proofHeader]: proofOf(token) },
})
const message = (id: string, ...contents: readonly object[]) =>
  delivery({
    type: 'MESSAGE',
    direction: 'IN',
    message: { id, from: 'ana', to: 'c1', direction: 'IN', visitor: { name: 'Ana' }, contents },
  })
const said = (id: string, ...parts: readonly object[]): InboundEvent[] =>
  [
    {
      type: 'message',
      chat: 'instagram/ana',
      id,
      sender: { id: 'instagram/ana', isSelf: false, name: 'Ana' },
      isGroup: false,
      origin: 'live',
      at: new Date(at),
      parts,
    },
  ] as unknown as InboundEvent[]
const status = (code: string, causes: readonly object[] = []) =>
  delivery({ type: 'MESSAGE_STATUS', messageId: 'm1', contentIndex: 0, messageStatus: { code, timestamp: at, causes } })
const receipt = (state: string, error?: object): InboundEvent[] =>
  [{ type: 'receipt', target: 'm1', state, at: new Date(at), ...(error && { error }) }] as unknown as InboundEvent[]

const url = 'https://files.notificame.example/1.jpg'

/** A channel of Instagram at the hub to which Ana has just written, with a file of hers. */
function start(): ScriptedProvider<HubConfig> {
  const simulator = new HubSimulator()
  const account = simulator.addAccount()
  const channel = account.addChannel('instagram')
  channel.reports = []
  channel.write('ana', 'Oi')
  return {
    answer: (request) => simulator.handle(request),
    chat: 'instagram/ana',
    delivered: () => channel.thread('ana').filter(({ fromPerson }) => !fromPerson).length,
    hooks: () => [...new Set(account.subscriptions.map(({ webhook }) => webhook.url))],
    files: { ref: simulator.keep(picture, 'image/jpeg'), bytes: picture, missing: `${simulator.filesAt}/files/none` },
    config: { channel: 'instagram', channelId: channel.id },
    secrets: { token: account.token },
  }
}

channelConformance(hub, hubChannel, {
  config: HubConfig.parse({ channel: 'instagram', channelId: 'c1-of-the-hub', token }),
  secrets: { token },
  signatureHeader: proofHeader,
  signatureIsToken: true,
  genuine: [
    {
      name: 'a text',
      request: message('m1', { type: 'text', text: 'Oi' }),
      events: said('m1', { kind: 'text', text: 'Oi', format: 'plain' }),
    },
    {
      name: 'a picture, whose type is a word',
      request: message('m2', { type: 'file', fileUrl: url, fileMimeType: 'image', fileCaption: 'olha' }),
      events: said('m2', { kind: 'remoteMedia', as: 'image', ref: url, caption: 'olha' }),
    },
    {
      name: 'a place',
      request: message('m3', { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Praça' }),
      events: said('m3', { kind: 'location', lat: -23.5, lng: -46.6, name: 'Praça' }),
    },
    {
      name: 'what nobody knows yet',
      request: message('m4', { type: 'hologram' }),
      events: said('m4', { kind: 'unsupported', note: 'hologram' }),
    },
    { name: 'a delivery', request: status('DELIVERED'), events: receipt('delivered') },
    {
      name: 'a failure',
      request: status('NOT_DELIVERED', [{ channelErrorCode: '551', reason: 'gone', details: 'not available' }]),
      events: receipt('failed', { kind: 'provider', code: '551', message: 'not available', certain: true }),
    },
    {
      name: 'what the company itself has sent',
      request: delivery({
        type: 'MESSAGE',
        direction: 'OUT',
        message: { id: 'm5', from: 'c1', contents: [{ type: 'text', text: 'x' }] },
      }),
      events: [],
    },
  ],
  provider: {
    hosts: ['api.notificame.com.br', 'files.notificame.example'],
    start,
    isSend: ({ method, url: at }) => method === 'POST' && at.pathname.endsWith('/messages'),
    refusal: (code, retryAfter) => refusalOf({ status: code, ...(retryAfter !== undefined && { retryAfter }) }),
  },
  without: { batch: 'a delivery holds one event', echo: 'only what people write is subscribed to' },
})
