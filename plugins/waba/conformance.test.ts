import { createHmac } from 'node:crypto'
import { channelConformance, pluginConformance, type ProviderOptions, type ScriptedProvider } from '@recado/sdk/testing'
import type { Line } from './simulator/line.ts'
import { refusalOf } from './simulator/refused.ts'
import { WabaSimulator } from './simulator/waba.ts'
import { waba, waba360 } from './src/channel/capabilities.ts'
import { waba360Channel, wabaChannel } from './src/channel/channel.ts'
import { Waba360Config, WabaConfig } from './src/channel/config.ts'
import { dialog360Header, dialog360Secret } from './src/channel/dialog360-header.ts'
import { accountId, bodyOf, numberId, recorded } from './src/inbound/payloads.rig.ts'
import { signatureHeader } from './src/inbound/webhook.ts'
import plugin from './src/server.ts'
import panels from './src/ui/panels.ts'

pluginConformance(plugin, {
  folder: import.meta.dirname,
  panels,
  // Meta's dialog is opened by people.
  links: ['www.facebook.com'],
  steps: [
    'token',
    'key',
    'reach',
    'number',
    'account',
    'app',
    'secret',
    'permissions',
    'subscription',
    'address',
    'webhook',
    'blocked',
  ],
})

const verifyToken = 'a verification token'
const picture = new TextEncoder().encode('the bytes of a picture')
const signed = (body: string, appSecret: string) => ({
  body,
  headers: { [signatureHeader]: `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}` },
})
const keyed = (body: string, apiKey: string) => ({ body, headers: { [dialog360Header]: dialog360Secret(apiKey) } })
type Proof = (body: string) => { body: string; headers: Record<string, string> }

/** A number to which Ana has just written, with a file of hers and a template that was approved. */
function play(provider: Line['provider'], proof: Proof): ScriptedProvider & { line: Line } {
  const simulator = new WabaSimulator()
  simulator.provesCallbacks = false
  const line = simulator.addLine(provider)
  const ana = line.customer('Ana', '5511987654321')
  ana.write('Oi')
  line.reports = []
  simulator.templates.add(line.account.id, {
    name: 'oi',
    language: 'pt_BR',
    category: 'UTILITY',
    status: 'APPROVED',
    components: [{ type: 'BODY', text: 'Olá {{1}}, tudo bem?' }],
  })
  return {
    line,
    answer: (request) => simulator.handle(request),
    chat: ana.phone,
    delivered: () => line.sentTo(ana).length,
    hooks: () => (line.webhook ? [line.webhook.url] : []),
    files: { ref: line.keep(picture, 'image/jpeg', 7).id, bytes: picture, missing: '1' },
    echo: ({ key, ids, chat }) =>
      proof(
        JSON.stringify(
          bodyOf({
            field: 'messages',
            value: {
              metadata: { phone_number_id: numberId },
              statuses: [
                {
                  id: ids[0],
                  status: 'sent',
                  timestamp: '1780000000',
                  recipient_id: chat,
                  biz_opaque_callback_data: key,
                },
              ],
            },
          }),
        ),
      ),
  }
}

/** How the Graph API words what HTTP says. */
const codes: Readonly<Record<number, number>> = { 401: 190, 403: 10, 429: 130_429, 500: 131_000 }
const common = {
  isSend: ({ method, url, body }) =>
    method === 'POST' && url.pathname.endsWith('/messages') && !Buffer.from(body).includes('"status":"read"'),
  refusal: (status, retryAfter) =>
    refusalOf({ status, code: codes[status] ?? status, ...(retryAfter !== undefined && { retryAfter }) }).answer,
  messages: [{ name: 'a template', parts: [{ kind: 'template', name: 'oi', language: 'pt_BR', vars: { 1: 'Ana' } }] }],
} satisfies Partial<ProviderOptions>

const metaSecrets = {
  accessToken: 'EAA0123456789abcdefghij',
  appSecret: '0123456789abcdef0123456789abcdef',
  verifyToken,
}

channelConformance(waba, wabaChannel, {
  config: WabaConfig.parse({
    phoneNumberId: numberId,
    businessAccountId: accountId,
    appId: '634974688087057',
    ...metaSecrets,
  }),
  secrets: metaSecrets,
  signatureHeader,
  genuine: recorded.map(({ name, changes, events }) => ({
    name,
    events,
    request: signed(JSON.stringify(bodyOf(...changes)), metaSecrets.appSecret),
  })),
  provider: {
    ...common,
    hosts: ['graph.facebook.com', 'lookaside.fbsbx.com'],
    start(): ScriptedProvider<WabaConfig> {
      const { line, ...provider } = play('meta', (body) => signed(body, metaSecrets.appSecret))
      const { id: businessAccountId, appId, accessToken, appSecret } = line.account
      return {
        ...provider,
        config: { phoneNumberId: line.id, businessAccountId, appId },
        secrets: { accessToken, appSecret, verifyToken },
      }
    },
  },
})

const gatewaySecrets = { apiKey: 'a key of 360dialog for tests' }

channelConformance(waba360, waba360Channel, {
  config: Waba360Config.parse(gatewaySecrets),
  secrets: gatewaySecrets,
  signatureHeader: dialog360Header,
  signatureIsToken: true,
  genuine: recorded.map(({ name, changes, events }) => ({
    name,
    events,
    request: keyed(JSON.stringify(bodyOf(...changes)), gatewaySecrets.apiKey),
  })),
  provider: {
    ...common,
    hosts: ['waba-v2.360dialog.io'],
    start(): ScriptedProvider<Waba360Config> {
      const { line, ...provider } = play('360dialog', (body) => keyed(body, gatewaySecrets.apiKey))
      return { ...provider, secrets: { apiKey: line.apiKey } }
    },
  },
})
