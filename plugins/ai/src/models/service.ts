import type { ServiceCode } from '@recado/sdk'
import type { Context } from '../context.ts'
import { ask, orRefuse } from './ask.ts'

/** Models for other plugins, by the company's key and budget. */
export const model: ServiceCode<'model', Context> = {
  async complete({ purpose, ticketId, model: wanted, turns, tools, schema, maxTokens, temperature }, ctx) {
    const ticket = ticketId && (await ctx.core.tickets.get(ticketId))
    const { calls, ...answer } = await orRefuse(
      ask(
        ctx,
        {
          model: wanted,
          turns,
          tools,
          maxTokens,
          ...(schema && { schema }),
          ...(temperature !== undefined && { temperature }),
        },
        { purpose, ticket: ticket || undefined },
      ),
    )
    return { ...answer, calls: [...calls] }
  },
}
