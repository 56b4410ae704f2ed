import type { ModelTurn, RouteAnswer, RouteRequest, SessionContext, ShapeOf } from '@recado/sdk'
import { rehearse } from '../agent/rehearse.ts'
import { orRefuse } from '../models/ask.ts'
import type { Definition } from '../plugin.ts'
import { readPrices } from '../usage/price-store.ts'
import { admit } from './admit.ts'
import { promptKey } from './prompt-key.ts'
import { PromptContent, type PromptDraft } from './prompt.ts'
import { rehearsalOf } from './rehearsal-of.ts'
import type { routes } from './routes.ts'
import { deleteKeys, withKeys } from './set-keys.ts'
import * as store from './prompt-store.ts'

type Ctx = SessionContext<ShapeOf<Definition>>
type Handler<Name extends keyof typeof routes> = (
  request: RouteRequest<(typeof routes)[Name]>,
  ctx: Ctx,
) => Promise<RouteAnswer<(typeof routes)[Name]>>

export const prompts: Handler<'prompts'> = async (_request, ctx) => {
  const [all, { actions }] = await Promise.all([
    ctx.db.transaction((tx) => store.listPrompts(tx, ctx.tenant)),
    ctx.core.automation.offered('automation'),
  ])
  return { prompts: all, actions }
}

export const choices: Handler<'choices'> = async (_request, ctx) => ({
  choices: (await ctx.db.transaction((tx) => store.listPublished(tx, ctx.tenant))).map(({ id, name }) => ({
    id,
    title: name,
  })),
})

const keptOf = ({ name, ...draft }: PromptDraft) => ({ name, content: PromptContent.parse(draft) })
const savingOf = ({ publish, note }: PromptDraft, { viewer }: Ctx): store.Saving => ({
  by: viewer.userId,
  note,
  publish,
})

export const createPrompt: Handler<'createPrompt'> = async ({ body }, ctx) => {
  await admit(ctx, body)
  const prompt = await ctx.db.transaction((tx) => store.insertPrompt(tx, ctx.tenant, keptOf(body), savingOf(body, ctx)))
  return withKeys(ctx, prompt, body)
}

export const updatePrompt: Handler<'updatePrompt'> = async ({ params: { id }, body }, ctx) => {
  await admit(ctx, body)
  const prompt = await ctx.db.transaction((tx) =>
    store.savePrompt(tx, ctx.tenant, id, keptOf(body), savingOf(body, ctx)),
  )
  return withKeys(ctx, prompt, body)
}

export const removePrompt: Handler<'removePrompt'> = async ({ params: { id } }, ctx) => {
  const prompt = await ctx.db.transaction(async (tx) => {
    const gone = await store.requirePrompt(tx, ctx.tenant, id)
    await store.deletePrompt(tx, ctx.tenant, id)
    return gone
  })
  await deleteKeys(ctx, prompt)
  return { message: 'Prompt deleted' }
}

export const versions: Handler<'versions'> = async ({ params: { id } }, ctx) => {
  const { listed, prompt } = await ctx.db.transaction(async (tx) => ({
    prompt: await store.requirePrompt(tx, ctx.tenant, id),
    listed: await store.listVersions(tx, ctx.tenant, id),
  }))
  const ids = [...new Set(listed.flatMap(({ savedBy }) => savedBy ?? []))]
  const names = new Map((await ctx.core.users.named(ids as never)).map((user) => [user.id as string, user.name]))
  return {
    publishedVersion: prompt.publishedVersion,
    versions: listed.map((version) => ({
      ...version,
      savedBy: version.savedBy === null ? null : (names.get(version.savedBy) ?? null),
    })),
  }
}

export const version: Handler<'version'> = async ({ params: { id, version: wanted } }, ctx) =>
  ctx.db.transaction((tx) => store.readVersion(tx, ctx.tenant, id, wanted))

export const publish: Handler<'publish'> = async ({ params: { id, version: wanted } }, ctx) => {
  const { content, name } = await ctx.db.transaction(async (tx) => ({
    content: await store.readVersion(tx, ctx.tenant, id, wanted),
    name: (await store.requirePrompt(tx, ctx.tenant, id)).name,
  }))
  await admit(ctx, { name, ...content, publish: true, note: '' })
  return ctx.db.transaction((tx) => store.publishVersion(tx, ctx.tenant, id, wanted))
}

export const testPrompt: Handler<'testPrompt'> = async ({ body: { prompt, id, said } }, ctx) => {
  const turns = said
    .slice(-prompt.maxMessages)
    .map(({ by, text }): ModelTurn =>
      by === 'customer' ? { role: 'user', text } : { role: 'assistant', text, calls: [] },
    )
  const apiKey = prompt.apiKey ?? (id === undefined ? undefined : await promptKey(id).get(ctx))
  const rehearsed = await orRefuse(rehearse(ctx, PromptContent.parse(prompt), { turns }, { purpose: 'test', apiKey }))
  const prices = await ctx.db.transaction((tx) => readPrices(tx, ctx.tenant))
  return rehearsalOf(rehearsed, prices)
}
