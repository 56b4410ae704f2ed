import type { ModelTurn } from '@recado/sdk'
import type { Context } from '../context.ts'
import { refusal } from '../errors.ts'
import { PersonalData, RevealingStream } from '../privacy/personal-data.ts'
import { openAccount, type About } from './account.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import { fittingModels } from './fits-model.ts'
import { askedModel, hearsAudio } from './known-models.ts'
import { failureOf, isOfModel, ModelFailure, type FailureCode } from './model-failure.ts'
import type { OfferedKind } from './offered-kinds.ts'
import { otherPluginProvider, otherVectorModel } from './other-plugin.ts'
import {
  closeAnswer,
  type ModelAnswer,
  type ModelQuestion,
  type Patience,
  type Provider,
  type ProviderAccess,
  type SpokenFile,
} from './provider.ts'
import { longestQuietMs, notQuietFor } from './quiet-limit.ts'

/** A question without the model where it is the company's. */
export type Question = Omit<ModelQuestion, 'model'> & { readonly model?: string | undefined }

/** Client libraries are large, and most companies ask nothing. */
async function reach(
  provider: Exclude<Context['settings']['provider'], 'plugin'>,
  access: ProviderAccess,
): Promise<Provider> {
  switch (provider) {
    case 'responses':
      return (await import('./responses.ts')).responsesProvider(access)
    case 'anthropic':
      return (await import('./anthropic.ts')).anthropicProvider(access)
    case 'google':
      return (await import('./google.ts')).googleProvider(access)
    default:
      return (await import('./openai.ts')).openAiProvider(access)
  }
}

/** The provider of the company. @throws ModelFailure ERR_AI_UNSET, ERR_AI_NO_PLUGIN, ERR_AI_UNABLE */
async function providerOf(ctx: Context, about: Partial<About> = {}, kind: OfferedKind = 'model'): Promise<Provider> {
  const { provider, url } = ctx.settings
  if (provider === 'plugin') return otherPluginProvider(ctx, kind, about)
  const key = about.apiKey ?? (await ctx.secrets.get('apiKey'))
  if (key === undefined && url === undefined) throw new ModelFailure('ERR_AI_UNSET')
  return reach(provider, { url, apiKey: key, fetch: ctx.fetch, signal: ctx.signal })
}

/** Who makes vectors for the company. @throws ModelFailure ERR_AI_UNSET, ERR_AI_UNABLE */
async function vectorProviderOf(ctx: Context): Promise<Provider> {
  const { embeddingProvider: provider, embeddingUrl: url } = ctx.settings
  if (provider === undefined) return providerOf(ctx, {}, 'embeddings')
  const key = await ctx.secrets.get('embeddingApiKey')
  if (key === undefined && url === undefined) throw new ModelFailure('ERR_AI_UNSET')
  return reach(provider, { url, apiKey: key, fetch: ctx.fetch, signal: ctx.signal })
}

/** Who hears recordings for the company. @throws ModelFailure ERR_AI_UNSET, ERR_AI_NO_PLUGIN, ERR_AI_UNABLE */
async function hearingProviderOf(ctx: Context, about: About): Promise<Provider> {
  const { transcriptionUrl: url } = ctx.settings
  if (url === undefined) return providerOf(ctx, about, 'transcription')
  const apiKey = await ctx.secrets.get('transcriptionApiKey')
  return reach('openai', { url, apiKey, fetch: ctx.fetch, signal: ctx.signal })
}

/** Of this node. */
const breaker = new CircuitBreaker()

interface Work {
  readonly provider: Provider
  readonly data: PersonalData
  settle(model: string, tokens: ModelAnswer['tokens'], failure?: FailureCode | 'closed'): Promise<void>
}

async function begin(ctx: Context, about: About, reached: () => Promise<Provider>): Promise<Work> {
  const account = await openAccount(ctx, about)
  const provider = await reached()
  const place = `${ctx.tenant} ${provider.host}`
  breaker.assertClosed(place)
  const data = new PersonalData()
  return {
    provider,
    data,
    settle: (model, tokens, failure) => {
      if (failure === 'closed') breaker.retry(place)
      else breaker.note(place, failure)
      return account.settle({
        host: provider.host,
        model,
        tokens,
        hidden: data.count,
        ...(failure !== undefined && { failure }),
      })
    },
  }
}

