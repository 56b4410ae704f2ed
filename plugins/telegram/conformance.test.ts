import {
  channelConformance,
  pluginConformance,
  type ConformanceOptions,
  type ScriptedProvider,
} from '@recado/sdk/testing'
import { describe } from 'vitest'
import { plannedRefusal, TelegramSimulator } from './simulator/telegram.ts'
import { webhookSecretOf } from './src/api/client.ts'
import { telegram } from './src/channel/capabilities.ts'
import type { TelegramConfig } from './src/channel/config.ts'
import { telegramChannel } from './src/channel/session.ts'
import { secretHeader } from './src/inbound/webhook.ts'
import { recorded } from './src/inbound/updates.rig.ts'
import plugin from './src/server.ts'

const token = '123456789:AAA-conformance_token-0123456789abcdef'
const picture = new TextEncoder().encode('the bytes of a picture')

/** Telegram with one bot and Ana, who talks to it. */
function start(): ScriptedProvider<TelegramConfig> {
  const simulator = new TelegramSimulator()
  const bot = simulator.addBot(token)
  const { chat } = simulator.customer(bot, 'Ana')
  chat.photo = simulator.world.keep(picture, 'image/jpeg').file_id
  return {
    answer: (request) => simulator.handle(request),
    chat: String(chat.facts.id),
    delivered: () => [...chat.messages.values()].filter(({ from }) => from.id === bot.id).length,
    hooks: () => (bot.webhook ? [bot.webhook.url] : []),
    files: {
      ref: simulator.world.keep(picture, 'image/jpeg').file_id,
      bytes: picture,
      missing: 'a file that was never sent',
    },
    profile: { chat: String(chat.facts.id), name: 'Ana', picture, stranger: '99' },
    close: () => simulator.close(),
  }
}

const options: ConformanceOptions<TelegramConfig> = {
  config: {} as TelegramConfig,
  secrets: { token },
  signatureHeader: secretHeader,
  signatureIsToken: true,
  genuine: recorded.map(({ name, update, events }) => ({
    name,
    events,
    request: { headers: { [secretHeader]: webhookSecretOf(token) }, body: JSON.stringify({ update_id: 1, ...update }) },
  })),
  provider: {
    hosts: ['api.telegram.org'],
    start,
    refusal: (status, retryAfter) => plannedRefusal({ status, ...(retryAfter !== undefined && { retryAfter }) }),
    isSend: ({ url }) => /\/send(?!ChatAction)\w+$/.test(url.pathname),
    // Whom it does not know, Telegram refuses with 400; 404 is what a wrong token gets.
    expects: { 404: 'auth', 403: 'blocked' },
  },
  without: { batch: 'an update comes alone', echo: 'Telegram does not tell a bot what it has said' },
}

pluginConformance(plugin, { folder: import.meta.dirname, steps: ['token', 'reach', 'webhook'] })
channelConformance(telegram, telegramChannel, options)

describe('without an address that Telegram reaches', () => {
  channelConformance(telegram, telegramChannel, { ...options, provider: { ...options.provider!, callbackUrl: null } })
})
