import { implementPlugin } from '@recado/sdk'
import { emailChannel } from './channel/session.ts'
import { plugin } from './plugin.ts'

export default implementPlugin(plugin, { channels: { email: emailChannel }, routes: {}, on: {}, jobs: {} })
