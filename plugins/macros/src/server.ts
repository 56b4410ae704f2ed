import { implementPlugin } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { runMacro } from './actions/run-macro.ts'
import { arrange, change, create, erase, readChoices, readList, readOffer } from './macros/handlers.ts'
import { keepRunsMs } from './macros/limits.ts'
import { removeOf } from './macros/macro-store.ts'
import { plugin } from './plugin.ts'
import { preview, run } from './runs/handlers.ts'
import { eraseAbout, sweep } from './runs/run-store.ts'

export default implementPlugin(plugin, {
  routes: {
    list: readList,
    offer: readOffer,
    create,
    update: change,
    remove: erase,
    arrange,
    preview,
    run,
    choices: readChoices,
  },
  on: { userDeleted: ({ userId }, { db, tenant }) => db.transaction((tx) => removeOf(drizzleOn(tx), tenant, userId)) },
  actions: { run: runMacro },
  jobs: { sweep: (_data, { db, tenant }) => db.transaction((tx) => sweep(drizzleOn(tx), tenant, keepRunsMs)) },
  lifecycle: {
    forget: ({ db, tenant }, _contact, { contacts }) =>
      db.transaction((tx) => eraseAbout(drizzleOn(tx), tenant, contacts)),
  },
})
