import type { RouteAnswer, RouteRequest, SessionContext } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { refusal } from '../errors.ts'
import type { Bot, BotDraft } from './bot.ts'
import type { routes } from './routes.ts'
import * as store from './store.ts'

type Handler<Name extends keyof typeof routes> = (
  request: RouteRequest<(typeof routes)[Name]>,
  ctx: SessionContext,
) => Promise<RouteAnswer<(typeof routes)[Name]>>

const within = <T>({ db }: SessionContext, work: (tx: store.Tx) => Promise<T>): Promise<T> =>
  db.transaction((raw) => work(drizzleOn(raw)))

/** @throws Refusal ERR_NO_BOT_PROVIDER_FOUND */
async function requireProvider({ core }: SessionContext, provider: string): Promise<void> {
  if (!(await core.services.providers('bot')).some(({ plugin }) => plugin === provider))
    throw refusal('ERR_NO_BOT_PROVIDER_FOUND')
}

/** Stores a bot; one that is to be active counts against the plan. */
const save = (
  { db, limits, tenant }: SessionContext,
  draft: BotDraft,
  isActivated: (tx: store.Tx) => Promise<boolean>,
  write: (tx: store.Tx) => Promise<Bot>,
): Promise<Bot> =>
  db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    if (draft.active && (await isActivated(tx)))
      await limits.require(raw, 'chatbots', (counted) => store.countActive(drizzleOn(counted), tenant))
    return write(tx)
  })

export const list: Handler<'list'> = async (_request, ctx) => {
  const [bots, providers] = await Promise.all([
    within(ctx, (tx) => store.listBots(tx, ctx.tenant)),
    ctx.core.services.providers('bot'),
  ])
  return { bots, providers: [...providers] }
}

export const choices: Handler<'choices'> = async (_request, ctx) => ({
  choices: (await within(ctx, (tx) => store.listBots(tx, ctx.tenant))).map(({ id, name }) => ({ id, title: name })),
})

export const create: Handler<'create'> = async ({ body }, ctx) => {
  await requireProvider(ctx, body.provider)
  return save(
    ctx,
    body,
    async () => true,
    (tx) => store.insertBot(tx, ctx.tenant, body),
  )
}

export const update: Handler<'update'> = async ({ params: { id }, body }, ctx) => {
  await requireProvider(ctx, body.provider)
  return save(
    ctx,
    body,
    async (tx) => !(await store.findBot(tx, ctx.tenant, id))?.active,
    (tx) => store.updateBot(tx, ctx.tenant, id, body),
  )
}

export const remove: Handler<'remove'> = async ({ params: { id } }, ctx) => {
  await within(ctx, (tx) => store.deleteBot(tx, ctx.tenant, id))
  return { message: 'Bot deleted' }
}

export const test: Handler<'test'> = async ({ params: { id } }, ctx) => {
  const bot = await within(ctx, (tx) => store.findBot(tx, ctx.tenant, id))
  if (!bot) throw refusal('ERR_NO_BOT_FOUND')
  const tested = await ctx.core.services.call('bot.test', { bot: bot.reference }, { provider: bot.provider })
  if (!tested) throw refusal('ERR_NO_BOT_PROVIDER_FOUND')
  return tested
}
