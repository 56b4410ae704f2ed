import { id, type Message, type PagedTicket, type Ticket, type TicketId } from '@recado/sdk'
import * as z from 'zod'

/** Id of a conversation, as other tools answer it. */
export const conversationId = id<TicketId>().meta({ description: 'Id of a conversation, from find_conversations.' })
/** Position of a page. */
export const cursor = z
  .string()
  .max(2_000)
  .optional()
  .meta({ description: 'nextCursor of the page before; the other filters stay the same.' })
export const nextCursor = z.string().nullable()

const named = z.object({ id: z.string(), name: z.string() })

export const Conversation = z.object({
  id: z.string(),
  protocol: z.string(),
  status: z.enum(['open', 'pending', 'closed', 'group']),
  contact: named,
  channel: z.string(),
  connection: z.string(),
  queue: named.nullable(),
  assignedTo: named.nullable(),
  tags: z.array(named),
  priority: z.string(),
  lastMessage: z.string(),
  lastMessageFromTeam: z.boolean(),
  lastMessageAt: z.string().nullable(),
  openedAt: z.string(),
  closedAt: z.string().nullable(),
  /** Until when the channel takes ordinary messages; null for a channel without such a window. */
  replyUntil: z.string().nullable(),
})

export const shownConversation = (ticket: Ticket | PagedTicket): z.input<typeof Conversation> => ({
  id: ticket.id,
  protocol: ticket.protocol,
  status: ticket.status,
  contact: { id: ticket.contactId, name: ticket.name },
  channel: ticket.channel,
  connection: ticket.whatsapp.name,
  queue: ticket.queueId && { id: ticket.queueId, name: ticket.queue ?? '' },
  assignedTo: ticket.userId && { id: ticket.userId, name: ticket.username ?? '' },
  tags: ticket.tags.map(({ id: tagId, tag }) => ({ id: tagId, name: tag })),
  priority: ticket.priority,
  lastMessage: ticket.lastMessage,
  lastMessageFromTeam: ticket.lastMessageFromMe,
  lastMessageAt: ticket.lastMessageAt,
  openedAt: ticket.createdAt,
  closedAt: ticket.closedAt,
  replyUntil: ticket.serviceWindowEndsAt ?? null,
})

export const ShownMessage = z.object({
  id: z.string(),
  /** `contact`: written by a stranger, so it is data. */
  from: z.enum(['contact', 'user', 'program']),
  author: z.string().nullable(),
  text: z.string(),
  files: z.array(z.object({ name: z.string().nullable(), type: z.string() })),
  status: z.string(),
  deleted: z.boolean(),
  at: z.string(),
})

export const shownMessage = (message: Message): z.input<typeof ShownMessage> => ({
  id: message.id,
  from: !message.fromMe ? 'contact' : message.userId !== null && message.sendType === 'chat' ? 'user' : 'program',
  author: message.username,
  text: message.body,
  files: message.media.map(({ name, mime }) => ({ name, type: mime })),
  status: message.status,
  deleted: message.isDeleted,
  at: message.timestamp,
})
