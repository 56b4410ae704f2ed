import * as z from 'zod'
import { reportedStatuses } from '../tickets/ticket-status.ts'

/** A conversation behind a number. */
export const FigureConversation = z.object({
  id: z.string(),
  protocol: z.string(),
  contact: z.string(),
  queue: z.string().nullable(),
  user: z.string().nullable(),
  status: z.enum(reportedStatuses),
  /** When it counts; of messages when the last of them was sent. */
  at: z.string(),
  /** Seconds of a duration, null while it lasts; how often; how many messages; 1 for what is only counted. */
  amount: z.number().nullable(),
})
export type FigureConversation = z.infer<typeof FigureConversation>

/** One page of them. */
export const FigureConversations = z.object({
  rows: z.array(FigureConversation),
  nextCursor: z.string().nullable(),
})
export type FigureConversations = z.infer<typeof FigureConversations>
