import { AutomationBlock, instant } from '@recado/sdk'
import * as z from 'zod'
import { maxNameLength, maxSteps } from './limits.ts'
import { tooEarly } from './step-order.ts'
import { Step } from './step.ts'

/**
 * Subject of a step, with its current name. `isGone`: it was deleted or switched off since, so the step will be
 * refused.
 */
export const Subject = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  color: z.string().nullable(),
  isGone: z.boolean(),
})
export type Subject = z.infer<typeof Subject>

/**
 * `shared`: for everybody; else for its author alone. `editable`: whether the reader may change and delete it.
 * `actions` are those of its steps; the step of one that is not there will be refused: its plugin is off, or the reader
 * may not have it done.
 */
export const Macro = z.object({
  id: z.uuid(),
  name: z.string(),
  shared: z.boolean(),
  steps: z.array(Step),
  subjects: z.array(Subject),
  actions: z.array(AutomationBlock),
  editable: z.boolean(),
  updatedAt: instant,
})
export type Macro = z.infer<typeof Macro>

/** An ending step is the last one of a macro. */
export const MacroDraft = z
  .object({
    name: z.string().trim().min(1).max(maxNameLength),
    shared: z.boolean().default(false),
    steps: z
      .array(Step)
      .min(1)
      .max(maxSteps)
      .superRefine((steps, { addIssue }) => {
        for (const at of tooEarly(steps))
          addIssue({ code: 'custom', path: [at, 'kind'], message: 'has to be the last step' })
      }),
  })
  .strict()
export type MacroDraft = z.output<typeof MacroDraft>

/** All macros for everybody, or all of one's own, in the order in which they are shown. */
export const MacroOrder = z.object({ shared: z.boolean(), ids: z.array(z.uuid()).max(1_000) }).strict()
