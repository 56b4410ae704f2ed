import * as z from 'zod'
import { MessageContent } from './content.ts'
import { Ticket, TicketStatus } from './entities.ts'
import { id, instant, type ConnectionId, type QueueId, type TicketId, type UserId } from './ids.ts'

/* Changes of tickets besides answering them. */

/**
 * POST /tickets/{id}/transfer. At least one of user and queue (S5-050); a queue alone puts the ticket back among those
 * that wait. With `newTicket` it is closed and goes on in one of its own for the receiver (S4-013).
 */
export const TicketTransfer = z
  .object({
    userId: id<UserId>().nullable().optional(),
    queueId: id<QueueId>().nullable().optional(),
    newTicket: z.boolean().default(false),
    note: z.string().trim().max(1000).optional(),
  })
  .strict()
export type TicketTransfer = z.input<typeof TicketTransfer>
/** The ticket as the receiver has it. `isSeen`: whether who gave it away may still see it. */
export const TransferredTicket = z.object({ ticket: Ticket, isSeen: z.boolean() })
export type TransferredTicket = z.infer<typeof TransferredTicket>

const nobody = z.literal('none')
/**
 * Filter of live tickets of a company: those that fit everything given. `none` is without a queue, or without a user.
 */
export const TicketBatchFilter = z
  .object({
    status: z
      .array(z.enum(['open', 'pending']))
      .min(1)
      .max(2),
    queueId: z.union([id<QueueId>(), nobody]).optional(),
    userId: z.union([id<UserId>(), nobody]).optional(),
    channelId: id<ConnectionId>().optional(),
    /** Least number of hours without a message. */
    idleHours: z
      .int()
      .min(1)
      .max(24 * 365)
      .optional(),
  })
  .strict()
export type TicketBatchFilter = z.infer<typeof TicketBatchFilter>
/** POST /ticket-batches/preview. Counts stop at a cap that is far beyond what anybody reads. */
export const TicketBatchPreview = z.object({ count: z.int(), capped: z.boolean() })
export type TicketBatchPreview = z.infer<typeof TicketBatchPreview>
/** POST /ticket-batches. A transfer needs a user or a queue (S5-050). */
export const TicketBatchOrder = z.discriminatedUnion('kind', [
  z
    .object({
      kind: z.literal('transfer'),
      filter: TicketBatchFilter,
      userId: id<UserId>().nullable().optional(),
      queueId: id<QueueId>().nullable().optional(),
    })
    .strict(),
  z.object({ kind: z.literal('resolve'), filter: TicketBatchFilter }).strict(),
])
export type TicketBatchOrder = z.infer<typeof TicketBatchOrder>
/**
 * Many tickets transferred or resolved at once, as far as it came. `problems` counts those that were left as they are,
 * by error code.
 */
export const TicketBatch = z.object({
  id: z.uuid(),
  kind: z.enum(['transfer', 'resolve']),
  filter: TicketBatchFilter,
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  total: z.int(),
  done: z.int(),
  problems: z.record(z.string(), z.int()),
  user: z.string().nullable(),
  queue: z.string().nullable(),
  requestedBy: z.string(),
  createdAt: instant,
  finishedAt: instant.nullable(),
})
export type TicketBatch = z.infer<typeof TicketBatch>

const waiting = { open: z.int(), waitingSince: instant.nullable() }
/**
 * GET /ticket-board: counts by user, and the queues with waiting customers. `waitingSince` is the time of the longest
 * unanswered message.
 */
export const TicketBoard = z.object({
  users: z.array(
    z.object({
      id: id<UserId>(),
      name: z.string(),
      image: z.string().nullable(),
      isOnline: z.boolean(),
      ...waiting,
      unanswered: z.int(),
      lastReplyAt: instant.nullable(),
    }),
  ),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
  /** All of them on the first page, none on later ones; null is for tickets without a queue. */
  queues: z.array(
    z.object({
      id: id<QueueId>().nullable(),
      queue: z.string().nullable(),
      color: z.string().nullable(),
      ...waiting,
      pending: z.int(),
    }),
  ),
})
export type TicketBoard = z.infer<typeof TicketBoard>
/** GET /ticket-board/tickets: live tickets of somebody or of a queue, longest untouched first. */
export const TicketBoardPage = z.object({
  tickets: z.array(Ticket),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
})
export type TicketBoardPage = z.infer<typeof TicketBoardPage>
export const TicketBoardQuery = z
  .object({
    userId: id<UserId>().optional(),
    queueId: z.union([id<QueueId>(), nobody]).optional(),
    cursor: z.string().max(200).optional(),
  })
  .refine(({ userId, queueId }) => (userId === undefined) !== (queueId === undefined), { error: 'a user or a queue' })

/** Time for which a merge of two tickets can be undone, in hours. */
export const ticketMergeUndoHours = 24
/**
 * A ticket of the same contact on the same connection, that could become part of another one; messages are counted up
 * to a thousand.
 */
export const TicketMergeCandidate = z.object({
  id: id<TicketId>(),
  protocol: z.string(),
  status: TicketStatus,
  createdAt: instant,
  lastMessage: z.string(),
  lastContent: MessageContent.nullable(),
  messages: z.int(),
})
export type TicketMergeCandidate = z.infer<typeof TicketMergeCandidate>
/** GET /tickets/{id}/merges: tickets that could be merged into a ticket, and those that were. */
export const TicketMergeOverview = z.object({
  candidates: z.array(TicketMergeCandidate),
  merges: z.array(
    z.object({
      id: z.uuid(),
      from: z.object({ id: id<TicketId>(), protocol: z.string() }),
      mergedAt: instant,
      user: z.string(),
      canUndo: z.boolean(),
    }),
  ),
})
export type TicketMergeOverview = z.infer<typeof TicketMergeOverview>
/** POST /tickets/{id}/merge: `from` becomes part of the ticket. */
export const TicketMergeOrder = z.object({ from: id<TicketId>() }).strict()
/** A merge that was made, by its id for an undo, and the ticket that holds everything now. */
export const TicketMergeDone = z.object({ id: z.uuid(), ticket: Ticket })
export type TicketMergeDone = z.infer<typeof TicketMergeDone>
