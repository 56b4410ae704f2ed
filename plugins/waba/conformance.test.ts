import { createHmac } from 'node:crypto'
import type { ConnectionContext } from '@recado/sdk'
import { channelConformance } from '@recado/sdk/testing'
import { waba, waba360 } from './src/channel/capabilities.ts'
import { waba360Channel, wabaChannel } from './src/channel/channel.ts'
import { Waba360Config, WabaConfig } from './src/channel/config.ts'
import { dialog360Header, dialog360Secret } from './src/channel/dialog360-header.ts'
import { accountId, bodyOf, numberId, recorded } from './src/inbound/payloads.rig.ts'
import { signatureHeader } from './src/inbound/webhook.ts'

/** An API that agrees with everything. */
const agreeing = (async () => Response.json({ success: true, health_status: { can_send_message: 'AVAILABLE' } })) as typeof fetch
const context = (config: object, secrets: Readonly<Record<string, string>>) => ({
  config, secrets: { get: async (name: string) => secrets[name] }, fetch: agreeing, signal: new AbortController().signal, callbackUrl: null, setState: () => undefined,
}) as unknown as ConnectionContext<never>

const metaSecrets = { accessToken: 'EAA0123456789abcdefghij', appSecret: '0123456789abcdef0123456789abcdef', verifyToken: 'a verification token' }
const metaConfig = WabaConfig.parse({ phoneNumberId: numberId, businessAccountId: accountId, appId: '634974688087057', ...metaSecrets })

channelConformance(waba, wabaChannel, {
  config: metaConfig, secrets: metaSecrets, signatureHeader,
  session: () => wabaChannel.open(context(metaConfig, metaSecrets)),
  genuine: recorded.map(({ name, changes, events }) => {
    const body = JSON.stringify(bodyOf(...changes))
    return { name, events, request: { body, headers: { [signatureHeader]: `sha256=${createHmac('sha256', metaSecrets.appSecret).update(body).digest('hex')}` } } }
  }),
})

const gatewaySecrets = { apiKey: 'a key of 360dialog for tests' }
const gatewayConfig = Waba360Config.parse(gatewaySecrets)

channelConformance(waba360, waba360Channel, {
  config: gatewayConfig, secrets: gatewaySecrets, signatureHeader: dialog360Header, signatureIsToken: true,
  session: () => waba360Channel.open(context(gatewayConfig, gatewaySecrets)),
  genuine: recorded.slice(0, 3).map(({ name, changes, events }) => ({ name, events, request: { body: JSON.stringify(bodyOf(...changes)), headers: { [dialog360Header]: dialog360Secret(gatewaySecrets.apiKey) } } })),
})
