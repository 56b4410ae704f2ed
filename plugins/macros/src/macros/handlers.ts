import { Refusal, type RouteAnswer, type RouteRequest, type SessionContext } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { isUnasked } from '../actions/run-macro.ts'
import { offerFor, offerOf, requireActions } from './actions.ts'
import type { Macro, MacroDraft } from './macro.ts'
import {
  arrange as arrangeRows,
  insert,
  list,
  listShared,
  lock,
  managePermission,
  mayWrite,
  remove,
  replace,
} from './macro-store.ts'
import type { MacroRow } from './macro.table.ts'
import { offeredAs } from './offered.ts'
import type { routes } from './routes.ts'
import { requirePresent, shown, subjectOf, subjectsOf } from './subjects.ts'

export type Context = SessionContext & {
  enqueue(job: 'sweep', data: Record<string, never>, options: { runAt: Date; key: string }): Promise<void>
}
export type Handler<Name extends keyof typeof routes> = (
  request: RouteRequest<(typeof routes)[Name]>,
  ctx: Context,
) => Promise<RouteAnswer<(typeof routes)[Name]>>

async function viewsOf(rows: readonly MacroRow[], { core, viewer }: SessionContext): Promise<Macro[]> {
  const all = rows.flatMap(({ steps }) => steps)
  const [subjects, offer] = await Promise.all([subjectsOf(core, all), offerFor(core, all)])
  return rows.map(({ id, name, userId, steps, updatedAt }) => ({
    id,
    name,
    shared: userId === null,
    steps,
    editable: mayWrite(viewer, userId === null),
    updatedAt: updatedAt.toISOString(),
    subjects: [...new Set(steps.flatMap((step) => subjectOf(step)?.id ?? []))].map((subject) =>
      shown(subjects, subject),
    ),
    actions: offer.filter((action) => steps.some((step) => offeredAs([action], step))),
  }))
}

/**
 * @throws Refusal ERR_NO_PERMISSION for a shared one by who may only write their own; ERR_NO_…_FOUND for a step about
 * what is gone; ERR_AUTOMATION_BLOCK and ERR_VALIDATION for one of another plugin's
 */
async function admit({ shared, steps }: MacroDraft, { core, viewer }: SessionContext): Promise<void> {
  if (shared && !viewer.can(managePermission)) throw new Refusal('ERR_NO_PERMISSION')
  requirePresent(await subjectsOf(core, steps), steps)
  await requireActions(core, steps)
}

export const readOffer: Handler<'offer'> = (_request, { core }) => offerOf(core)

export const readChoices: Handler<'choices'> = async (_request, ctx) => {
  const shared = await ctx.db.transaction((tx) => listShared(drizzleOn(tx), ctx.tenant))
  const unasked = shared.filter(({ steps }) => steps.every(isUnasked))
  return { choices: unasked.slice(0, 100).map(({ id, name }) => ({ id, title: name })) }
}

export const readList: Handler<'list'> = async (_request, ctx) =>
  viewsOf(await ctx.db.transaction((tx) => list(drizzleOn(tx), ctx.viewer)), ctx)

export const create: Handler<'create'> = async ({ body }, ctx) => {
  await admit(body, ctx)
  return (await viewsOf([await ctx.db.transaction((tx) => insert(drizzleOn(tx), ctx.viewer, body))], ctx))[0]!
}

/** Giving it to everybody, and taking it back, needs the right to the old and to the new one. */
export const change: Handler<'update'> = async ({ params, body }, ctx) => {
  await admit(body, ctx)
  const row = await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    return replace(tx, ctx.viewer, await lock(tx, ctx.viewer, params.id), body)
  })
  return (await viewsOf([row], ctx))[0]!
}

export const erase: Handler<'remove'> = async ({ params }, ctx) => {
  await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    await lock(tx, ctx.viewer, params.id)
    await remove(tx, ctx.viewer, params.id)
  })
  return { message: 'Macro deleted' }
}

export const arrange: Handler<'arrange'> = async ({ body: { shared, ids } }, ctx) => {
  if (!mayWrite(ctx.viewer, shared)) throw new Refusal('ERR_NO_PERMISSION')
  return viewsOf(
    await ctx.db.transaction(async (raw) => {
      const tx = drizzleOn(raw)
      await arrangeRows(tx, ctx.viewer, shared, ids)
      return list(tx, ctx.viewer)
    }),
    ctx,
  )
}
