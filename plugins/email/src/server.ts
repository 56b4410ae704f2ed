import { implementPlugin } from '@recado/sdk'
import { emailChannel } from './channel/channel.ts'
import { plugin } from './plugin.ts'
import { forgetContact } from './thread/forget.ts'

export default implementPlugin(plugin, {
  channels: { email: emailChannel },
  routes: {},
  on: {},
  jobs: {},
  lifecycle: { forget: (ctx, _contact, footprint) => forgetContact(ctx, footprint) },
})
