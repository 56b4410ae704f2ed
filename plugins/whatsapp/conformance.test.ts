import { channelConformance, pluginConformance, testConnection } from '@recado/sdk/testing'
import { afterAll, beforeAll } from 'vitest'
import { WhatsappSimulator } from './simulator/whatsapp.ts'
import { whatsapp } from './src/channel/capabilities.ts'
import { whatsappChannel } from './src/channel/channel.ts'
import { WhatsappConfig } from './src/channel/config.ts'
import plugin from './src/server.ts'
import panels from './src/ui/panels.ts'

let simulator: WhatsappSimulator
beforeAll(async () => {
  simulator = await WhatsappSimulator.start()
})
afterAll(() => simulator.close())

const config = WhatsappConfig.parse({})
const elsewhere =
  'WhatsApp is spoken over a socket: session.test.ts and tests/plugins/whatsapp.itest.ts prove it against a stand-in'
const socket = 'a socket is listened to and not called'

pluginConformance(plugin, {
  folder: import.meta.dirname,
  panels,
  // A link to the invitation of a group.
  links: ['chat.whatsapp.com'],
  steps: ['reach'],
})
channelConformance(whatsapp, whatsappChannel, {
  config,
  session: () =>
    whatsappChannel.open(
      testConnection({
        spec: whatsapp,
        config: { ...config, server: simulator.url },
      }).ctx,
    ),
  without: {
    provider: elsewhere,
    files: elsewhere,
    profiles: elsewhere,
    backfill: elsewhere,
    contacts: elsewhere,
    login: elsewhere,
    echo: elsewhere,
    genuine: socket,
    batch: socket,
    signature: socket,
    hooks: socket,
  },
})
