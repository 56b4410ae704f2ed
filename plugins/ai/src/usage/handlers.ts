import type { RouteAnswer, RouteRequest, SessionContext, ShapeOf } from '@recado/sdk'
import { requireTicket } from '../conversation/require-ticket.ts'
import { embed, listModels, orRefuse } from '../models/ask.ts'
import { hasEnded, hasFunctions, knownModels, seesImages } from '../models/known-models.ts'
import { offeredByOthers, otherPlugin } from '../models/other-plugin.ts'
import type { Definition } from '../plugin.ts'
import { costOf } from './cost.ts'
import { readPrices, writePrices } from './price-store.ts'
import type { PriceList } from './prices.ts'
import type { routes } from './routes.ts'
import { readSpent, readSpentByModel, readSpentOn, readSpentOnTicket, type SpentOn } from './usage-store.ts'

type Ctx = SessionContext<ShapeOf<Definition>>
type Answer<Name extends keyof typeof routes> = Promise<RouteAnswer<(typeof routes)[Name]>>

/** What each plugin asked. */
function byPluginOf(spent: readonly SpentOn[], prices: PriceList | null) {
  const lines = Map.groupBy(spent, ({ plugin }) => plugin)
  return [...lines]
    .map(([plugin, of]) => ({
      plugin,
      asked: of.reduce((sum, { asked }) => sum + asked, 0),
      tokens: of.reduce((sum, { input, output }) => sum + input + output, 0),
      cost: costOf(of, prices),
    }))
    .toSorted((a, b) => b.tokens - a.tokens)
}

export const usage = async (_request: unknown, ctx: Ctx): Answer<'usage'> => {
  const { timeZone } = await ctx.core.company.profile()
  const { dailyTokens = null, monthlyTokens = null } = ctx.settings
  return ctx.db.transaction(async (tx) => {
    const prices = await readPrices(tx, ctx.tenant)
    const byModel = await readSpentByModel(tx, ctx.tenant, timeZone)
    const spent = await readSpentOn(tx, ctx.tenant, timeZone, 30)
    return {
      ...(await readSpent(tx, ctx.tenant, timeZone)),
      dailyTokens,
      monthlyTokens,
      prices,
      todayCost: costOf(byModel.today, prices),
      monthCost: costOf(byModel.month, prices),
      byPlugin: byPluginOf(spent, prices),
      spent: spent.map((line) => ({ ...line, cost: costOf([line], prices) })),
    }
  })
}

export const setPrices = async (
  { body }: RouteRequest<(typeof routes)['setPrices']>,
  ctx: Ctx,
): Answer<'setPrices'> => {
  await ctx.db.transaction((tx) => writePrices(tx, ctx.tenant, body))
  return body
}

export const ticketUsage = async (
  { params: { ticketId } }: RouteRequest<(typeof routes)['ticketUsage']>,
  ctx: Ctx,
): Answer<'ticketUsage'> => {
  await requireTicket(ctx, ticketId)
  const [counted, prices] = await ctx.db.transaction(async (tx) => [
    await readSpentOnTicket(tx, ctx.tenant, ticketId),
    await readPrices(tx, ctx.tenant),
  ])
  const sum = (of: (one: (typeof counted)[number]) => number): number =>
    counted.reduce((before, one) => before + of(one), 0)
  return {
    asked: sum(({ asked }) => asked),
    tokens: sum(({ input, output }) => input + output),
    cost: costOf(counted, prices),
  }
}

/** Those that the provider offers, and those that are known by name and may be gone. */
export const models = async (_request: unknown, ctx: Ctx): Answer<'models'> => {
  if (ctx.settings.provider === 'plugin')
    return { plugin: (await orRefuse(otherPlugin(ctx))).title, offers: await offeredByOthers(ctx), models: [] }
  const offered = await orRefuse(listModels(ctx))
  const ends = new Map(offered.map(({ id, endsOn }) => [id, endsOn]))
  const ids = [...new Set([...ends.keys(), ...Object.keys(knownModels)])]
  const now = new Date()
  return {
    plugin: null,
    offers: [],
    models: ids.map((id) => {
      const endsOn = ends.get(id) ?? knownModels[id]?.endsOn ?? null
      return {
        id,
        title: knownModels[id]?.title ?? id,
        endsOn,
        hasEnded: hasEnded(endsOn, now),
        replacedBy: knownModels[id]?.replacedBy ?? null,
        functions: hasFunctions(id),
        images: seesImages(id),
        audio: knownModels[id]?.audio ?? null,
        context: knownModels[id]?.context ?? null,
        offered: ends.has(id),
      }
    }),
  }
}

/** Whether the model for vectors answers, and how many numbers its vectors have. */
export const testVectors = async (_request: unknown, ctx: Ctx): Answer<'testVectors'> => {
  const { model, vectors } = await orRefuse(embed(ctx, ['ok'], 'passage'))
  return { model, dimensions: vectors[0]!.length }
}
