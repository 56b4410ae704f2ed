import { createHmac } from 'node:crypto'
import { channelConformance, pluginConformance, type ProviderOptions, type ScriptedProvider } from '@recado/sdk/testing'
import type { Account } from './simulator/account.ts'
import { MetaSimulator } from './simulator/meta.ts'
import { refusalOf } from './simulator/refused.ts'
import { facebook, instagram } from './src/channel/capabilities.ts'
import { facebookChannel, instagramChannel } from './src/channel/channel.ts'
import { FacebookConfig, InstagramConfig } from './src/channel/config.ts'
import { recordedOf, ownId } from './src/inbound/payloads.rig.ts'
import { signatureHeader } from './src/inbound/webhook.ts'
import plugin from './src/server.ts'
import panels from './src/ui/panels.ts'

pluginConformance(plugin, {
  folder: import.meta.dirname,
  panels,
  steps: ['token', 'reach', 'account', 'page', 'secret', 'address', 'webhook', 'subscription'],
})

const verifyToken = 'a verification token'
const picture = new TextEncoder().encode('the bytes of a picture')
const secrets = { accessToken: 'EAA0123456789abcdefghij', appSecret: '0123456789abcdef0123456789abcdef', verifyToken }
const signed = (body: string) => ({
  body,
  headers: { [signatureHeader]: `sha256=${createHmac('sha256', secrets.appSecret).update(body).digest('hex')}` },
})

/** An account to which Ana has just written, with a file of hers. */
function play(product: Account['product']) {
  const simulator = new MetaSimulator()
  simulator.provesCallbacks = false
  simulator.fetchesFiles = false
  const account = simulator.addAccount(product)
  account.reportsDelivery = false
  const ana = account.person('Ana')
  ana.write('Oi')
  simulator.files.set(`/files/${ana.id}`, { bytes: picture, mime: 'image/jpeg' })
  account.templates.add({ name: 'oi', components: [{ type: 'BODY', text: 'Oi, {{1}}!' }] })
  simulator.files.set('/files/1', { bytes: picture, mime: 'image/jpeg' })
  const provider: ScriptedProvider<InstagramConfig> = {
    answer: (request) => simulator.handle(request),
    chat: ana.id,
    delivered: () => account.sentTo(ana).length,
    hooks: () => [...account.app.callbacks.values()],
    files: {
      ref: `${simulator.filesAt}/files/1`,
      bytes: picture,
      missing: `${simulator.filesAt}/files/2`,
    },
    echo: ({ key, ids, chat, text }) =>
      signed(
        JSON.stringify({
          object: account.object,
          entry: [
            {
              id: ownId,
              messaging: [
                {
                  sender: { id: ownId },
                  recipient: { id: chat },
                  timestamp: 1_780_000_000_000,
                  message: { mid: ids[0], is_echo: true, app_id: Number(account.app.id), metadata: key, text },
                },
              ],
            },
          ],
        }),
      ),
    profile: { chat: ana.id, name: 'Ana', picture, stranger: '1234567890' },
    config: { accountId: account.id, appId: account.app.id },
    secrets: { accessToken: account.token, appSecret: account.app.secret, verifyToken },
  }
  return provider
}

/** How the Graph API words what HTTP says. */
const codes: Readonly<Record<number, number>> = { 401: 190, 403: 10, 429: 613, 500: 2 }
const options = {
  hosts: ['graph.facebook.com', 'graph.instagram.com', 'scontent.fbcdn.net'],
  isSend: ({ method, url, body }) =>
    method === 'POST' && url.pathname.endsWith('/messages') && !Buffer.from(body).includes('sender_action'),
  refusal: (status, retryAfter) =>
    refusalOf({ status, code: codes[status] ?? status, ...(retryAfter !== undefined && { retryAfter }) }),
} satisfies Partial<ProviderOptions>

const config = { accountId: ownId, appId: '634974688087057', ...secrets }

channelConformance(instagram, instagramChannel, {
  config: InstagramConfig.parse(config),
  secrets,
  signatureHeader,
  genuine: recordedOf('instagram').map(({ name, body, events }) => ({ name, events, request: signed(body) })),
  provider: { ...options, start: () => play('instagram') },
})

channelConformance(facebook, facebookChannel, {
  config: FacebookConfig.parse(config),
  secrets,
  signatureHeader,
  genuine: recordedOf('page').map(({ name, body, events }) => ({ name, events, request: signed(body) })),
  provider: {
    ...options,
    messages: [
      { name: 'a template', parts: [{ kind: 'template', name: 'oi', language: 'pt_BR', vars: { 1: 'Ana' } }] },
    ],
    start: () => play('facebook'),
  },
})
