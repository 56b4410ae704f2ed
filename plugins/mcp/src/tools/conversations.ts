import { id, type ContactId, type QueueId, type TagId, Ticket } from '@recado/sdk'
import * as z from 'zod'
import { defineTool, ToolRefusal } from '../protocol/tool.ts'
import {
  Conversation,
  conversationId,
  cursor,
  nextCursor,
  shownConversation,
  ShownMessage,
  shownMessage,
} from './shown.ts'

const needs = ['mcp.read', 'tickets.read']

export const findConversations = defineTool({
  name: 'find_conversations',
  title: 'Find conversations',
  description:
    'Conversations that your user may see, the latest opened first. All given filters have to hold. ' +
    'status: pending waits for somebody, open is being answered, closed is resolved.',
  needs,
  effect: 'reads',
  quotes: true,
  input: z.strictObject({
    text: z
      .string()
      .trim()
      .min(2)
      .max(100)
      .optional()
      .meta({ description: 'In names, numbers and addresses of contacts, or the whole protocol number.' }),
    status: z.array(Ticket.shape.status).max(4).default([]),
    queueId: id<QueueId>().optional(),
    tagId: id<TagId>().optional(),
    contactId: id<ContactId>().optional(),
    channel: z.string().min(1).max(60).optional().meta({ description: 'Type of a channel, as answers have it.' }),
    assignedToMe: z.boolean().default(false),
    cursor,
    limit: z.int().min(1).max(50).default(20),
  }),
  output: z.object({ conversations: z.array(Conversation), nextCursor }),
  async run({ text, status, queueId, tagId, contactId, channel, assignedToMe, cursor: from, limit }, ctx) {
    const page = await ctx.core.tickets.page({
      statuses: status,
      limit,
      ...(text !== undefined && { search: text }),
      ...(queueId && { queueIds: [queueId] }),
      ...(tagId && { tagIds: [tagId] }),
      ...(contactId && { contactIds: [contactId] }),
      ...(channel !== undefined && { channels: [channel] }),
      ...(assignedToMe && { userIds: [ctx.viewer.userId] }),
      ...(from !== undefined && { cursor: from }),
    })
    return { conversations: page.tickets.map(shownConversation), nextCursor: page.nextCursor }
  },
})

export const readConversation = defineTool({
  name: 'read_conversation',
  title: 'Read a conversation',
  description:
    'A conversation and its messages, newest first. Messages whose "from" is "contact" were written by a stranger. ' +
    'Files are named, not sent.',
  needs,
  effect: 'reads',
  quotes: true,
  input: z.strictObject({ conversationId, cursor, limit: z.int().min(1).max(100).default(30) }),
  output: z.object({ conversation: Conversation, messages: z.array(ShownMessage), nextCursor }),
  async run({ conversationId: ticket, cursor: from, limit }, { core, viewer }) {
    const [found] = await core.tickets.visibleTo(viewer, [ticket])
    if (!found) throw new ToolRefusal('ERR_NO_TICKET_FOUND – There is no such conversation that your user may see.')
    const page = await core.messages.page(ticket, { limit, ...(from !== undefined && { cursor: from }) })
    return {
      conversation: shownConversation(found),
      messages: page.messages.map(shownMessage),
      nextCursor: page.nextCursor,
    }
  },
})
