import * as z from 'zod'
import { Queue, QueueRules, Tag } from './entities.ts'
import { id, type UserId } from './ids.ts'

/** A queue for its administrators, with its members and its current tickets. */
export const QueueOverview = Queue.extend({
  ...QueueRules.shape,
  users: z.int(),
  openTickets: z.int(),
  connections: z.int(),
})
export type QueueOverview = z.infer<typeof QueueOverview>

/**
 * One page of queues by name. `active` are all of the company that are switched on; `activeLimit` is how many may be,
 * null for no limit.
 */
export const QueueOverviewPage = z.object({
  queues: z.array(QueueOverview),
  active: z.int(),
  activeLimit: z.int().nullable(),
  nextCursor: z.string().nullable(),
})
export type QueueOverviewPage = z.infer<typeof QueueOverviewPage>

const people = z.array(id<UserId>()).max(200).default([])
/**
 * Members to add to a queue and to remove from it. Others stay as they are, so that two concurrent changes do not undo
 * each other.
 */
export const QueueMembersChange = z
  .object({ add: people, remove: people })
  .refine(({ add, remove }) => add.length + remove.length > 0, 'somebody has to come or go')
export type QueueMembersChange = z.input<typeof QueueMembersChange>

/** A tag as who administers it sees it: how many contacts and tickets carry it. */
export const TagOverview = Tag.extend({ contacts: z.int(), tickets: z.int() })
export type TagOverview = z.infer<typeof TagOverview>

/** One page of tags by name. */
export const TagOverviewPage = z.object({ tags: z.array(TagOverview), nextCursor: z.string().nullable() })
export type TagOverviewPage = z.infer<typeof TagOverviewPage>
