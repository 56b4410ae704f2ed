import { Refusal, type SessionContext } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { refusal } from '../errors.ts'
import { keepDraft, lock, readOne } from '../flows/flow-store.ts'
import type { Handler } from '../flows/handlers.ts'
import { tellOfDraft } from '../flows/told-pages.ts'
import type { Graph } from '../graph/graph.ts'
import { stepsOf, withoutStep, withStep } from './project.ts'
import type { StepDraft, StepView } from './step.ts'

const viewOf = (revision: number, graph: Graph): StepView => {
  const { isWhole, steps } = stepsOf(graph)
  return { revision, isWhole, steps: [...steps] }
}

export const readSteps: Handler<'steps'> = async ({ params }, ctx) => {
  const { revision, draft } = await ctx.db.transaction((tx) => readOne(drizzleOn(tx), ctx.tenant, params.id))
  return viewOf(revision, draft)
}

/**
 * Changes the draft by its steps. @throws Refusal ERR_FLOW_STEPS for a flow of which steps are not all,
 * ERR_NO_STEP_AUTO_REPLY_FOUND
 */
async function changed(flowId: string, ctx: SessionContext, change: (graph: Graph) => Graph): Promise<StepView> {
  const view = await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    const row = await lock(tx, ctx.tenant, flowId)
    if (!stepsOf(row.draft).isWhole) throw refusal('ERR_FLOW_STEPS')
    const graph = change(row.draft)
    const { revision } = await keepDraft(tx, row, ctx.viewer.userId, graph)
    return viewOf(revision, graph)
  })
  await tellOfDraft(flowId, { page: null, revision: view.revision, version: null }, ctx)
  return view
}

/** @throws Refusal ERR_NO_STEP_AUTO_REPLY_FOUND */
function requireStep(graph: Graph, id: string): void {
  if (!stepsOf(graph).steps.some((step) => step.id === id)) throw new Refusal('ERR_NO_STEP_AUTO_REPLY_FOUND')
}

/**
 * What actions lead to is there, and is not their own step. @throws Refusal ERR_NO_STEP_AUTO_REPLY_FOUND,
 * ERR_FLOW_SELF_CONNECTION, ERR_VALIDATION
 */
function requireTargets(graph: Graph, { actions }: StepDraft, own: string | undefined): void {
  const issues = actions.flatMap(({ action, nextStepId, queueId, userId }, at) => {
    const target = { step: nextStepId, queue: queueId, user: userId }[action]
    const field = { step: 'nextStepId', queue: 'queueId', user: 'userId' }[action]
    return target === null ? [{ path: `body.actions.${at}.${field}`, message: 'has to be chosen' }] : []
  })
  if (issues.length > 0) throw new Refusal('ERR_VALIDATION', { issues })
  for (const { action, nextStepId } of actions) {
    if (action !== 'step') continue
    if (nextStepId === own) throw new Refusal('ERR_FLOW_SELF_CONNECTION')
    requireStep(graph, nextStepId!)
  }
}

export const createStep: Handler<'createStep'> = ({ params, body }, ctx) =>
  changed(params.id, ctx, (graph) => {
    requireTargets(graph, body, undefined)
    return withStep(graph, undefined, body).graph
  })

export const updateStep: Handler<'updateStep'> = ({ params, body }, ctx) =>
  changed(params.id, ctx, (graph) => {
    requireStep(graph, params.stepId)
    requireTargets(graph, body, params.stepId)
    return withStep(graph, params.stepId, body).graph
  })

export const removeStep: Handler<'removeStep'> = ({ params }, ctx) =>
  changed(params.id, ctx, (graph) => {
    requireStep(graph, params.stepId)
    return withoutStep(graph, params.stepId)
  })
