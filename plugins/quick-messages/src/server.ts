import { implementPlugin } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { sendMessage } from './actions/send-message.ts'
import { attach, change, create, detach, erase, readList, readPage } from './messages/handlers.ts'
import { compose, recompose } from './messages/compose.ts'
import { heldMedia } from './messages/part-store.ts'
import { removeOf } from './messages/quick-message-store.ts'
import { plugin } from './plugin.ts'
import { quickMessagesService } from './taking/service.ts'
import { readVocabulary, saveVariables } from './variables/handlers.ts'

export default implementPlugin(plugin, {
  channels: {},
  routes: {
    page: readPage,
    list: readList,
    create,
    update: change,
    remove: erase,
    attach,
    detach,
    compose,
    recompose,
    vocabulary: readVocabulary,
    saveVariables,
  },
  on: { userDeleted: ({ userId }, { db, tenant }) => db.transaction((tx) => removeOf(drizzleOn(tx), tenant, userId)) },
  jobs: {},
  actions: { send: sendMessage },
  services: { quickMessages: quickMessagesService },
  lifecycle: { holdsMedia: heldMedia },
})
