import { implementPlugin } from '@recado/sdk'
import { whatsappChannel } from './channel/channel.ts'
import { helperHandlers } from './helper/handlers.ts'
import { pairingHandlers } from './pairing/handlers.ts'
import { passkeyHandlers } from './passkey/handlers.ts'
import { plugin } from './plugin.ts'

export default implementPlugin(plugin, {
  channels: { whatsapp: whatsappChannel },
  routes: { ...pairingHandlers, ...passkeyHandlers, ...helperHandlers },
  on: {},
  jobs: {},
})
