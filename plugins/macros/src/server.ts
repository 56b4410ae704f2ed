import { implementPlugin } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { arrange, change, create, erase, readList } from './macros/handlers.ts'
import { plugin } from './plugin.ts'
import { preview, run } from './runs/handlers.ts'
import { forget } from './runs/run-store.ts'

export default implementPlugin(plugin, {
  routes: { list: readList, create, update: change, remove: erase, arrange, preview, run },
  lifecycle: { forget: ({ db, tenant }, _contact, { contacts }) => contacts.length === 0 ? Promise.resolve() : db.transaction((tx) => forget(drizzleOn(tx), tenant, contacts)) },
})
