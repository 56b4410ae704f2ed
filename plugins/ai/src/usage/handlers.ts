import type { RouteAnswer, SessionContext, ShapeOf } from '@recado/sdk'
import { embed, listModels, orRefuse } from '../models/ask.ts'
import { hasEnded, hasFunctions, knownModels } from '../models/known-models.ts'
import type { Definition } from '../plugin.ts'
import type { routes } from './routes.ts'
import { readSpent, readSpentOn } from './usage-store.ts'

type Ctx = SessionContext<ShapeOf<Definition>>
type Answer<Name extends keyof typeof routes> = Promise<RouteAnswer<(typeof routes)[Name]>>

export const usage = async (_request: unknown, ctx: Ctx): Answer<'usage'> => {
  const { timeZone } = await ctx.core.company.profile()
  const { dailyTokens = null, monthlyTokens = null } = ctx.settings
  return ctx.db.transaction(async (tx) => ({
    ...(await readSpent(tx, ctx.tenant, timeZone)),
    dailyTokens,
    monthlyTokens,
    spent: await readSpentOn(tx, ctx.tenant, timeZone, 30),
  }))
}

/** Those that the provider offers, and those that are known by name and may be gone. */
export const models = async (_request: unknown, ctx: Ctx): Answer<'models'> => {
  const offered = await orRefuse(listModels(ctx))
  const ends = new Map(offered.map(({ id, endsOn }) => [id, endsOn]))
  const ids = [...new Set([...ends.keys(), ...Object.keys(knownModels)])]
  const now = new Date()
  return {
    models: ids.map((id) => {
      const endsOn = ends.get(id) ?? knownModels[id]?.endsOn ?? null
      return {
        id,
        title: knownModels[id]?.title ?? id,
        endsOn,
        hasEnded: hasEnded(endsOn, now),
        replacedBy: knownModels[id]?.replacedBy ?? null,
        functions: hasFunctions(id),
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
