import { implementPlugin } from '@recado/sdk'
import { facebookChannel, instagramChannel } from './channel/channel.ts'
import { controlHandlers } from './control/handlers.ts'
import { plugin } from './plugin.ts'

export default implementPlugin(plugin, {
  channels: { instagram: instagramChannel, facebook: facebookChannel },
  routes: controlHandlers,
  on: {},
  jobs: {},
})
