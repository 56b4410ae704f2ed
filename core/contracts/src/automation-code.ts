import type * as z from 'zod'
import type { Acting } from './acting.ts'
import type { AutomationSubject } from './automation.ts'
import type { Viewer } from './entities.ts'
import type { PluginContext } from './plugin-context.ts'

/**
 * Context of an action beside that of its plugin: the user who requested it and what it may do in their name. Both are
 * absent for an automation.
 */
export type ActionContext<C extends PluginContext = PluginContext> = C & {
  readonly viewer?: Viewer
  readonly acting?: Acting
}

/**
 * Evaluates many conversations at once (100 at most) and answers in their order, with one query for all if it needs
 * one. It changes nothing.
 */
export type ConditionCode<I extends z.ZodObject = z.ZodObject, C extends PluginContext = PluginContext> = (
  input: z.output<I>,
  subjects: readonly AutomationSubject[],
  ctx: C,
) => Promise<readonly boolean[]> | readonly boolean[]

/**
 * Acts on one conversation. Called again with the same `key` (64 characters at most) after any failure but a refusal:
 * the outcome is unknown then, and a repetition must do no harm. A Refusal gives the reason that users are shown.
 */
export type ActionCode<I extends z.ZodObject = z.ZodObject, C extends PluginContext = PluginContext> = (
  input: z.output<I>,
  subject: AutomationSubject,
  ctx: ActionContext<C>,
  meta: { readonly key: string },
) => Promise<void>
