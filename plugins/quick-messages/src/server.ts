import { implementPlugin } from '@recado/sdk'
import { attach, change, create, detach, erase, readList, readPage } from './messages/handlers.ts'
import { heldMedia } from './messages/held-media.ts'
import { plugin } from './plugin.ts'

export default implementPlugin(plugin, {
  channels: {},
  routes: { page: readPage, list: readList, create, update: change, remove: erase, attach, detach },
  on: {},
  jobs: {},
  lifecycle: { holdsMedia: heldMedia },
})
