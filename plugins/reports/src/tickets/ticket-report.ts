import { id, type ConnectionId, type QueueId, type TagId, type UserId } from '@recado/sdk'
import * as z from 'zod'
import { exportFormats } from '../table/export-format.ts'
import { TicketRow } from './ticket-row.ts'
import { reportedStatuses } from './ticket-status.ts'

/* Query and answer of the report of conversations. */

const filter = {
  /** Days of opening by the company's clock; without both the current month. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  queueIds: z.array(id<QueueId>()).max(100).default([]),
  userIds: z.array(id<UserId>()).max(100).default([]),
  connectionIds: z.array(id<ConnectionId>()).max(100).default([]),
  statuses: z.array(z.enum(reportedStatuses)).max(reportedStatuses.length).default([]),
  tagIds: z.array(id<TagId>()).max(100).default([]),
}
export const TicketQuery = z.object({
  ...filter,
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})
export type TicketQuery = z.output<typeof TicketQuery>
export const TicketFileQuery = z.object({ ...filter, format: z.enum(exportFormats).default('csv') })
export type TicketFileQuery = z.output<typeof TicketFileQuery>

/** One page; `period` is what was asked for, or the current month. */
export const TicketReport = z.object({
  period: z.object({ from: z.string(), to: z.string() }),
  rows: z.array(TicketRow),
  nextCursor: z.string().nullable(),
  timeZone: z.string(),
})
export type TicketReport = z.infer<typeof TicketReport>
