import type { ServiceCallOptions, ServiceInput, ServiceMethodName, ServiceOutput } from '@recado/sdk'
import type { Context } from '../context.ts'
import { ownId, type About } from './account.ts'
import { knownModels } from './known-models.ts'
import { ModelFailure } from './model-failure.ts'
import { offeredKinds, type OfferedKind } from './offered-kinds.ts'
import type { ModelAnswer, ModelQuestion, Provider } from './provider.ts'
import { ToldPieces } from './told-pieces.ts'

type Ctx = Pick<Context, 'core' | 'signal'>

/** The other plugin of the company that offers a kind, the first one in their order; undefined where none does. */
async function offering({ core }: Ctx, kind: OfferedKind) {
  return (await core.services.providers(kind)).find(({ plugin }) => plugin !== ownId)
}

/**
 * Another plugin of the company that provides models.
 * @throws ModelFailure ERR_AI_NO_PLUGIN where the company has none
 */
export async function otherPlugin(ctx: Ctx) {
  const other = await offering(ctx, 'model')
  if (!other) throw new ModelFailure('ERR_AI_NO_PLUGIN')
  return other
}

/** What other plugins of the company offer. */
export async function offeredByOthers(ctx: Ctx): Promise<OfferedKind[]> {
  const offers = await Promise.all(offeredKinds.map((kind) => offering(ctx, kind)))
  return offeredKinds.filter((_kind, at) => offers[at] !== undefined)
}

/** @throws ModelFailure ERR_AI_NO_PLUGIN, ERR_AI_UNABLE where none offers it, ERR_AI_UNREACHABLE */
async function askOther<N extends ServiceMethodName & `${OfferedKind}.${string}`>(
  ctx: Ctx,
  method: N,
  input: ServiceInput<N>,
  { plugin, ...options }: Omit<ServiceCallOptions, 'provider'> & { readonly plugin?: string } = {},
): Promise<{ readonly plugin: string; readonly answer: ServiceOutput<N> }> {
  const kind = method.split('.')[0] as OfferedKind
  const first = async () => (kind === 'model' ? otherPlugin(ctx) : offering(ctx, kind))
  const other = plugin === undefined ? await first() : { plugin }
  let answer: ServiceOutput<N> | undefined
  try {
    answer = other && (await ctx.core.services.call(method, input, { ...options, provider: other.plugin }))
  } catch (cause) {
    throw new ModelFailure('ERR_AI_UNREACHABLE', { cause })
  }
  if (!other || answer === undefined) throw new ModelFailure(kind === 'model' ? 'ERR_AI_NO_PLUGIN' : 'ERR_AI_UNABLE')
  return { plugin: other.plugin, answer }
}

/** The model by which another plugin makes vectors; null where none does, or has none. */
export async function otherVectorModel(ctx: Ctx): Promise<string | null> {
  const other = await offering(ctx, 'embeddings')
  const told = other && (await ctx.core.services.call('embeddings.model', {}, { provider: other.plugin }))
  return told?.model ?? null
}

const ofTicket = (ticket: About['ticket']) => ticket && { ticketId: ticket.id }

/**
 * Models of other plugins, by the kinds of services that they provide: texts and functions, images, vectors, recordings
 * written out. An answer comes in pieces where the plugin that is asked for texts tells them, else whole. @throws
 * ModelFailure ERR_AI_NO_PLUGIN where the company has none of the kind, ERR_AI_IMAGES, ERR_AI_UNABLE
 */
export async function otherPluginProvider(
  ctx: Ctx,
  kind: OfferedKind,
  { purpose = 'test', ticket }: Partial<Pick<About, 'purpose' | 'ticket'>>,
): Promise<Provider> {
  const other = kind === 'model' ? await otherPlugin(ctx) : await offering(ctx, kind)
  if (!other) throw new ModelFailure(kind === 'vision' ? 'ERR_AI_IMAGES' : 'ERR_AI_UNABLE')
  const { plugin } = other
  const asked = ({ model, turns, tools = [], schema, maxTokens, temperature }: ModelQuestion) => ({
    purpose,
    ...ofTicket(ticket),
    // The names of the list are those of other providers.
    ...(!(model in knownModels) && { model }),
    turns: [...turns],
    tools: [...tools],
    ...(schema && { schema }),
    maxTokens,
    ...(temperature !== undefined && { temperature }),
  })
  const complete = async (question: ModelQuestion): Promise<ModelAnswer> => {
    const { image } = question
    const { signal } = ctx
    if (!image) return (await askOther(ctx, 'model.complete', asked(question), { plugin, signal })).answer
    const seen = { mime: image.mime, bytes: Uint8Array.from(Buffer.from(image.base64, 'base64')) }
    return (await askOther(ctx, 'vision.complete', { ...asked(question), image: seen }, { plugin, signal })).answer
  }
  const tellsPieces = async (): Promise<boolean> =>
    (await ctx.core.services.providers('modelStream')).some((one) => one.plugin === plugin)
  return {
    host: plugin,
    complete,
    async *stream(question) {
      if (question.image || !(await tellsPieces())) {
        const answer = await complete(question)
        if (answer.text !== '') yield answer.text
        return answer
      }
      const ending = new AbortController()
      const signal = AbortSignal.any([ctx.signal, ending.signal])
      const pieces = new ToldPieces()
      const whole = askOther(ctx, 'modelStream.complete', asked(question), { plugin, signal, onPiece: pieces.give })
      try {
        yield* pieces.until(whole)
        return (await whole).answer
      } finally {
        ending.abort()
      }
    },
    list: async () => [],
    async transcribe({ bytes: audio, name, mime }) {
      const input = { purpose, ...ofTicket(ticket), audio, name, mime }
      return (await askOther(ctx, 'transcription.transcribe', input)).answer
    },
    async embed(texts, _model, _patience, of) {
      const { answer } = await askOther(ctx, 'embeddings.embed', { texts: [...texts], purpose: of })
      if (answer.vectors.length !== texts.length) throw new ModelFailure('ERR_AI_ANSWER')
      return { ...answer, tokens: answer.tokens ?? { input: 0, output: 0 } }
    },
  }
}

/** A text spoken by another plugin, as Ogg Opus. @throws ModelFailure ERR_AI_UNABLE, ERR_AI_UNREACHABLE */
export const spokenByOther = (
  ctx: Ctx,
  { text, voice, ticket }: { readonly text: string; readonly voice: string; readonly ticket: About['ticket'] },
) => askOther(ctx, 'speech.speak', { purpose: 'speech', ...ofTicket(ticket), text, voice })
