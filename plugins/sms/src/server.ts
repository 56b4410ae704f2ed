import { implementPlugin } from '@recado/sdk'
import { gatewayChannel } from './gateway/channel.ts'
import { plugin } from './plugin.ts'
import { twilioChannel } from './twilio/channel.ts'

export default implementPlugin(plugin, {
  channels: { sms: twilioChannel, smsgateway: gatewayChannel },
  routes: {},
  on: {},
  jobs: {},
})
