import { implementPlugin } from '@recado/sdk'
import { parse } from './channel/parse.ts'
import { openSession } from './channel/send.ts'
import { verify } from './channel/verify.ts'
import { hook } from './plugin.ts'

export default implementPlugin(hook, {
  channels: {
    hook: {
      webhook: { verify, parse },
      check: async ({ config }) => ({ ok: true, identity: new URL(config.target).host }),
      open: async (ctx) => openSession(ctx),
      normalise: (value) => value.trim().toLowerCase(),
    },
  },
  routes: {}, on: {}, jobs: {},
})