function hiddenTurn(turn: ModelTurn, data: PersonalData): ModelTurn {
  const text = data.hide(turn.text)
  if (turn.role !== 'assistant') return { ...turn, text }
  const calls = turn.calls.map((call) => ({
    ...call,
    arguments: data.hideIn(call.arguments) as Record<string, unknown>,
  }))
  return { ...turn, text, calls }
}
const nothing = { input: 0, output: 0 }

/** Whether a question ended because its caller left: that says nothing of the provider, as a time that is over does. */
const isClosed = ({ signal }: Context, { code }: ModelFailure): boolean =>
  signal.aborted &&
  code === 'ERR_AI_UNREACHABLE' &&
  !(signal.reason instanceof Error && signal.reason.name === 'TimeLimitExceeded')

/** Characters of a token, roughly: only the end of an answer says how many it took, and a closed one has no end. */
const charactersOfToken = 4
const roughTokens = (sent: Pick<ModelQuestion, 'turns'>, told: string): ModelAnswer['tokens'] => {
  const asked = sent.turns.reduce((sum, { text }) => sum + text.length, 0)
  return { input: Math.ceil(asked / charactersOfToken), output: Math.ceil(told.length / charactersOfToken) }
}

/** Models in the order in which they are asked. */
const modelsFor = ({ settings }: Context, wanted: string | undefined): string[] => {
  const others = settings.fallbackModel?.split(',') ?? []
  return [wanted ?? settings.model, ...others]
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => askedModel(name, new Date()))
    .filter((name, index, all) => all.indexOf(name) === index)
}

/** Those that can take a question. What models of other plugins are able to is told by the kinds that they provide. */
const modelsTaking = (ctx: Context, question: Question): string[] => {
  const models = modelsFor(ctx, question.model)
  return ctx.settings.provider === 'plugin' ? models : fittingModels(models, question)
}

/** Who answers a question: of other plugins the one that looks at images where there is one. */
const answering =
  (ctx: Context, { image }: Question, about: About) =>
  (): Promise<Provider> =>
    providerOf(ctx, about, image ? 'vision' : 'model')

const toSend = (ctx: Context, { turns, ...question }: Question, data: PersonalData): Omit<ModelQuestion, 'model'> => ({
  ...question,
  turns: ctx.settings.hidePersonalData ? turns.map((turn) => hiddenTurn(turn, data)) : turns,
})

/** Asks, the next model where one is not there. @throws ModelFailure */
export async function ask(ctx: Context, question: Question, about: About): Promise<ModelAnswer> {
  const models = modelsTaking(ctx, question)
  const { provider, data, settle } = await begin(ctx, about, answering(ctx, question, about))
  const sent = toSend(ctx, question, data)
  for (const [index, model] of models.entries()) {
    try {
      const answer = await provider.complete({ ...sent, model })
      await settle(answer.model, answer.tokens)
      const calls = answer.calls.map((call) => ({
        ...call,
        arguments: data.revealIn(call.arguments) as Record<string, unknown>,
      }))
      return { ...answer, text: data.reveal(answer.text), calls }
    } catch (error) {
      const failure = failureOf(error)
      if (isClosed(ctx, failure)) await settle(model, roughTokens(sent, ''), 'closed')
      else await settle(model, nothing, failure.code)
      if (index === models.length - 1 || !isOfModel(failure)) throw failure
    }
  }
  throw new ModelFailure('ERR_AI_MODEL')
}

/**
 * The same in pieces. Once a piece has come no other model is asked. Who reads no further closes the generator, and
 * what was asked is settled by then. @throws ModelFailure
 */
export async function* askInPieces(
  ctx: Context,
  question: Question,
  about: About,
): AsyncGenerator<string, ModelAnswer> {
  const models = modelsTaking(ctx, question)
  const ending = new AbortController()
  const lasting = { ...ctx, signal: AbortSignal.any([ctx.signal, ending.signal]) }
  const { provider, data, settle } = await begin(ctx, about, answering(lasting, question, about))
  const sent = toSend(ctx, question, data)
  for (const [index, model] of models.entries()) {
    const revealing = new RevealingStream(data)
    const pieces = notQuietFor(longestQuietMs, provider.stream({ ...sent, model }), ending)
    let told = ''
    let answer: ModelAnswer | undefined
    let failure: ModelFailure | undefined
    try {
      let next = await pieces.next()
      for (; !next.done; next = await pieces.next()) {
        told += next.value
        const shown = revealing.add(next.value)
        if (shown !== '') yield shown
      }
      answer = next.value
      const rest = revealing.end()
      if (rest !== '') yield rest
      return { ...answer, text: data.reveal(answer.text) }
    } catch (error) {
      failure = failureOf(error)
      if (told !== '' || index === models.length - 1 || !isOfModel(failure)) throw failure
    } finally {
      // Without an answer and a failure the reader has closed it between two pieces.
      if (answer) await settle(answer.model, answer.tokens)
      else if (failure && !isClosed(ctx, failure)) await settle(model, nothing, failure.code)
      else await Promise.all([settle(model, roughTokens(sent, told), 'closed'), closeAnswer(pieces)])
    }
  }
  throw new ModelFailure('ERR_AI_MODEL')
}

