import { implementPlugin } from '@recado/sdk'
import { hubChannel } from './channel/channel.ts'
import { feesOf } from './fees/fees.ts'
import { plugin } from './plugin.ts'

export default implementPlugin(plugin, {
  channels: { hub: hubChannel },
  routes: { fees: async (_request, ctx) => feesOf(ctx.platformSettings) },
  on: {},
  jobs: {},
})
