import { implementPlugin } from '@recado/sdk'
import { gifHandlers } from './gifs/handlers.ts'
import { plugin } from './plugin.ts'

export default implementPlugin(plugin, { routes: gifHandlers() })
