import * as z from 'zod'
import { maxSearchLength } from './search-text.ts'
import { TicketSort } from './api.ts'
import { AttributeConditions } from './contact-segments.ts'
import { TicketDays } from './ticket-days.ts'
import { TicketPriority, TicketStatus } from './entities.ts'
import { id, type ConnectionId, type QueueId, type TagId, type UserId } from './ids.ts'
import { ticketViewIcons } from './ticket-view-icons.ts'
import { nameLengths } from './text-limits.ts'

/** Filter of a saved view: the lasting fields of the attendance filter (S3-003). `mine` means the viewer's. */
export const TicketViewFilter = z.object({
  searchParam: z.string().trim().max(maxSearchLength).default(''),
  status: z.array(TicketStatus).min(1).max(4).default(['open', 'pending']),
  showAll: z.boolean().default(false),
  queuesIds: z.array(id<QueueId>()).max(100).default([]),
  withUnreadMessages: z.boolean().default(false),
  isNotAssignedUser: z.boolean().default(false),
  includeNotQueueDefined: z.boolean().default(true),
  mine: z.boolean().default(false),
  /** True for tickets that a bot holds, false for tickets that none holds; both when absent. */
  withBot: z.boolean().optional(),
  priorities: z.array(TicketPriority).max(4).default([]),
  /** Tags of the ticket of which it has one, channel connections, and users who have it; all when empty. */
  tagIds: z.array(id<TagId>()).max(100).default([]),
  connectionIds: z.array(id<ConnectionId>()).max(100).default([]),
  userIds: z.array(id<UserId>()).max(100).default([]),
  /** True for tickets whose contact has written last. */
  unanswered: z.boolean().default(false),
  snoozed: z.boolean().default(false),
  /** True for tickets that the viewer follows. */
  watched: z.boolean().default(false),
  /** Of the ticket itself, and of its contact; all of them have to hold. */
  attributes: AttributeConditions.default([]),
  contactAttributes: AttributeConditions.default([]),
  /** Days on which a ticket was created, or last written in, by the company's clock. */
  days: TicketDays.nullable().default(null),
  sort: TicketSort.default('recent'),
})
export type TicketViewFilter = z.infer<typeof TicketViewFilter>

/**
 * A filter of the ticket list under a name. A shared one is everybody's of the company, and shows each reader only what
 * they may see.
 */
export const TicketView = z.object({
  id: z.uuid(),
  name: z.string(),
  icon: z.enum(ticketViewIcons),
  shared: z.boolean(),
  userId: id<UserId>(),
  filter: TicketViewFilter,
})
export type TicketView = z.infer<typeof TicketView>

/** POST and PUT /ticket-views. */
export const TicketViewInput = z.object({
  name: z.string().trim().min(1).max(nameLengths.ticketView),
  icon: z.enum(ticketViewIcons).default('inbox'),
  shared: z.boolean().default(false),
  filter: TicketViewFilter,
})
export type TicketViewInput = z.infer<typeof TicketViewInput>

/** Number of tickets in a view for the caller; counted up to a hundred. */
export const TicketViewCount = z.object({ id: z.uuid(), count: z.int(), capped: z.boolean() })
export type TicketViewCount = z.infer<typeof TicketViewCount>
