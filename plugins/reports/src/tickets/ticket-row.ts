import * as z from 'zod'
import { reportedStatuses } from './ticket-status.ts'

/** A conversation of the report. */
export const TicketRow = z.object({
  id: z.string(),
  protocol: z.string(),
  contact: z.string(),
  queue: z.string().nullable(),
  user: z.string().nullable(),
  connection: z.string(),
  status: z.enum(reportedStatuses),
  openedAt: z.string(),
  firstAnsweredAt: z.string().nullable(),
  /** Null for what is not closed. */
  closedAt: z.string().nullable(),
})
export type TicketRow = z.infer<typeof TicketRow>
