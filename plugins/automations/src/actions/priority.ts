import { Ticket, type ActionCode, type ActionSpec } from '@recado/sdk'
import * as z from 'zod'

/** Makes the conversation more or less urgent. */
export const priority = {
  icon: 'activity',
  by: ['automation'],
  input: z.object({ priority: Ticket.shape.priority.default('high') }),
} satisfies ActionSpec

export const setPriority: ActionCode<typeof priority.input> = async ({ priority: wanted }, { ticket }, { core }) => {
  await core.tickets.change(ticket.id, { priority: wanted })
}
