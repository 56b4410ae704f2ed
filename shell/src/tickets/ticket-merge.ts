import type { InfiniteData } from '@tanstack/react-query'
import { ticketPriorities, type Ticket, type TicketPage, type TicketSort } from '../contracts.ts'
import { belongs, sortOf, type TicketFilter } from './ticket-filter.ts'

export type TicketPages = InfiniteData<TicketPage, string | null>

/** Pinned first, then the latest change (S4-120, decision 53); the id breaks ties so that the order is total. */
export const byRecency = (a: Ticket, b: Ticket): number =>
  Number(b.pinned) - Number(a.pinned) || b.updatedAt.localeCompare(a.updatedAt) || b.id.localeCompare(a.id)

/** Pinned first, then the most urgent, then who waits for an answer, and of these who has waited longest: the server's order by priority. */
const byPriority = (a: Ticket, b: Ticket): number =>
  Number(b.pinned) - Number(a.pinned) || ticketPriorities.indexOf(b.priority) - ticketPriorities.indexOf(a.priority) || Number(a.answered) - Number(b.answered)
  || (a.lastMessageAt ?? a.createdAt).localeCompare(b.lastMessageAt ?? b.createdAt) || a.id.localeCompare(b.id)
const orders: Record<TicketSort, (a: Ticket, b: Ticket) => number> = { recent: byRecency, priority: byPriority }

/** A push that is older than what is known changes nothing: answers and pushes overtake each other. */
export const newerTicket = (known: Ticket | undefined, incoming: Ticket): Ticket =>
  known !== undefined && known.updatedAt > incoming.updatedAt ? known : incoming

/** Every loaded row, unique by id and in order. */
export function ticketsOf(pages: TicketPages | undefined, sort: TicketSort = 'recent'): Ticket[] {
  const unique = new Map<string, Ticket>()
  for (const page of pages?.pages ?? []) for (const ticket of page.tickets) unique.set(ticket.id, newerTicket(unique.get(ticket.id), ticket))
  return [...unique.values()].sort(orders[sort])
}

/**
 * Puts a pushed ticket into one cached list: updated, moved, inserted or taken out. A ticket that belongs further down
 * than what is loaded is left to its page.
 */
export function placeTicket(pages: TicketPages, incoming: Ticket, filter: TicketFilter, userId: string): TicketPages {
  const sort = sortOf(filter)
  const rows = ticketsOf(pages, sort)
  const known = rows.find((row) => row.id === incoming.id)
  const ticket = newerTicket(known, incoming)
  if (ticket === known) return pages
  const place = belongs(ticket, filter, userId)
  const others = rows.filter((row) => row.id !== ticket.id)
  const last = others.at(-1)
  const hasMore = pages.pages.at(-1)?.hasMore ?? false
  const reachable = last === undefined ? !hasMore : !hasMore || orders[sort](ticket, last) < 0
  const keep = place === 'yes' ? reachable : place === 'unknown' && known !== undefined
  return withRows(pages, keep ? [...others, ticket].sort(orders[sort]) : others)
}

export const dropTicket = (pages: TicketPages, id: string): TicketPages => ({ ...pages, pages: pages.pages.map((page) => ({ ...page, tickets: page.tickets.filter((row) => row.id !== id) })) })

/** Rows are kept in the first page; the pages' cursors stay, so that loading more continues where it was. */
function withRows(pages: TicketPages, rows: Ticket[]): TicketPages {
  return { ...pages, pages: pages.pages.map((page, index) => ({ ...page, tickets: index === 0 ? rows : [] })) }
}
