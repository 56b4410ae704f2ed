import { attributeKeyPattern, BlockCall, instant, ticketClocks } from '@recado/sdk'
import * as z from 'zod'
import {
  maxActions,
  maxConditions,
  maxDays,
  maxMinutes,
  maxNameLength,
  minMinutes,
  repetitions,
  ruleEvents,
} from './limits.ts'

/**
 * Trigger of a rule: an event of a conversation, or a clock of it that has run for so many minutes. `assigned`: it has
 * another user; `moved`: it is in another queue; `opened`: a user took it up; `returned`: it waits again; `mentioned`:
 * a colleague was mentioned in a note; `surveyed`: its contact answered a survey about it. Or a day: so many days after
 * the date that an attribute of the conversation, or of its contact, holds (before it where negative), at a time of the
 * company's clock.
 */
export const Trigger = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('event'), event: z.enum(ruleEvents) }).strict(),
  z
    .object({ kind: z.literal('time'), clock: z.enum(ticketClocks), minutes: z.int().min(minMinutes).max(maxMinutes) })
    .strict(),
  z
    .object({
      kind: z.literal('date'),
      of: z.enum(['ticket', 'contact']),
      attribute: z.string().regex(attributeKeyPattern),
      days: z.int().min(-maxDays).max(maxDays).default(0),
      time: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
        .default('09:00'),
    })
    .strict(),
])
export type Trigger = z.infer<typeof Trigger>

/** A condition as it was filled in; `negated` turns it round. */
export const RuleCondition = BlockCall.extend({ negated: z.boolean().default(false) }).strict()
export type RuleCondition = z.output<typeof RuleCondition>

/**
 * A rule as an administrator writes it. All conditions have to hold, or any of them; without conditions it always runs.
 * `isLast`: if it runs, no later rule is evaluated for the same event.
 */
export const RuleDraft = z
  .object({
    name: z.string().trim().min(1).max(maxNameLength),
    isActive: z.boolean().default(true),
    trigger: Trigger,
    match: z.enum(['all', 'any']).default('all'),
    conditions: z.array(RuleCondition).max(maxConditions).default([]),
    actions: z.array(BlockCall).min(1).max(maxActions),
    repetition: z.enum(repetitions).default('always'),
    isLast: z.boolean().default(false),
  })
  .strict()
export type RuleDraft = z.output<typeof RuleDraft>

/** A block of a rule that cannot be used as it stands: its plugin is off, or what was entered does not fit any more. */
export const BlockProblem = z.object({ part: z.enum(['conditions', 'actions']), at: z.int(), error: z.string() })
export type BlockProblem = z.infer<typeof BlockProblem>

/** A rule as administrators read it. `fired` counts the last seven days. */
export const Rule = z.object({
  id: z.uuid(),
  ...RuleDraft.shape,
  problems: z.array(BlockProblem),
  fired: z.int(),
  lastFiredAt: instant.nullable(),
  updatedAt: instant,
})
export type Rule = z.output<typeof Rule>

/** All rules, in the order of their evaluation. Absent ones come last. */
export const RuleOrder = z.object({ ids: z.array(z.uuid()).max(1_000) }).strict()
