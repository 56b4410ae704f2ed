import { implementPlugin } from '@recado/sdk'
import { plugin } from './plugin.ts'

export default implementPlugin(plugin, {
  routes: { greeting: (_request, ctx) => ({ text: ctx.settings.text }) },
  on: {
    async created({ ticketId, status }, ctx) {
      // An event may come again; the key makes the message one.
      if (status === 'pending')
        await ctx.core.messages.send(ticketId, [{ kind: 'text', text: ctx.settings.text, format: 'plain' }], {
          key: 'hello-plugin',
        })
    },
  },
})
