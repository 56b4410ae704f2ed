import * as z from 'zod'
import type { ImportNote } from '../flows/flow.ts'
import { emptyGraph, type Graph } from '../graph/graph.ts'
import { maxOptions, maxTextLength } from '../graph/limits.ts'
import { withStep } from '../steps/project.ts'
import type { StepDraft } from '../steps/step.ts'

/* The older automatic replies of the family: steps with actions, without a canvas. */

const Id = z.coerce.string().max(200)
const text = z.coerce.string().max(100_000).catch('')
const Action = z.looseObject({
  words: text,
  action: z.coerce.number().int().min(0).max(2).catch(0),
  nextStepId: Id.nullish().catch(null),
  replyDefinition: text.nullish(),
})
const Step = z.looseObject({
  id: Id,
  reply: text,
  initialStep: z.boolean().catch(false),
  stepsReplyAction: z.array(Action).max(maxOptions).optional(),
  actions: z.array(Action).max(maxOptions).optional(),
})
const Steps = z.array(Step).min(1).max(100)

export const AutoReplyFile = z
  .looseObject({ stepsReply: Steps.optional(), steps: Steps.optional() })
  .transform(({ stepsReply, steps }) => stepsReply ?? steps ?? [])

/** The same steps as a graph. Queues and users of another installation have to be chosen anew. */
export function graphOfAutoReply(steps: z.output<typeof AutoReplyFile>): { graph: Graph; notes: ImportNote[] } {
  const notes: ImportNote[] = []
  let graph = emptyGraph()
  const ids = new Map<string, string>()
  const drafted = steps.map(({ id, reply, initialStep }): [string, StepDraft] => [
    id,
    { name: '', initialStep, message: reply.trim().slice(0, maxTextLength) || '…', actions: [] },
  ])
  for (const [id, draft] of drafted) {
    const made = withStep(graph, undefined, draft)
    graph = made.graph
    ids.set(id, made.id)
  }
  for (const [at, { id, stepsReplyAction, actions }] of steps.entries()) {
    const read = (stepsReplyAction ?? actions ?? []).flatMap((action): StepDraft['actions'] => {
      const key = action.words.trim().slice(0, 72)
      const next = ids.get(action.nextStepId ?? '') ?? null
      if (key === '' || (action.action === 0 && (next === null || next === ids.get(id)))) {
        notes.push({ code: 'lineLeft', at: id })
        return []
      }
      if (action.action !== 0) notes.push({ code: 'destinationLeft', at: id })
      return [
        {
          key,
          action: (['step', 'queue', 'user'] as const)[action.action]!,
          nextStepId: action.action === 0 ? next : null,
          queueId: null,
          userId: null,
          message: (action.replyDefinition ?? '').slice(0, maxTextLength),
        },
      ]
    })
    if (read.length > 0) graph = withStep(graph, ids.get(id), { ...drafted[at]![1], actions: read }).graph
  }
  return { graph, notes }
}
