import type { ConnectionContext } from '@recado/sdk'
import { channelConformance } from '@recado/sdk/testing'
import { webhookSecretOf } from './src/api/client.ts'
import { telegram } from './src/channel/capabilities.ts'
import type { TelegramConfig } from './src/channel/config.ts'
import { telegramChannel } from './src/channel/session.ts'
import { secretHeader } from './src/inbound/webhook.ts'
import { recorded } from './src/inbound/updates.rig.ts'

const token = '123456789:AAA-conformance_token-0123456789abcdef'
const config = {} as TelegramConfig

/** A Bot API that agrees with everything. */
const agreeing = (async () => Response.json({ ok: true, result: { id: 123456789, url: '' } })) as typeof fetch

channelConformance(telegram, telegramChannel, {
  config,
  secrets: { token },
  session: () => telegramChannel.open({
    config, secrets: { get: async () => token }, fetch: agreeing, signal: new AbortController().signal, callbackUrl: new URL('https://recado.test/hooks/telegram/c/s'), setState: () => undefined,
  } as unknown as ConnectionContext<TelegramConfig>),
  signatureHeader: secretHeader,
  signatureIsToken: true,
  genuine: recorded.map(({ name, update, events }) => ({ name, events, request: { headers: { [secretHeader]: webhookSecretOf(token) }, body: JSON.stringify({ update_id: 1, ...update }) } })),
})
