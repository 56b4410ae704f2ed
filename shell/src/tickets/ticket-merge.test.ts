import { describe, expect, it } from 'vitest'
import { anyTicket, sampleId, sampleTime } from '../testing/samples.ts'
import type { Ticket } from '../contracts.ts'
import { defaultFilter } from './ticket-filter.ts'
import { dropTicket, placeTicket, ticketsOf, type TicketPages } from './ticket-merge.ts'

const me = sampleId<string>(1)
const list = (tickets: Ticket[], hasMore = false): TicketPages => ({ pageParams: [null], pages: [{ tickets, count: tickets.length, countCapped: false, hasMore, nextCursor: hasMore ? 'c' : null }] })
const filter = { ...defaultFilter, view: 'all' as const }

describe('a list of tickets', () => {
  it('puts pinned tickets first', () => {
    const pages = placeTicket(list([anyTicket(3), anyTicket(2)]), anyTicket(1, { pinned: true }), filter, me)
    expect(ticketsOf(pages).map((ticket) => ticket.name)).toEqual(['Contato 1', 'Contato 3', 'Contato 2'])
  })

  it('takes a ticket out when it is closed, assigned elsewhere or removed', () => {
    const mine = { ...defaultFilter, view: 'mine' as const }
    const pages = list([anyTicket(1), anyTicket(2)])
    expect(ticketsOf(placeTicket(pages, anyTicket(1, { status: 'closed', updatedAt: sampleTime(9) }), mine, me))).toHaveLength(1)
    expect(ticketsOf(placeTicket(pages, anyTicket(1, { userId: sampleId(2), updatedAt: sampleTime(9) }), mine, me))).toHaveLength(1)
    expect(ticketsOf(dropTicket(pages, sampleId(102))).map((ticket) => ticket.name)).toEqual(['Contato 1'])
  })

  it('leaves a ticket that belongs further down to its page', () => {
    const pages = list([anyTicket(9), anyTicket(8)], true)
    expect(ticketsOf(placeTicket(pages, anyTicket(1), filter, me))).toHaveLength(2)
    expect(ticketsOf(placeTicket(pages, anyTicket(10), filter, me))).toHaveLength(3)
  })
})
