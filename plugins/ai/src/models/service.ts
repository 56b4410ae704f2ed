import type { ServiceCode } from '@recado/sdk'
import type { Context } from '../context.ts'
import { ask, embed, orRefuse, vectorModel } from './ask.ts'

/** Models for other plugins, by the company's key and budget. */
export const model: ServiceCode<'model', Context> = {
  async complete({ purpose, ticketId, model: wanted, turns, tools, schema, maxTokens, temperature }, ctx, { caller }) {
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
        { purpose, ticket: ticket || undefined, caller: caller ?? undefined },
      ),
    )
    return { ...answer, calls: [...calls] }
  },
}

/** Vectors of texts for other plugins, by the same key and budget. */
export const embeddings: ServiceCode<'embeddings', Context> = {
  model: async (_input, ctx) => ({ model: await vectorModel(ctx) }),
  async embed({ texts, purpose }, ctx, { caller }) {
    const { model: name, vectors, tokens } = await orRefuse(embed(ctx, texts, purpose, caller ?? undefined))
    return { model: name, vectors: vectors.map((vector) => [...vector]), tokens }
  },
}
