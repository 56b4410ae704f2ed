import type { ModelTurn, RouteAnswer, RouteRequest, SessionContext, ShapeOf } from '@recado/sdk'
import { instructionsOf, toolsOf } from '../agent/instructions.ts'
import { refusal } from '../errors.ts'
import { ask, orRefuse } from '../models/ask.ts'
import { hasFunctions } from '../models/known-models.ts'
import type { Definition } from '../plugin.ts'
import { promptKey } from './prompt-key.ts'
import type { PromptDraft } from './prompt.ts'
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

/** Keeps, replaces or erases the key. */
async function setKey(ctx: Ctx, id: string, apiKey: string | null | undefined): Promise<void> {
  if (apiKey === undefined) return
  if (apiKey === null) await promptKey(id).delete(ctx)
  else await promptKey(id).set(ctx, apiKey)
  await ctx.db.transaction((tx) => store.setHasApiKey(tx, ctx.tenant, id, apiKey !== null))
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

export const createPrompt: Handler<'createPrompt'> = async ({ body: { apiKey, ...draft } }, ctx) => {
  await check(ctx, draft)
  const prompt = await ctx.db.transaction((tx) => store.insertPrompt(tx, ctx.tenant, draft))
  await setKey(ctx, prompt.id, apiKey ?? undefined)
  return { ...prompt, hasApiKey: typeof apiKey === 'string' }
}

export const updatePrompt: Handler<'updatePrompt'> = async ({ params: { id }, body: { apiKey, ...draft } }, ctx) => {
  await check(ctx, draft)
  const prompt = await ctx.db.transaction((tx) => store.updatePrompt(tx, ctx.tenant, id, draft))
  await setKey(ctx, id, apiKey)
  return { ...prompt, hasApiKey: apiKey === undefined ? prompt.hasApiKey : apiKey !== null }
}

export const removePrompt: Handler<'removePrompt'> = async ({ params: { id } }, ctx) => {
  await ctx.db.transaction((tx) => store.deletePrompt(tx, ctx.tenant, id))
  await promptKey(id).delete(ctx)
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
  return {
    text: answer.text,
    calls: answer.calls.map(({ name }) => name),
    model: answer.model,
    tokens: answer.tokens,
  }
}
