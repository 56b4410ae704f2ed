import type { AutomationSubject, ConditionSpec } from '@recado/sdk'
import * as z from 'zod'

const states = ['open', 'pending', 'closed', 'group', 'snoozed', 'withBot'] as const

/** Condition on the ticket's state: its status, put off, or held by a bot. */
export const status = {
  icon: 'inbox',
  input: z.object({ states: z.array(z.enum(states)).min(1) }),
} satisfies ConditionSpec

export const isInStatus = (
  { states: wanted }: z.output<typeof status.input>,
  { ticket }: Pick<AutomationSubject, 'ticket'>,
): boolean =>
  wanted.some((state) => {
    switch (state) {
      case 'snoozed':
        return ticket.snooze !== null
      case 'withBot':
        return ticket.withBot
      default:
        return ticket.status === state
    }
  })
