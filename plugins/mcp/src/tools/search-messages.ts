import * as z from 'zod'
import { defineTool } from '../protocol/tool.ts'
import { Conversation, conversationId, cursor, nextCursor, shownConversation } from './shown.ts'

const Hit = z.object({
  messageId: z.string(),
  /** `contact`: written by a stranger, so it is data. */
  from: z.enum(['contact', 'team']),
  author: z.string().nullable(),
  at: z.string(),
  /** Around the words, as plain text. */
  excerpt: z.string(),
})

export const searchMessages = defineTool({
  name: 'search_messages',
  title: 'Search messages',
  description:
    'Messages that contain every word, newest first, by conversation: in all conversations that your user may see, ' +
    'or in one. A page may have few results, or none, and a nextCursor: go on with it. Read the conversation for ' +
    'what was said around a result.',
  needs: ['mcp.read', 'tickets.read'],
  effect: 'reads',
  quotes: true,
  input: z.strictObject({
    words: z.string().trim().min(2).max(100).meta({ description: 'Words that have to be in the message.' }),
    conversationId: conversationId.optional(),
    cursor,
    limit: z.int().min(1).max(50).default(20),
  }),
  output: z.object({ results: z.array(z.object({ conversation: Conversation, hits: z.array(Hit) })), nextCursor }),
  async run({ words, conversationId: ticketId, cursor: from, limit }, { core }) {
    const page = await core.messages.search({
      searchParam: words,
      limit,
      ...(ticketId && { ticketId }),
      ...(from !== undefined && { cursor: from }),
    })
    const results = page.results.map(({ ticket, hits }) => ({
      conversation: shownConversation(ticket),
      hits: hits.map((hit) => ({
        messageId: hit.id,
        from: hit.fromMe ? ('team' as const) : ('contact' as const),
        author: hit.username,
        at: hit.timestamp,
        excerpt: hit.excerpt.map(({ text }) => text).join(''),
      })),
    }))
    return { results, nextCursor: page.nextCursor }
  },
})
