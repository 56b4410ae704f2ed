import { Ticket, type AutomationSubject, type ConditionSpec } from '@recado/sdk'
import * as z from 'zod'

/** Condition on the ticket's priority. */
export const priority = {
  icon: 'activity',
  input: z.object({ priorities: z.array(Ticket.shape.priority).min(1) }),
} satisfies ConditionSpec

export const hasPriority = (
  { priorities }: z.output<typeof priority.input>,
  { ticket }: Pick<AutomationSubject, 'ticket'>,
): boolean => priorities.includes(ticket.priority)
