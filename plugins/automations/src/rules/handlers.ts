import type { PluginContext, RouteAnswer, RouteRequest, SessionContext } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { knownSecret, signingSecret } from '../actions/webhook.ts'
import { plugin } from '../plugin.ts'
import { keepSweeping, sweepAt, sweepEveryMs, type Sweeping } from '../runs/sweep-plan.ts'
import { ruleCache } from './active-rules.ts'
import { admit, admitAddresses } from './admit.ts'
import { problemsOf } from './problems.ts'
import type { Rule, RuleDraft } from './rule.ts'
import {
  arrange as arrangeRows,
  counted,
  countAnew,
  insert,
  lock,
  remove,
  replace,
  type CountedRule,
  type Tx,
} from './rule-store.ts'
import type { routes } from './routes.ts'

export type Context = SessionContext & Sweeping
export type Handler<Name extends keyof typeof routes> = (
  request: RouteRequest<(typeof routes)[Name]>,
  ctx: Context,
) => Promise<RouteAnswer<(typeof routes)[Name]>>

async function viewsOf(rows: readonly CountedRule[], { core }: Context): Promise<Rule[]> {
  const problems = await problemsOf(rows, core)
  return rows.map(
    (
      { id, name, isActive, trigger, match, conditions, actions, repetition, isLast, fired, lastFiredAt, updatedAt },
      at,
    ) => ({
      id,
      name,
      isActive,
      trigger,
      match,
      conditions,
      actions,
      repetition,
      isLast,
      fired,
      lastFiredAt: lastFiredAt?.toISOString() ?? null,
      updatedAt: updatedAt.toISOString(),
      problems: problems[at]!,
    }),
  )
}

/** Writes, and notifies the nodes that run rules; answers the rules that `work` names. */
async function written(ctx: Context, work: (tx: Tx) => Promise<CountedRule[]>): Promise<Rule[]> {
  const rows = await ctx.db.transaction((tx) => work(drizzleOn(tx)))
  ruleCache.changed(ctx)
  await sweepSoon(ctx)
  return viewsOf(rows, ctx)
}

/** Clocks of a rule run for a minute at least, so that none is missed by then. */
const sweepSoon = (ctx: Sweeping): Promise<void> => sweepAt(ctx, new Date(Date.now() + sweepEveryMs))

export const readList: Handler<'list'> = async (_request, ctx) => {
  const rows = await ctx.db.transaction((tx) => counted(drizzleOn(tx), ctx.tenant))
  await keepSweeping({ rules: rows, oldestFiring: null }, ctx)
  return viewsOf(rows, ctx)
}

export const readOffer: Handler<'offer'> = (_request, { core }) => core.automation.offered('automation')

export const readWebhookSecret: Handler<'webhookSecret'> = async (_request, ctx) => ({
  secret: (await knownSecret(ctx)) ?? null,
})

export const makeWebhookSecret: Handler<'makeWebhookSecret'> = async (_request, ctx) => ({
  secret: await signingSecret(ctx),
})

/** A rule that calls a webhook needs the secret, which its author gives to the receiver before anything is sent. */
async function withSecret({ actions }: RuleDraft, ctx: Context): Promise<void> {
  if (actions.some((action) => action.plugin === plugin.id && action.name === 'webhook')) await signingSecret(ctx)
}

export const create: Handler<'create'> = async ({ body }, ctx) => {
  await admit(body, ctx.core, 'body')
  await admitAddresses(body, ctx.core, 'body')
  await withSecret(body, ctx)
  return (await written(ctx, async (tx) => counted(tx, ctx.tenant, await insert(tx, ctx.tenant, body, new Date()))))[0]!
}

export const change: Handler<'update'> = async ({ params, body }, ctx) => {
  await admit(body, ctx.core, 'body')
  await admitAddresses(body, ctx.core, 'body')
  await withSecret(body, ctx)
  return (
    await written(ctx, async (tx) => {
      await replace(tx, await lock(tx, ctx.tenant, params.id), body, new Date())
      return counted(tx, ctx.tenant, params.id)
    })
  )[0]!
}

export const turn: Handler<'switch'> = async ({ params, body: { isActive } }, ctx) =>
  (
    await written(ctx, async (tx) => {
      const before = await lock(tx, ctx.tenant, params.id)
      if (before.isActive !== isActive) await replace(tx, before, { ...before, isActive }, new Date())
      return counted(tx, ctx.tenant, params.id)
    })
  )[0]!

export const erase: Handler<'remove'> = async ({ params }, ctx) => {
  await written(ctx, async (tx) => {
    await lock(tx, ctx.tenant, params.id)
    await remove(tx, ctx.tenant, params.id)
    return []
  })
  return { message: 'Rule deleted' }
}

export const arrange: Handler<'arrange'> = ({ body: { ids } }, ctx) =>
  written(ctx, async (tx) => {
    await arrangeRows(tx, ctx.tenant, ids)
    return counted(tx, ctx.tenant)
  })

/** Switched on again for the company: no rule runs for times that came in between. */
export async function revive(ctx: PluginContext & Sweeping): Promise<void> {
  await ctx.db.transaction((tx) => countAnew(drizzleOn(tx), ctx.tenant))
  ruleCache.changed(ctx)
  await sweepSoon(ctx)
}
