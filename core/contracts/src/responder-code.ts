import type * as z from 'zod'
import type { PluginContext } from './plugin-context.ts'
import type { ResponderDecision, ResponderTurn } from './responders.ts'

/**
 * Answers one message of a contact, or begins without one. Called again with the same `key` (64 characters at most)
 * where the outcome is unknown: a repetition must do no harm. Messages of one ticket come one after the other. A
 * failure, and no answer in time, hands the ticket to the next responder. Who calls it: core, for tickets that it
 * holds.
 */
export type ResponderCode<I extends z.ZodObject = z.ZodObject, C extends PluginContext = PluginContext> = (
  input: z.output<I>,
  turn: ResponderTurn,
  ctx: C,
  meta: { readonly key: string },
) => Promise<ResponderDecision> | ResponderDecision
