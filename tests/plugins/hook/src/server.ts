import { ChannelError, implementPlugin, type ChannelImplementation } from '@recado/sdk'
import { parse } from './channel/parse.ts'
import { openSession } from './channel/send.ts'
import { verify } from './channel/verify.ts'
import { hook, type hookChannel, type windowedHook } from './plugin.ts'

const channel: ChannelImplementation<typeof hookChannel> & ChannelImplementation<typeof windowedHook> = {
  webhook: { verify, parse },
  check: async ({ config }) => ({ ok: true, identity: new URL(config.target).host }),
  async open(ctx) {
    if (new URL(ctx.config.target).pathname === '/closed')
      throw new ChannelError({
        kind: 'network',
        code: 'CLOSED',
        message: 'the target takes no sessions',
        certain: true,
      })
    return openSession(ctx)
  },
  normalise: (value) => value.trim().toLowerCase(),
}

export default implementPlugin(hook, {
  channels: { hook: channel, windowed: channel },
  routes: {},
  on: {},
  jobs: {},
})
