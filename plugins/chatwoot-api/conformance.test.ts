import { channelConformance, pluginConformance, testConnection } from '@recado/sdk/testing'
import { inboxChannel, InboxConfig } from './src/channel/inbox-channel.ts'
import { inboxImplementation } from './src/channel/session.ts'
import plugin from './src/server.ts'
import panels from './src/ui/panels.ts'

pluginConformance(plugin, { folder: import.meta.dirname, panels, steps: [] })

const config = InboxConfig.parse({})
channelConformance(inboxChannel, inboxImplementation, {
  config,
  session: async () => inboxImplementation.open(testConnection({ spec: inboxChannel, config }).ctx),
  without: {
    provider:
      'a program asks by routes and is told of stored messages; tests/plugins/chatwoot-api.itest.ts plays ' +
      'programs and both ends of a send',
  },
})