/** Writes a voice message out. What is heard cannot be hidden. @throws ModelFailure */
export async function transcribe(ctx: Context, file: SpokenFile, about: About) {
  const { provider: protocol, url, transcriptionUrl, transcriptionModel } = ctx.settings
  const isOwn = (transcriptionUrl ?? url) !== undefined
  // Servers of the company's own call their model by OpenAI's names, whatever OpenAI has ended.
  const wanted = isOwn ? transcriptionModel : askedModel(transcriptionModel, new Date())
  const isOthers = protocol === 'plugin' && transcriptionUrl === undefined
  if (!isOthers && !hearsAudio(wanted)) throw new ModelFailure('ERR_AI_AUDIO')
  const { provider, settle } = await begin(ctx, about, () => hearingProviderOf(ctx, about))
  const model = isOthers ? provider.host : wanted
  try {
    const { text, language, model: used = model, tokens = nothing } = await provider.transcribe(file, model)
    await settle(used, tokens)
    return { text, language }
  } catch (error) {
    const failure = failureOf(error)
    await settle(model, nothing, isClosed(ctx, failure) ? 'closed' : failure.code)
    throw failure
  }
}

/** How long vectors are waited for: nobody waits for those of passages, whose service has a minute for all attempts. */
const patience: Readonly<Record<'passage' | 'question', Patience>> = {
  passage: { limitMs: 25_000, retries: 1 },
  question: { limitMs: 1_500, retries: 0 },
}

/** The model that makes the company's vectors; null for none. Nobody outside is asked. */
export async function vectorModel(ctx: Context): Promise<string | null> {
  const { provider, embeddingProvider, embeddingModel = null } = ctx.settings
  return provider === 'plugin' && embeddingProvider === undefined ? otherVectorModel(ctx) : embeddingModel
}

/** Vectors of texts, by the company's model for them. @throws ModelFailure, ERR_AI_UNABLE without such a model */
export async function embed(ctx: Context, texts: readonly string[], purpose: 'passage' | 'question', caller?: string) {
  const model = await vectorModel(ctx)
  if (model === null) throw new ModelFailure('ERR_AI_UNABLE')
  const { hidePersonalData } = ctx.settings
  const { provider, data, settle } = await begin(ctx, { purpose: `embedding-${purpose}`, caller }, () =>
    vectorProviderOf(ctx),
  )
  const sent = hidePersonalData ? texts.map((text) => data.hide(text)) : texts
  try {
    const made = await provider.embed(sent, model, patience[purpose], purpose)
    await settle(made.model ?? model, made.tokens)
    return { model: made.model ?? model, vectors: made.vectors, tokens: made.tokens }
  } catch (error) {
    const failure = failureOf(error)
    await settle(model, nothing, isClosed(ctx, failure) ? 'closed' : failure.code)
    throw failure
  }
}

/** Keys among the settings, each of one provider. */
export type KeyName = 'apiKey' | 'embeddingApiKey' | 'transcriptionApiKey'

/** Models that a key among the settings can use. @throws what the provider's client throws */
export async function listModelsOf(ctx: Context, key: KeyName) {
  const reached = {
    apiKey: () => providerOf(ctx),
    embeddingApiKey: () => vectorProviderOf(ctx),
    transcriptionApiKey: () => hearingProviderOf(ctx, { purpose: 'transcription' }),
  }
  return (await reached[key]()).list()
}

/** Models that the company's key can use, for choices and to test the key. @throws ModelFailure */
export async function listModels(ctx: Context) {
  const provider = await providerOf(ctx)
  try {
    return await provider.list()
  } catch (error) {
    throw failureOf(error)
  }
}

/** Refuses with the code of what failed. */
export async function orRefuse<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ModelFailure) throw refusal(error.code, {}, { cause: error })
    throw error
  }
}
