import { implementPlugin } from '@recado/sdk'
import { randomUUID } from 'node:crypto'
import { NoAnswer, tell } from './client.ts'
import { plugin } from './plugin.ts'

export default implementPlugin(plugin, {
  services: {
    bot: {
      async start({ bot, message, variables }, ctx) {
        const session = randomUUID()
        const answer = await tell(ctx, { type: 'conversation.started', bot, session, message, variables })
        return { ...answer, session: answer.session ?? session }
      },
      async proceed({ bot, session, message }, ctx) {
        try {
          return { answer: await tell(ctx, { type: 'message.received', bot, session, message, variables: {} }) }
        } catch (error) {
          if (error instanceof NoAnswer && error.outcome === 'expired') return { answer: null }
          throw error
        }
      },
      async test({ bot }, ctx) {
        try {
          const told = {
            type: 'conversation.started',
            bot,
            session: randomUUID(),
            message: null,
            variables: {},
          } as const
          return { outcome: 'started', says: (await tell(ctx, told)).says.length }
        } catch (error) {
          const outcome = error instanceof NoAnswer ? error.outcome : 'unreachable'
          return { outcome: outcome === 'expired' ? 'missing' : outcome, says: 0 }
        }
      },
    },
  },
})
