import { implementPlugin } from '@recado/sdk'
import { arrange, change, create, erase, readList } from './macros/handlers.ts'
import { plugin } from './plugin.ts'
import { preview, run } from './runs/handlers.ts'

export default implementPlugin(plugin, { routes: { list: readList, create, update: change, remove: erase, arrange, preview, run } })
