import type { Context } from '../context.ts'
import { ownId, type About } from './account.ts'
import { knownModels } from './known-models.ts'
import { ModelFailure } from './model-failure.ts'
import type { ModelAnswer, ModelQuestion, Provider } from './provider.ts'

/**
 * Another plugin of the company that provides models, the first one by its id.
 * @throws ModelFailure ERR_AI_NO_PLUGIN where the company has none
 */
export async function otherPlugin({ core }: Pick<Context, 'core'>) {
  const [other] = (await core.services.providers('model')).filter(({ plugin }) => plugin !== ownId)
  if (!other) throw new ModelFailure('ERR_AI_NO_PLUGIN')
  return other
}

/**
 * Models of {@link otherPlugin}, by the service kind `model`: texts and functions. It looks at no images, writes out no
 * recordings and makes no vectors. Its answers come whole, also where pieces are asked for.
 */
export async function otherPluginProvider(
  ctx: Pick<Context, 'core'>,
  { purpose = 'test', ticket }: Partial<Pick<About, 'purpose' | 'ticket'>>,
): Promise<Provider> {
  const { plugin } = await otherPlugin(ctx)
  const unable = async (): Promise<never> => {
    throw new ModelFailure('ERR_AI_UNABLE')
  }
  const complete = async ({
    model,
    turns,
    image,
    tools = [],
    schema,
    maxTokens,
    temperature,
  }: ModelQuestion): Promise<ModelAnswer> => {
    if (image) throw new ModelFailure('ERR_AI_IMAGES')
    const input = {
      purpose,
      ...(ticket && { ticketId: ticket.id }),
      // The names of the list are those of other providers.
      ...(!(model in knownModels) && { model }),
      turns: [...turns],
      tools: [...tools],
      ...(schema && { schema }),
      maxTokens,
      ...(temperature !== undefined && { temperature }),
    }
    let answer: ModelAnswer | undefined
    try {
      answer = await ctx.core.services.call('model.complete', input, { provider: plugin })
    } catch (cause) {
      throw new ModelFailure('ERR_AI_UNREACHABLE', { cause })
    }
    if (!answer) throw new ModelFailure('ERR_AI_NO_PLUGIN')
    return answer
  }
  return {
    host: plugin,
    complete,
    async *stream(question) {
      const answer = await complete(question)
      if (answer.text !== '') yield answer.text
      return answer
    },
    list: async () => [],
    transcribe: unable,
    embed: unable,
  }
}
