import { id, instant, maxTextLength, MessageStatus, Ticket, type MessageId, type TicketId } from '@recado/sdk'
import * as z from 'zod'

/** Characters of a number or of an address. */
const longestAddress = 254

/**
 * A message of a program: to a number or into a ticket, with a text, a file, or both. The file comes as `media` of a
 * multipart form or from `mediaUrl`. The names of the fields are the family's.
 */
export const ExternalMessage = z
  .object({
    number: z.string().trim().min(1).max(longestAddress).optional().meta({
      description: 'To whom, as the connection reaches people: a number with its country, an e-mail address.',
    }),
    name: z.string().trim().min(1).max(100).optional().meta({ description: 'Name of a contact that is new.' }),
    ticketId: id<TicketId>().optional().meta({ description: 'Into which conversation, instead of `number`.' }),
    body: z.string().max(maxTextLength).default(''),
    mediaUrl: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .optional(),
    mediaName: z.string().trim().min(1).max(255).optional(),
    externalKey: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: 'The program’s own id of the message: the same one is sent once.' }),
  })
  .strict()
  .refine(({ number, ticketId }) => (number === undefined) !== (ticketId === undefined), {
    path: ['number'],
    error: 'either number or ticketId',
  })
export type ExternalMessage = z.output<typeof ExternalMessage>

export const ExternalSent = z.object({
  /** The family's answer to every accepted message. */
  message: z.literal('Message add queue'),
  messageId: id<MessageId>(),
  ticketId: id<TicketId>(),
  /** Whether the conversation was opened for this message. */
  opened: z.boolean(),
  /** Why none was opened: the contact had a live one, which was used. */
  code: z.literal('ERR_OTHER_OPEN_TICKET').optional(),
})
export type ExternalSent = z.infer<typeof ExternalSent>

export const ExternalMessageStatus = z.object({
  messageId: id<MessageId>(),
  ticketId: id<TicketId>(),
  status: MessageStatus,
  sentAt: instant,
})

export const ExternalTicket = z.object({ ticketId: id<TicketId>(), status: Ticket.shape.status })

export const ExternalStatus = z.object({
  name: z.string(),
  isActive: z.boolean(),
  sendBy: z.string(),
  scopes: z.array(z.string()),
  connection: z.object({ id: z.uuid(), name: z.string(), type: z.string(), status: z.string(), isActive: z.boolean() }),
  /** When the token of this request stops being accepted; null for the current one. */
  tokenEndsAt: instant.nullable(),
})
