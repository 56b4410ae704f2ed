import { implementPlugin } from '@recado/sdk'
import * as routes from './groups/handlers.ts'
import { plugin } from './plugin.ts'

export default implementPlugin(plugin, { routes })
