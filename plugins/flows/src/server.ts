import { implementPlugin } from '@recado/sdk'
import { plugin } from './plugin.ts'

export default implementPlugin(plugin, {})
