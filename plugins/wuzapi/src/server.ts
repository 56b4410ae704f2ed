import { implementPlugin, mint, type ConnectionId } from '@recado/sdk'
import { wuzapiChannel } from './channel/channel.ts'
import { pairingHandlers } from './pairing/handlers.ts'
import { plugin } from './plugin.ts'
import { toldTopic } from './session/told.ts'

export default implementPlugin(plugin, {
  channels: { wuzapi: wuzapiChannel },
  routes: pairingHandlers,
  on: {
    sessionChanged: async ({ connectionId, told }, ctx) => {
      const connection = await ctx.connections.get(mint<ConnectionId>(connectionId))
      connection?.topics.publish(toldTopic, told)
    },
  },
  jobs: {},
})
