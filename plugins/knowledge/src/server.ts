import { implementPlugin } from '@recado/sdk'
import * as handlers from './articles/handlers.ts'
import { helpCenterHandlers } from './help-center/handlers.ts'
import { plugin } from './plugin.ts'
import { embedPassages } from './meaning/embed-passages.ts'
import { walkAll } from './meaning/meaning-state.ts'
import * as pictures from './pictures/handlers.ts'
import { heldPictures } from './pictures/picture-store.ts'
import { findPassages } from './search/find-passages.ts'
import { websiteHandlers } from './website/handlers.ts'

export default implementPlugin(plugin, {
  routes: { ...handlers, ...websiteHandlers(), ...helpCenterHandlers(), ...pictures },
  services: {
    knowledge: {
      search: async (wanted, ctx) => ({ passages: await findPassages(ctx, wanted) }),
    },
  },
  jobs: { embed: embedPassages },
  // Jobs that came due while it was switched off are gone.
  lifecycle: { enable: (ctx) => walkAll(ctx), holdsMedia: heldPictures },
})
