import { Refusal, type RouteAnswer, type RouteRequest, type SessionContext } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { refusal } from '../errors.ts'
import { emptyGraph, Graph } from '../graph/graph.ts'
import { sweepLater } from '../runs/job-handlers.ts'
import { endAbandoned, requireUnused } from '../runs/live-runs.ts'
import { exportFormat } from './flow.ts'
import {
  change,
  counted,
  countActive,
  insert,
  keepDraft,
  lock,
  publish,
  publishedOf,
  readOne,
  remove,
  versionOf,
} from './flow-store.ts'
import type { routes } from './routes.ts'
import { approvedTemplates, offeredOf } from './templates.ts'
import { tellOfDraft } from './told-pages.ts'
import { allFaults, draftOf, editors, flowView, requireFaultless, summaryOf, summaryView } from './views.ts'

export type Handler<Name extends keyof typeof routes> = (
  request: RouteRequest<(typeof routes)[Name]>,
  ctx: SessionContext,
) => Promise<RouteAnswer<(typeof routes)[Name]>>

export const list: Handler<'list'> = async (_request, ctx) =>
  (await ctx.db.transaction((tx) => counted(drizzleOn(tx), ctx.tenant))).map(summaryOf)

export const create: Handler<'create'> = async ({ body: { graph = emptyGraph(), ...details } }, ctx) => {
  const id = await ctx.db.transaction((tx) => insert(drizzleOn(tx), ctx.tenant, ctx.viewer.userId, details, graph))
  return flowView(id, ctx)
}

export const read: Handler<'read'> = ({ params }, ctx) => flowView(params.id, ctx)

export const update: Handler<'update'> = async ({ params, body }, ctx) => {
  await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    await change(tx, await lock(tx, ctx.tenant, params.id), body)
  })
  return summaryView(params.id, ctx)
}

export const saveDraft: Handler<'saveDraft'> = async ({ params, body: { revision, graph, undecided, page } }, ctx) => {
  const kept = await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    const row = await lock(tx, ctx.tenant, params.id)
    if (row.revision !== revision) return { row }
    return { saved: await keepDraft(tx, row, ctx.viewer.userId, graph, undecided) }
  })
  if (kept.row) return { outcome: 'conflict', draft: await draftOf(kept.row, ctx) }
  await tellOfDraft(params.id, { page: page ?? null, revision: kept.saved.revision, version: null }, ctx)
  return {
    outcome: 'saved',
    revision: kept.saved.revision,
    savedAt: kept.saved.savedAt.toISOString(),
    faults: await allFaults(graph, ctx),
  }
}

/** Faults are looked for before the row is locked: plugins are asked. The revision says that it is the same draft. */
export const publishDraft: Handler<'publish'> = async ({ params, body: { revision } }, ctx) => {
  const { draft, ...before } = await ctx.db.transaction((tx) => readOne(drizzleOn(tx), ctx.tenant, params.id))
  if (before.revision !== revision) throw refusal('ERR_FLOW_CHANGED')
  await requireFaultless(draft, ctx)
  await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    const row = await lock(tx, ctx.tenant, params.id)
    if (row.revision !== revision) throw refusal('ERR_FLOW_CHANGED')
    if (row.publishedRevision !== revision) await publish(tx, row, ctx.viewer.userId)
    await sweepLater(ctx)
  })
  const published = await flowView(params.id, ctx)
  await tellOfDraft(params.id, { page: null, revision, version: published.version }, ctx)
  return published
}

export const versions: Handler<'versions'> = async ({ params }, ctx) => {
  const rows = await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    await readOne(tx, ctx.tenant, params.id)
    return publishedOf(tx, ctx.tenant, params.id)
  })
  const users = await editors(
    rows.map(({ createdBy }) => createdBy),
    ctx,
  )
  return rows.map(({ number, createdAt, createdBy, running }) => ({
    number: number!,
    publishedAt: createdAt.toISOString(),
    publishedBy: users.get(createdBy ?? '') ?? null,
    running,
  }))
}

export const version: Handler<'version'> = async ({ params }, ctx) => {
  const { graph } = await ctx.db.transaction((tx) => versionOf(drizzleOn(tx), ctx.tenant, params.id, params.number))
  return { number: params.number, graph }
}

export const activate: Handler<'activate'> = async ({ params, body: { isActive } }, ctx) => {
  await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    const row = await lock(tx, ctx.tenant, params.id)
    if (row.isActive === isActive) return
    if (isActive && row.version === null) throw refusal('ERR_FLOW_NOT_PUBLISHED')
    if (isActive) await ctx.limits.require(raw, 'flows', (same) => countActive(drizzleOn(same), ctx.tenant))
    await change(tx, row, { isActive })
  })
  return summaryView(params.id, ctx)
}

export const erase: Handler<'remove'> = async ({ params }, ctx) => {
  await endAbandoned(params.id, ctx)
  await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    await lock(tx, ctx.tenant, params.id)
    await requireUnused(tx, ctx.tenant, params.id)
    await remove(tx, ctx.tenant, params.id)
  })
  return { message: 'Flow deleted' }
}

export const duplicate: Handler<'duplicate'> = async ({ params, body: { name } }, ctx) => {
  const id = await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    const { description, draft } = await readOne(tx, ctx.tenant, params.id)
    return insert(tx, ctx.tenant, ctx.viewer.userId, { name, description, testNumber: '' }, draft)
  })
  return flowView(id, ctx)
}

export const exportDraft: Handler<'export'> = async ({ params }, ctx) => {
  const { name, description, draft } = await ctx.db.transaction((tx) => readOne(drizzleOn(tx), ctx.tenant, params.id))
  return { format: exportFormat, formatVersion: 1, name, description, graph: Graph.parse(draft) }
}

export const offer: Handler<'offer'> = async (_request, { core }) => {
  const surveys = await core.services.call('survey.list', {}).catch((error: unknown) => {
    // A provider that is broken offers nothing, and the rest is shown.
    if (Refusal.is(error)) return undefined
    throw error
  })
  const [offered, bots] = await Promise.all([core.automation.offered('automation'), core.services.providers('bot')])
  return { ...offered, surveys: surveys?.surveys ?? [], bots: [...bots] }
}

/** Templates that a block can send. */
export const templates: Handler<'templates'> = async ({ query: { search } }, { core }) =>
  offeredOf(await approvedTemplates({ search }, core.services))

export const choices: Handler<'choices'> = async (_request, ctx) => {
  const rows = await ctx.db.transaction((tx) => counted(drizzleOn(tx), ctx.tenant))
  return {
    choices: rows.slice(0, 100).map(({ id, name }) => ({ id, title: name })),
  }
}
