import * as z from 'zod'
import { GraphId } from '../graph/graph.ts'
import { maxOptions, maxTextLength, maxTitleLength } from '../graph/limits.ts'

/* The flow as steps with actions (S3-033, S3-034), as /auto-resposta shows it. */

export const stepActions = ['step', 'queue', 'user'] as const

/** What a word of the customer leads to. `key` is the word; `message` is sent before (the return message). */
export const StepAction = z
  .object({
    id: GraphId,
    key: z.string().trim().min(1).max(72),
    action: z.enum(stepActions),
    nextStepId: GraphId.nullable().default(null),
    queueId: z.uuid().nullable().default(null),
    userId: z.uuid().nullable().default(null),
    message: z.string().max(maxTextLength).default(''),
  })
  .strict()
export type StepAction = z.output<typeof StepAction>

/** A step: its message is sent when it is entered. One step of a flow is the initial one (S5-090). */
export const Step = z
  .object({
    id: GraphId,
    name: z.string().trim().max(maxTitleLength).default(''),
    initialStep: z.boolean(),
    message: z.string().trim().min(1).max(maxTextLength),
    actions: z.array(StepAction).max(maxOptions),
  })
  .strict()
export type Step = z.output<typeof Step>

const NewAction = StepAction.omit({ id: true }).extend({ id: GraphId.optional() }).strict()
/** A step as it is written; actions without an id are new ones. */
export const StepDraft = Step.omit({ id: true, actions: true })
  .extend({ initialStep: z.boolean().default(false), actions: z.array(NewAction).max(maxOptions).default([]) })
  .strict()
export type StepDraft = z.output<typeof StepDraft>

/** `isWhole`: the steps are all of the flow; else it is changed in the builder alone. */
export const StepView = z.object({ revision: z.int(), isWhole: z.boolean(), steps: z.array(Step) })
export type StepView = z.output<typeof StepView>
