import type { InfiniteData } from '@tanstack/react-query'
import { ascending } from '../../base/ascending.ts'
import { ticketPriorities, type Ticket, type TicketPage, type TicketSort } from '../../base/contracts.ts'
import { belongs, sortOf, type TicketFilter } from './ticket-filter.ts'

export type TicketPages = InfiniteData<TicketPage, string | null>

/** Pinned first, then the latest change (S4-120, reading 53); the id breaks ties so that the order is total. */
export const byRecency = (a: Ticket, b: Ticket): number =>
  Number(b.pinned) - Number(a.pinned) || ascending(b.updatedAt, a.updatedAt) || ascending(b.id, a.id)

/**
 * Pinned first, then the most urgent, then who waits for an answer, and of these who has waited longest. Both orders
 * are the server's; a property test holds them equal.
 */
const byPriority = (a: Ticket, b: Ticket): number =>
  Number(b.pinned) - Number(a.pinned) ||
  ticketPriorities.indexOf(b.priority) - ticketPriorities.indexOf(a.priority) ||
  Number(a.answered) - Number(b.answered) ||
  ascending(a.lastMessageAt ?? a.createdAt, b.lastMessageAt ?? b.createdAt) ||
  ascending(a.id, b.id)
const orders: Record<TicketSort, (a: Ticket, b: Ticket) => number> = { recent: byRecency, priority: byPriority }

/** A push that is older than what is known changes nothing: answers and pushes overtake each other. */
export const newerTicket = (known: Ticket | undefined, incoming: Ticket): Ticket =>
  known !== undefined && known.updatedAt > incoming.updatedAt ? known : incoming

/** Every loaded row, unique by id and in order. */
export function ticketsOf(pages: TicketPages | undefined, sort: TicketSort = 'recent'): Ticket[] {
  const unique = new Map<string, Ticket>()
  for (const page of pages?.pages ?? [])
    for (const ticket of page.tickets) unique.set(ticket.id, newerTicket(unique.get(ticket.id), ticket))
  const rows = [...unique.values()]
  const order = orders[sort]
  return rows.every((row, index) => index === 0 || order(rows[index - 1]!, row) <= 0) ? rows : rows.sort(order)
}

/**
 * Puts a pushed ticket into one cached list: updated, moved, inserted or taken out. A ticket that belongs further down
 * than what is loaded is left to its page. Pages that it neither leaves nor enters stay the same objects, so that a
 * push costs the same however far the list was scrolled.
 */
export function placeTicket(pages: TicketPages, incoming: Ticket, filter: TicketFilter, userId: string): TicketPages {
  const order = orders[sortOf(filter)]
  const known = knownTicket(pages, incoming.id)
  const ticket = newerTicket(known, incoming)
  if (ticket === known) return pages
  const place = belongs(ticket, filter, userId)
  const others = known === undefined ? pages : dropTicket(pages, ticket.id)
  const last = others.pages
    .map((page) => page.tickets.at(-1))
    .filter((row) => row !== undefined)
    .toSorted(order)
    .at(-1)
  const hasMore = pages.pages.at(-1)?.hasMore ?? false
  const reachable = last === undefined ? !hasMore : !hasMore || order(ticket, last) < 0
  const keep = place === 'yes' ? reachable : place === 'unknown' && known !== undefined
  return keep ? insertTicket(others, ticket, order) : others
}

export const dropTicket = (pages: TicketPages, id: string): TicketPages => ({
  ...pages,
  pages: pages.pages.map((page) =>
    page.tickets.some((row) => row.id === id)
      ? { ...page, tickets: page.tickets.filter((row) => row.id !== id) }
      : page,
  ),
})

/** The newest state of a ticket: it is in two pages when it moved up between their answers. */
export function knownTicket(pages: TicketPages, id: string): Ticket | undefined {
  let known: Ticket | undefined
  for (const page of pages.pages) for (const row of page.tickets) if (row.id === id) known = newerTicket(known, row)
  return known
}

/**
 * Into the first page that ends behind it, else the last; the pages' cursors stay, so that loading more continues where
 * it was.
 */
function insertTicket(pages: TicketPages, ticket: Ticket, order: (a: Ticket, b: Ticket) => number): TicketPages {
  const endsBehind = pages.pages.findIndex(({ tickets }) => tickets.length > 0 && order(ticket, tickets.at(-1)!) < 0)
  const into = endsBehind < 0 ? pages.pages.length - 1 : endsBehind
  return {
    ...pages,
    pages: pages.pages.map((page, index) =>
      index === into ? { ...page, tickets: [...page.tickets, ticket].sort(order) } : page,
    ),
  }
}
