import { implementPlugin } from '@recado/sdk'
import { amountsIn, inReais } from './amounts.ts'
import { plugin } from './plugin.ts'

export default implementPlugin(plugin, {
  conditions: {
    // Asked about many conversations at once; one answer for each, in their order.
    namesAmount: ({ atLeast }, subjects) =>
      subjects.map(({ message }) => message !== null && amountsIn(message.body).some((amount) => amount >= atLeast)),
  },
  actions: {
    async send({ text, amount }, { ticket }, ctx, { key }) {
      const words = [text, ...(amount === undefined ? [] : [inReais(amount)]), `Pix: ${ctx.settings.key}`].join('\n')
      // A macro sends in the name of who ran it, a rule as the plugin. The key makes it one message, however often it
      // is called.
      if (ctx.acting) await ctx.acting.messages.send(ticket.id, words, { key })
      else await ctx.core.messages.send(ticket.id, [{ kind: 'text', text: words, format: 'plain' }], { key })
    },
  },
})
