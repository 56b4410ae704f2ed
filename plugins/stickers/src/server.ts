import { implementPlugin } from '@recado/sdk'
import { plugin } from './plugin.ts'
import { add, changeWords, erase, markFavourite, markUsed, readPacks, readPage } from './stickers/handlers.ts'
import { heldMedia } from './stickers/sticker-store.ts'

export default implementPlugin(plugin, {
  routes: { page: readPage, packs: readPacks, add, rename: changeWords, remove: erase, favourite: markFavourite, used: markUsed },
  lifecycle: { holdsMedia: heldMedia },
})
