import { implementPlugin } from '@recado/sdk'
import * as handlers from './articles/handlers.ts'
import { helpCenterHandlers } from './help-center/handlers.ts'
import { plugin } from './plugin.ts'
import { searchPassages } from './search/search.ts'
import { websiteHandlers } from './website/handlers.ts'

export default implementPlugin(plugin, {
  routes: { ...handlers, ...websiteHandlers(), ...helpCenterHandlers() },
  services: {
    knowledge: {
      search: async ({ query, audience, limit }, { db, tenant }) => ({
        passages: await db.transaction((tx) => searchPassages(tx, tenant, { query, audience, limit })),
      }),
    },
  },
})
