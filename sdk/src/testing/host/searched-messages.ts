import type { Message, MessageId, MessageSearch, MessageSearchPage, Ticket, TicketId } from '@recado/contracts'

/**
 * Messages with every word in them and in what was added to them, newest first and by ticket; all of them are one page.
 * Nothing is marked in the excerpts.
 */
export function searchedMessages(
  messages: readonly Message[],
  tickets: ReadonlyMap<TicketId, Ticket>,
  added: ReadonlyMap<MessageId, string>,
  { searchParam, ticketId }: MessageSearch,
): MessageSearchPage {
  const words = searchParam.toLowerCase().split(/\s+/).filter(Boolean)
  const results = new Map<TicketId, { ticket: Ticket; hits: MessageSearchPage['results'][number]['hits'] }>()
  for (const message of messages.toSorted((a, b) => b.timestamp.localeCompare(a.timestamp))) {
    const ticket = tickets.get(message.ticketId)
    const isMeant = ticketId === undefined || message.ticketId === ticketId
    const beside = added.get(message.id) ?? ''
    const text = [message.body, beside, `${message.body}\n${beside}`].find((one) =>
      words.every((word) => one.toLowerCase().includes(word)),
    )
    if (!ticket || !isMeant || text === undefined) continue
    const { id, fromMe, username, timestamp, body } = message
    const found = results.get(ticket.id) ?? { ticket, hits: [] }
    const excerpt = [{ text, isMatch: false }]
    found.hits.push({ id, fromMe, username, timestamp, excerpt, isBeside: text !== body })
    results.set(ticket.id, found)
  }
  return { results: [...results.values()], hasMore: false, nextCursor: null }
}
