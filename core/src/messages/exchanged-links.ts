import {
  linkify,
  type ExchangedLink,
  type ExchangedLinkPage,
  type ExchangedLinkQuery,
  type Viewer,
} from '@recado/contracts'
import type * as z from 'zod'
import { readCursor } from '../db/cursor.ts'
import type { Query, SqlBuilder } from '../db/database.ts'
import { maskedAuthor } from '../realtime/message-masks.ts'
import {
  carryingInTicket,
  carryingWithContact,
  cutPage,
  messagesAlong,
  type CarryingMessage,
  type ExchangedDeps,
} from './exchanged-messages.ts'

type LinkQuery = z.output<typeof ExchangedLinkQuery>

/** A message brings so many links at most: what holds more is a list, and is read in its place. */
const mostOfMessage = 20
const longestExcerpt = 200

/** Web links of conversations, newest first: of one, and of all that a viewer may see with a contact. */
export class ExchangedLinks {
  readonly #deps: ExchangedDeps

  constructor(deps: ExchangedDeps) {
    this.#deps = deps
  }

  /** GET /contacts/{id}/links. @throws Refusal ERR_NO_CONTACT_FOUND */
  async ofContact(viewer: Viewer, contactId: string, query: LinkQuery): Promise<ExchangedLinkPage> {
    return pageOf(await carryingWithContact(this.#deps, viewer, contactId, walkOf(viewer, query)), query)
  }

  /** GET /messages/{ticketId}/links. @throws Refusal ERR_NO_TICKET_FOUND, also for one that the viewer may not see */
  async ofTicket(viewer: Viewer, ticketId: string, query: LinkQuery): Promise<ExchangedLinkPage> {
    return pageOf(await carryingInTicket(this.#deps, viewer, ticketId, walkOf(viewer, query)), query)
  }
}

const walkOf =
  ({ tenantId }: Viewer, query: LinkQuery) =>
  (sql: SqlBuilder, tickets: Query): Query<CarryingMessage> =>
    messagesWithLinks(sql, tenantId, tickets, query)

/**
 * Written out: the index is used where the statement itself says what its predicate says. Every text in which linkify
 * finds a web link fits, which a test proves; a text that fits and has none brings nothing.
 */
export const holdsLink = (sql: SqlBuilder): Query => sql`m.deleted_at is null and m.body ~* '(https?://|www\\.)'`

export const messagesWithLinks = (
  sql: SqlBuilder,
  tenantId: string,
  tickets: Query,
  { cursor, limit }: LinkQuery,
): Query<CarryingMessage> => messagesAlong(sql, tenantId, tickets, holdsLink(sql), limit, readCursor(cursor))

function pageOf(
  { rows, masked }: Awaited<ReturnType<typeof carryingInTicket>>,
  { limit }: LinkQuery,
): ExchangedLinkPage {
  const { shown, ...page } = cutPage(rows, limit)
  return { links: shown.flatMap((row) => linksOf(row, masked)), ...page }
}

function linksOf(
  { id, ticket_id, from_me, username, body, sent_at }: CarryingMessage,
  masked: boolean,
): ExchangedLink[] {
  return webLinksIn(body)
    .slice(0, mostOfMessage)
    .map((href) => ({
      href,
      excerpt: body.replace(/\s+/g, ' ').trim().slice(0, longestExcerpt),
      messageId: id as ExchangedLink['messageId'],
      ticketId: ticket_id as ExchangedLink['ticketId'],
      fromMe: from_me,
      username: masked ? maskedAuthor(from_me, username) : username,
      timestamp: sent_at.toISOString(),
    }))
}

/** Addresses of pages in a text, each once, in their order. */
export const webLinksIn = (text: string): string[] => [
  ...new Set(linkify(text).flatMap(({ href }) => (href !== undefined && /^https?:/i.test(href) ? [href] : []))),
]
