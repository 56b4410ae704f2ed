import { maxTextLength } from '@recado/sdk'
import * as z from 'zod'
import { defineTool, ToolRefusal } from '../protocol/tool.ts'
import { conversationId } from './shown.ts'

/** Keys of messages are 64 characters at most, with the mark of this plugin. */
const longestKey = 60

const text = z
  .string()
  .max(maxTextLength)
  .refine((given) => given.trim() !== '', { error: 'not empty' })
  .meta({ description: 'As the contact reads it; the product adds the signature.' })

export const draftReply = defineTool({
  name: 'draft_reply',
  title: 'Draft a reply',
  description:
    'Puts a text into the composer of a conversation, as the draft of your user, who reads, changes and sends it. ' +
    'Nothing reaches the contact. Refuses where your user has begun to write, unless replace is true.',
  needs: ['mcp.draft', 'tickets.read', 'messages.write'],
  effect: { destroys: true, safe: true, reaches: 'team' },
  input: z.strictObject({ conversationId, text, replace: z.boolean().default(false) }),
  output: z.object({ conversationId: z.string(), replaced: z.string().nullable() }),
  async run({ conversationId: ticket, text: written, replace }, { acting }) {
    const before = await acting.drafts.get(ticket)
    if (before !== undefined && before.trim() !== '' && before !== written && !replace)
      throw new ToolRefusal(`Your user has begun to write here. Their draft: ${JSON.stringify(before)}`)
    return { conversationId: ticket, replaced: await acting.drafts.keep(ticket, written) }
  },
})

export const sendReply = defineTool({
  name: 'send_reply',
  title: 'Send a reply',
  description:
    'Sends a text to the contact of a conversation, in the name of your user. It cannot be taken back here. Choose a ' +
    'new key for each message, and the same one when you repeat a call: a key sends once.',
  needs: ['mcp.send', 'tickets.read', 'messages.write'],
  effect: { destroys: true, safe: true, reaches: 'contact' },
  input: z.strictObject({
    conversationId,
    text,
    key: z
      .string()
      .regex(/^[\w.:-]+$/)
      .min(8)
      .max(longestKey)
      .meta({ description: 'Your own id of this message, such as a UUID.' }),
  }),
  output: z.object({ conversationId: z.string(), messageIds: z.array(z.string()) }),
  async run({ conversationId: ticket, text: written, key }, { acting }) {
    const { messages } = await acting.messages.send(ticket, written, { key: `mcp:${key}` })
    return { conversationId: ticket, messageIds: [...messages] }
  },
})
