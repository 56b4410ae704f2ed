import { implementPlugin } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { plugin } from './plugin.ts'
import { add, changeWords, erase, markFavourite, markUsed, readPacks, readPage } from './stickers/handlers.ts'
import { forgetHabits, heldMedia } from './stickers/sticker-store.ts'

export default implementPlugin(plugin, {
  routes: {
    page: readPage,
    packs: readPacks,
    add,
    rename: changeWords,
    remove: erase,
    favourite: markFavourite,
    used: markUsed,
  },
  on: {
    userDeleted: ({ userId }, { db, tenant }) => db.transaction((tx) => forgetHabits(drizzleOn(tx), tenant, userId)),
  },
  lifecycle: { holdsMedia: heldMedia },
})
