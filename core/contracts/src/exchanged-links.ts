import * as z from 'zod'
import { id, instant, type MessageId, type TicketId } from './ids.ts'

/** GET /contacts/{id}/links and GET /messages/{ticketId}/links: web links in messages, newest first. */
export const ExchangedLinkQuery = z.object({
  cursor: z.string().max(200).optional(),
  /** Messages whose links make a page. */
  limit: z.coerce.number().int().min(1).max(100).default(30),
})
/** A web link that somebody wrote, and the message it stands in. A message brings each of its links once. */
export const ExchangedLink = z.object({
  href: z.string(),
  /** Words of the message around it, at most 200 characters. */
  excerpt: z.string(),
  messageId: id<MessageId>(),
  ticketId: id<TicketId>(),
  fromMe: z.boolean(),
  username: z.string().nullable(),
  timestamp: instant,
})
export type ExchangedLink = z.infer<typeof ExchangedLink>
/** One page of links; the next one is asked for with its cursor. */
export const ExchangedLinkPage = z.object({
  links: z.array(ExchangedLink),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
})
/** A page of links of conversations. */
export type ExchangedLinkPage = z.infer<typeof ExchangedLinkPage>
