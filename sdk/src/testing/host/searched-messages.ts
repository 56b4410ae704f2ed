import type { Message, MessageSearch, MessageSearchPage, Ticket, TicketId } from '@recado/contracts'

/**
 * Messages with every word, newest first and by ticket; all of them are one page. Nothing is marked in the excerpts.
 */
export function searchedMessages(
  messages: readonly Message[],
  tickets: ReadonlyMap<TicketId, Ticket>,
  { searchParam, ticketId }: MessageSearch,
): MessageSearchPage {
  const words = searchParam.toLowerCase().split(/\s+/).filter(Boolean)
  const results = new Map<TicketId, { ticket: Ticket; hits: MessageSearchPage['results'][number]['hits'] }>()
  for (const message of messages.toSorted((a, b) => b.timestamp.localeCompare(a.timestamp))) {
    const ticket = tickets.get(message.ticketId)
    const isMeant = ticketId === undefined || message.ticketId === ticketId
    if (!ticket || !isMeant || !words.every((word) => message.body.toLowerCase().includes(word))) continue
    const { id, fromMe, username, timestamp, body } = message
    const found = results.get(ticket.id) ?? { ticket, hits: [] }
    found.hits.push({ id, fromMe, username, timestamp, excerpt: [{ text: body, isMatch: false }] })
    results.set(ticket.id, found)
  }
  return { results: [...results.values()], hasMore: false, nextCursor: null }
}
