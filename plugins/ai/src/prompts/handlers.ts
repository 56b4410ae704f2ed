import type { ModelTurn, RouteAnswer, RouteRequest, SessionContext, ShapeOf } from '@recado/sdk'
import { instructionsOf, toolsOf } from '../agent/instructions.ts'
import { refusal } from '../errors.ts'
import { ask, orRefuse } from '../models/ask.ts'
import { hasFunctions } from '../models/known-models.ts'
import type { Definition } from '../plugin.ts'
import { costOf } from '../usage/cost.ts'
import { readPrices } from '../usage/price-store.ts'
import { promptKey, type PromptKeyKind } from './prompt-key.ts'
import type { Prompt, PromptDraft } from './prompt.ts'
import type { routes } from './routes.ts'
import * as store from './prompt-store.ts'

type Ctx = SessionContext<ShapeOf<Definition>>
type Handler<Name extends keyof typeof routes> = (
  request: RouteRequest<(typeof routes)[Name]>,
  ctx: Ctx,
) => Promise<RouteAnswer<(typeof routes)[Name]>>

/** @throws Refusal ERR_PROMPT_FUNCTIONS, ERR_NO_QUEUE_FOUND, ERR_AUTOMATION_BLOCK */
async function check(ctx: Ctx, { functions, model, queueId }: PromptDraft): Promise<void> {
  if (functions.length > 0 && !hasFunctions(model ?? ctx.settings.model)) throw refusal('ERR_PROMPT_FUNCTIONS')
  if (queueId !== null && !(await ctx.core.queues.list()).some(({ id }) => id === queueId))
    throw refusal('ERR_NO_QUEUE_FOUND')
  if (functions.length > 0)
    await ctx.core.automation.require(
      'actions',
      functions.map(({ action }) => action),
      'automation',
      'body.functions',
    )
}

/** Keeps, replaces or erases the keys. Answers which are there. */
async function setKeys(
  ctx: Ctx,
  { id, hasApiKey, hasVoiceKey }: Prompt,
  { apiKey, voiceApiKey }: Pick<PromptDraft, 'apiKey' | 'voiceApiKey'>,
): Promise<Pick<Prompt, 'hasApiKey' | 'hasVoiceKey'>> {
  const set = async (kind: PromptKeyKind, key: string | null | undefined, had: boolean): Promise<boolean> => {
    if (key === undefined) return had
    if (key === null) await promptKey(id, kind).delete(ctx)
    else await promptKey(id, kind).set(ctx, key)
    await ctx.db.transaction((tx) => store.setHasKey(tx, ctx.tenant, id, kind, key !== null))
    return key !== null
  }
  return { hasApiKey: await set('api', apiKey, hasApiKey), hasVoiceKey: await set('voice', voiceApiKey, hasVoiceKey) }
}

export const prompts: Handler<'prompts'> = async (_request, ctx) => {
  const [all, { actions }] = await Promise.all([
    ctx.db.transaction((tx) => store.listPrompts(tx, ctx.tenant)),
    ctx.core.automation.offered('automation'),
  ])
  return { prompts: all, actions }
}

export const choices: Handler<'choices'> = async (_request, ctx) => ({
  choices: (await ctx.db.transaction((tx) => store.listPrompts(tx, ctx.tenant))).map(({ id, name }) => ({
    id,
    title: name,
  })),
})

export const createPrompt: Handler<'createPrompt'> = async ({ body: { apiKey, voiceApiKey, ...draft } }, ctx) => {
  await check(ctx, draft)
  const prompt = await ctx.db.transaction((tx) => store.insertPrompt(tx, ctx.tenant, draft))
  return { ...prompt, ...(await setKeys(ctx, prompt, { apiKey, voiceApiKey })) }
}

export const updatePrompt: Handler<'updatePrompt'> = async (
  { params: { id }, body: { apiKey, voiceApiKey, ...draft } },
  ctx,
) => {
  await check(ctx, draft)
  const prompt = await ctx.db.transaction((tx) => store.updatePrompt(tx, ctx.tenant, id, draft))
  return { ...prompt, ...(await setKeys(ctx, prompt, { apiKey, voiceApiKey })) }
}

export const removePrompt: Handler<'removePrompt'> = async ({ params: { id } }, ctx) => {
  await ctx.db.transaction((tx) => store.deletePrompt(tx, ctx.tenant, id))
  for (const kind of ['api', 'voice'] as const) await promptKey(id, kind).delete(ctx)
  return { message: 'Prompt deleted' }
}

export const testPrompt: Handler<'testPrompt'> = async ({ body: { prompt, id, said } }, ctx) => {
  const { model, maxTokens, maxMessages, temperature } = prompt
  const turns = said
    .slice(-maxMessages)
    .map(({ by, text }): ModelTurn =>
      by === 'customer' ? { role: 'user', text } : { role: 'assistant', text, calls: [] },
    )
  const answer = await orRefuse(
    ask(
      ctx,
      {
        model: model ?? undefined,
        turns: [{ role: 'system', text: await instructionsOf(ctx, prompt) }, ...turns],
        tools: toolsOf(prompt, model ?? ctx.settings.model),
        maxTokens,
        temperature,
      },
      { purpose: 'test', apiKey: prompt.apiKey ?? (id === undefined ? undefined : await promptKey(id).get(ctx)) },
    ),
  )
  const prices = await ctx.db.transaction((tx) => readPrices(tx, ctx.tenant))
  return {
    text: answer.text,
    calls: answer.calls.map(({ name }) => name),
    model: answer.model,
    tokens: answer.tokens,
    cost: costOf([{ model: answer.model, asked: 1, failed: 0, ...answer.tokens }], prices),
  }
}
