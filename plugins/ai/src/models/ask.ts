import type { ModelTurn, TicketId } from '@recado/sdk'
import type { Context } from '../context.ts'
import { refusal } from '../errors.ts'
import { PersonalData, RevealingStream } from '../privacy/personal-data.ts'
import { readSpent, writeAsked } from '../usage/usage-store.ts'
import { askedModel } from './known-models.ts'
import { failureOf, isOfModel, ModelFailure } from './model-failure.ts'
import type { ModelAnswer, ModelQuestion, Provider, SpokenFile } from './provider.ts'

/** What a question is for; it is counted under this, and listed with the ticket. */
export interface About {
  readonly purpose: string
  readonly ticket?: { readonly id: TicketId; readonly contactId: string } | undefined
  /** Key of its own instead of the company's. */
  readonly apiKey?: string | undefined
}

/** A question without the model where it is the company's. */
export type Question = Omit<ModelQuestion, 'model'> & { readonly model?: string | undefined }

/** The provider of the company. @throws ModelFailure ERR_AI_UNSET */
async function providerOf(ctx: Context, apiKey?: string): Promise<Provider> {
  const { provider, url } = ctx.settings
  const key = apiKey ?? (await ctx.secrets.get('apiKey'))
  if (key === undefined && url === undefined) throw new ModelFailure('ERR_AI_UNSET')
  const access = { url, apiKey: key, fetch: ctx.fetch, signal: ctx.signal }
  // Client libraries are large, and most companies ask nothing.
  return provider === 'anthropic'
    ? (await import('./anthropic.ts')).anthropicProvider(access)
    : (await import('./openai.ts')).openAiProvider(access)
}

const timeZoneOf = async ({ core }: Context): Promise<string> => (await core.company.profile()).timeZone

/** @throws ModelFailure ERR_AI_BUDGET */
async function requireBudget(ctx: Context, timeZone: string): Promise<void> {
  const { dailyTokens = Infinity, monthlyTokens = Infinity } = ctx.settings
  if (dailyTokens === Infinity && monthlyTokens === Infinity) return
  const { today, month } = await ctx.db.transaction((tx) => readSpent(tx, ctx.tenant, timeZone))
  if (today >= dailyTokens || month >= monthlyTokens) throw new ModelFailure('ERR_AI_BUDGET')
}

interface Work {
  readonly provider: Provider
  readonly data: PersonalData
  /** Writes down what came of it. */
  settle(model: string, tokens: ModelAnswer['tokens'], failure: string | null): Promise<void>
}

async function begin(ctx: Context, about: About): Promise<Work> {
  const timeZone = await timeZoneOf(ctx)
  await requireBudget(ctx, timeZone)
  const provider = await providerOf(ctx, about.apiKey)
  const data = new PersonalData()
  const settle: Work['settle'] = (model, tokens, failure) =>
    ctx.db.transaction((tx) =>
      writeAsked(
        tx,
        ctx.tenant,
        {
          purpose: about.purpose,
          ticketId: about.ticket?.id ?? null,
          contactId: about.ticket?.contactId ?? null,
          host: provider.host,
          model: model.slice(0, 100),
          ...tokens,
          hidden: data.count,
          failure,
        },
        timeZone,
      ),
    )
  return { provider, data, settle }
}

const hiddenTurn = (turn: ModelTurn, data: PersonalData): ModelTurn => ({ ...turn, text: data.hide(turn.text) })
const nothing = { input: 0, output: 0 }

/** Models in the order in which they are asked. */
const modelsFor = ({ settings }: Context, wanted: string | undefined): string[] => {
  const first = wanted ?? settings.model
  return [first, ...(settings.fallbackModel ? [settings.fallbackModel] : [])]
    .map((name) => askedModel(name, new Date()))
    .filter((name, index, all) => all.indexOf(name) === index)
}

const toSend = (ctx: Context, { turns, ...question }: Question, data: PersonalData): Omit<ModelQuestion, 'model'> => ({
  ...question,
  turns: ctx.settings.hidePersonalData ? turns.map((turn) => hiddenTurn(turn, data)) : turns,
})

/** Asks, the second model where the first one is not there. @throws ModelFailure */
export async function ask(ctx: Context, question: Question, about: About): Promise<ModelAnswer> {
  const { provider, data, settle } = await begin(ctx, about)
  const sent = toSend(ctx, question, data)
  const models = modelsFor(ctx, question.model)
  for (const [index, model] of models.entries()) {
    try {
      const answer = await provider.complete({ ...sent, model })
      await settle(answer.model, answer.tokens, null)
      const calls = answer.calls.map((call) => ({
        ...call,
        arguments: data.revealIn(call.arguments) as Record<string, unknown>,
      }))
      return { ...answer, text: data.reveal(answer.text), calls }
    } catch (error) {
      const failure = failureOf(error)
      await settle(model, nothing, failure.code)
      if (index === models.length - 1 || !isOfModel(failure)) throw failure
    }
  }
  throw new ModelFailure('ERR_AI_MODEL')
}

/** The same in pieces. Once a piece has come no other model is asked. @throws ModelFailure */
export async function* askInPieces(
  ctx: Context,
  question: Question,
  about: About,
): AsyncGenerator<string, ModelAnswer> {
  const { provider, data, settle } = await begin(ctx, about)
  const sent = toSend(ctx, question, data)
  const models = modelsFor(ctx, question.model)
  for (const [index, model] of models.entries()) {
    const revealing = new RevealingStream(data)
    let hasBegun = false
    try {
      const pieces = provider.stream({ ...sent, model })
      let next = await pieces.next()
      for (; !next.done; next = await pieces.next()) {
        hasBegun = true
        const shown = revealing.add(next.value)
        if (shown !== '') yield shown
      }
      const rest = revealing.end()
      if (rest !== '') yield rest
      await settle(next.value.model, next.value.tokens, null)
      return { ...next.value, text: data.reveal(next.value.text) }
    } catch (error) {
      const failure = failureOf(error)
      await settle(model, nothing, failure.code)
      if (hasBegun || index === models.length - 1 || !isOfModel(failure)) throw failure
    }
  }
  throw new ModelFailure('ERR_AI_MODEL')
}

/** Writes a voice message out. What is heard cannot be hidden. @throws ModelFailure */
export async function transcribe(ctx: Context, file: SpokenFile, about: About) {
  const { provider, settle } = await begin(ctx, about)
  const model = ctx.settings.transcriptionModel
  try {
    const spoken = await provider.transcribe(file, model)
    await settle(model, nothing, null)
    return spoken
  } catch (error) {
    const failure = failureOf(error)
    await settle(model, nothing, failure.code)
    throw failure
  }
}

/** Vectors of texts. @throws ModelFailure */
export async function embed(ctx: Context, texts: readonly string[], about: About) {
  const { provider, data, settle } = await begin(ctx, about)
  const model = ctx.settings.embeddingModel
  const sent = ctx.settings.hidePersonalData ? texts.map((text) => data.hide(text)) : texts
  try {
    const { vectors, tokens } = await provider.embed(sent, model)
    await settle(model, { input: tokens, output: 0 }, null)
    return { model, vectors }
  } catch (error) {
    const failure = failureOf(error)
    await settle(model, nothing, failure.code)
    throw failure
  }
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
