import { implementPlugin } from '@recado/sdk'
import { telegramChannel } from './channel/session.ts'
import { plugin } from './plugin.ts'

export default implementPlugin(plugin, { channels: { telegram: telegramChannel }, routes: {}, on: {}, jobs: {} })
