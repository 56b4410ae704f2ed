import { id, instant, type TicketId } from '@recado/sdk'
import * as z from 'zod'
import { RuleDraft } from '../rules/rule.ts'
import { isPossible, supposedKinds } from './supposed.ts'

/**
 * A rule that may not be kept yet, and how far the simulation has come: the cursor of the last answer. `answer` is for
 * rules that begin with an answer to a survey: null for those that were given, else one that is supposed to have been
 * given after each closing.
 */
export const SimulationOrder = z
  .object({
    rule: RuleDraft,
    answer: z
      .object({ kind: z.enum(supposedKinds), grade: z.int() })
      .strict()
      .refine(isPossible, { path: ['grade'], message: 'no grade of such a survey' })
      .nullable()
      .default(null),
    cursor: z.string().max(400).nullable().default(null),
  })
  .strict()

export type SimulationOrder = z.output<typeof SimulationOrder>

/** A time that the rule would have fired. */
export const WouldFire = z.object({ at: instant, ticketId: id<TicketId>(), name: z.string(), protocol: z.string() })
export type WouldFire = z.infer<typeof WouldFire>

/**
 * One part of a simulation over the last seven days; the client requests more with `nextCursor` until that is null, and
 * adds up. It has no effect. Queue, person and status are as they were then; everything else of a conversation is as it
 * is now. `samples` are some of the times.
 */
export const SimulationPart = z.object({
  since: instant,
  tickets: z.int(),
  events: z.int(),
  fired: z.int(),
  firedTickets: z.int(),
  samples: z.array(WouldFire),
  /** Conditions that could not be asked, by their place. */
  problems: z.array(z.object({ at: z.int(), error: z.string() })),
  nextCursor: z.string().nullable(),
})
export type SimulationPart = z.infer<typeof SimulationPart>
