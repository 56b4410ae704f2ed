import { conversationText } from '@recado/sdk'
import * as z from 'zod'
import { Week } from '../calendar/day.ts'

/** Longest message to customers. */
export const longestMessage = 2_000
/** Rules of a company. */
export const mostRules = 1_000

/** Whose hours (S3-072): of the company, of a queue, of a user, of a connection. */
export const ruleTypes = ['global', 'queue', 'user', 'whatsapp'] as const
export const RuleType = z.enum(ruleTypes)
export type RuleType = z.infer<typeof RuleType>

const fields = {
  type: RuleType,
  /** A queue, a user or a connection; null for the company. */
  target: z.uuid().nullable(),
  active: z.boolean(),
  days: Week,
  /** For customers who write out of hours; empty for none. */
  message: z.union([z.literal(''), conversationText(longestMessage)]),
}

/** A business hour (S3-071). */
export const Rule = z.object({ id: z.uuid(), ...fields })
export type Rule = z.infer<typeof Rule>

/** What is sent to make or change one (S5-095, S5-096): the type, and a target for all but the company's. */
export const RuleDraft = z
  .object({ ...fields, target: fields.target.default(null), active: z.boolean().default(true) })
  .strict()
  .refine(({ type, target }) => type === 'global' || target !== null, { error: 'required', path: ['target'] })
  .refine(({ type, target }) => type !== 'global' || target === null, {
    error: 'the company has no target',
    path: ['target'],
  })
export type RuleDraft = z.infer<typeof RuleDraft>

/** About whom hours are asked. */
export interface Subject {
  readonly userId?: string | undefined
  readonly queueId?: string | undefined
  readonly connectionId?: string | undefined
}

/** The active rule that decides: the user's, the queue's, the connection's, the company's, in this order. */
export function ruleFor<R extends Pick<Rule, 'type' | 'target' | 'active'>>(
  rules: readonly R[],
  { userId, queueId, connectionId }: Subject,
): R | undefined {
  const active = rules.filter((rule) => rule.active)
  const of = (type: RuleType, target: string | undefined) =>
    target === undefined ? undefined : active.find((rule) => rule.type === type && rule.target === target)
  return (
    of('user', userId) ??
    of('queue', queueId) ??
    of('whatsapp', connectionId) ??
    active.find((rule) => rule.type === 'global')
  )
}
