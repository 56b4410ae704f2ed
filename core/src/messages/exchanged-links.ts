import {
  canSeeTicket,
  linkify,
  Refusal,
  seesMasked,
  type ExchangedLink,
  type ExchangedLinkPage,
  type ExchangedLinkQuery,
  type Viewer,
} from '@recado/contracts'
import type * as z from 'zod'
import { readCursor, writeCursor } from '../db/cursor.ts'
import type { Query, SqlBuilder } from '../db/database.ts'
import { maskedAuthor } from '../realtime/message-masks.ts'
import { factsOf } from '../tickets/ticket-lock.ts'
import { ticketRows } from '../tickets/ticket-rows.ts'
import { visibleTickets } from '../tickets/visibility-sql.ts'
import { messagesAlong, type CarryingMessage, type ExchangedFilesDeps } from './exchanged-files.ts'

type LinkQuery = z.output<typeof ExchangedLinkQuery>

/** A message brings so many links at most: what holds more is a list, and is read in its place. */
const mostOfMessage = 20
const longestExcerpt = 200

/** Web links of conversations, newest first: of one, and of all that a viewer may see with a contact. */
export class ExchangedLinks {
  readonly #deps: Omit<ExchangedFilesDeps, 'media'>

  constructor(deps: Omit<ExchangedFilesDeps, 'media'>) {
    this.#deps = deps
  }

  /**
   * GET /contacts/{id}/links. The id of a contact that was merged stands for the one it is part of.
   * @throws Refusal ERR_NO_CONTACT_FOUND
   */
  async ofContact(viewer: Viewer, contactId: string, query: LinkQuery): Promise<ExchangedLinkPage> {
    const { tenantId } = viewer
    const settings = await this.#deps.settings.visibility(tenantId)
    const [found, rows] = await this.#deps.db.read(tenantId, (sql) => {
      const contact = sql`core.surviving_contact(${tenantId}, ${contactId})`
      const tickets = sql`select t.id from core.ticket t
        where t.tenant_id = ${tenantId} and t.contact_id = ${contact} and ${visibleTickets(sql, viewer, settings)}`
      return [sql<{ id: string | null }>`select ${contact} as id`, messagesWithLinks(sql, tenantId, tickets, query)]
    })
    if (!found[0]?.id) throw new Refusal('ERR_NO_CONTACT_FOUND')
    return pageOf(rows, query, seesMasked(viewer, settings))
  }

  /**
   * GET /messages/{ticketId}/links.
   * @throws Refusal ERR_NO_TICKET_FOUND, also for a ticket that the viewer may not see
   */
  async ofTicket(viewer: Viewer, ticketId: string, query: LinkQuery): Promise<ExchangedLinkPage> {
    const { tenantId, userId } = viewer
    const settings = await this.#deps.settings.visibility(tenantId)
    const [tickets, rows] = await this.#deps.db.read(tenantId, (sql) => {
      const ticket = sql`select t.* from core.ticket t where t.tenant_id = ${tenantId} and t.id = ${ticketId}`
      return [
        ticketRows(sql, ticket, userId, this.#deps.windows()),
        messagesWithLinks(sql, tenantId, sql`select ${ticketId}::uuid as id`, query),
      ]
    })
    const [ticket] = tickets
    if (!ticket || !canSeeTicket(viewer, factsOf(ticket), settings)) throw new Refusal('ERR_NO_TICKET_FOUND')
    return pageOf(rows, query, seesMasked(viewer, settings))
  }
}

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

function pageOf(rows: readonly CarryingMessage[], { limit }: LinkQuery, masked: boolean): ExchangedLinkPage {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = rows.length > limit
  return {
    links: shown.flatMap((row) => linksOf(row, masked)),
    hasMore,
    nextCursor: hasMore && last ? writeCursor({ at: last.sent_key, id: last.id }) : null,
  }
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
