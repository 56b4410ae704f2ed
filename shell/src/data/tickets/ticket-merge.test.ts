import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyTicket, sampleId, sampleTime } from '../../testing/samples.ts'
import type { Ticket } from '../../base/contracts.ts'
import { defaultFilter } from './ticket-filter.ts'
import { byRecency, dropTicket, placeTicket, ticketsOf, type TicketPages } from './ticket-merge.ts'

const me = sampleId<string>(1)
const list = (tickets: Ticket[], hasMore = false): TicketPages => ({
  pageParams: [null],
  pages: [{ tickets, count: tickets.length, countCapped: false, hasMore, nextCursor: hasMore ? 'c' : null }],
})
const filter = { ...defaultFilter, view: 'all' as const }

describe('a list of tickets', () => {
  it('puts pinned tickets first', () => {
    const pages = placeTicket(list([anyTicket(3), anyTicket(2)]), anyTicket(1, { pinned: true }), filter, me)
    expect(ticketsOf(pages).map((ticket) => ticket.name)).toEqual(['Contato 1', 'Contato 3', 'Contato 2'])
  })

  it('takes a ticket out when it is closed, assigned elsewhere or removed', () => {
    const mine = { ...defaultFilter, view: 'mine' as const }
    const pages = list([anyTicket(1), anyTicket(2)])
    expect(
      ticketsOf(placeTicket(pages, anyTicket(1, { status: 'closed', updatedAt: sampleTime(9) }), mine, me)),
    ).toHaveLength(1)
    expect(
      ticketsOf(placeTicket(pages, anyTicket(1, { userId: sampleId(2), updatedAt: sampleTime(9) }), mine, me)),
    ).toHaveLength(1)
    expect(ticketsOf(dropTicket(pages, sampleId(102))).map((ticket) => ticket.name)).toEqual(['Contato 1'])
  })

  it('leaves a ticket that belongs further down to its page', () => {
    const pages = list([anyTicket(9), anyTicket(8)], true)
    expect(ticketsOf(placeTicket(pages, anyTicket(1), filter, me))).toHaveLength(2)
    expect(ticketsOf(placeTicket(pages, anyTicket(10), filter, me))).toHaveLength(3)
  })

  it('leaves every page as it is that a push does not touch, however far the list was scrolled', () => {
    const newest = 5_000
    const pages: TicketPages = {
      pageParams: Array.from({ length: 100 }, (_, page) => (page === 0 ? null : `c${page}`)),
      pages: Array.from({ length: 100 }, (_, page) => ({
        tickets: Array.from({ length: 40 }, (_row, index) => anyTicket(newest - page * 40 - index)),
        count: 99,
        countCapped: true,
        hasMore: true,
        nextCursor: `c${page + 1}`,
      })),
    }
    const moved = anyTicket(newest - 70 * 40 - 5, { updatedAt: sampleTime(newest + 1), lastMessage: 'Voltei' })
    const after = placeTicket(pages, moved, filter, me)
    expect(after.pages.flatMap((page, index) => (page === pages.pages[index] ? [] : [index]))).toEqual([0, 70])
    expect(ticketsOf(after)[0]).toBe(moved)
    expect(ticketsOf(after)).toHaveLength(4_000)
  })

  it('keeps one of a ticket that stands in two pages, and moves both away', () => {
    const pages: TicketPages = {
      pageParams: [null, 'c'],
      pages: [
        list([anyTicket(9), anyTicket(8)], true).pages[0]!,
        list([anyTicket(8, { updatedAt: sampleTime(7) }), anyTicket(6)]).pages[0]!,
      ],
    }
    expect(ticketsOf(pages).map((ticket) => ticket.name)).toEqual(['Contato 9', 'Contato 8', 'Contato 6'])
    expect(
      ticketsOf(placeTicket(pages, anyTicket(8, { updatedAt: sampleTime(10) }), filter, me)).map(
        (ticket) => ticket.name,
      ),
    ).toEqual(['Contato 8', 'Contato 9', 'Contato 6'])
    expect(ticketsOf(dropTicket(pages, anyTicket(8).id)).map((ticket) => ticket.name)).toEqual([
      'Contato 9',
      'Contato 6',
    ])
  })

  it('holds what the server would answer, whatever order pushes and pages come in', () => {
    const minutes = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 3, maxLength: 30 })
    fc.assert(
      fc.property(
        minutes,
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.record({ which: fc.nat(40), at: fc.integer({ min: 61, max: 120 }), closed: fc.boolean() }), {
          maxLength: 12,
        }),
        (times, size, pushed) => {
          const rows = times.toSorted((a, b) => b - a).map((minute) => anyTicket(minute))
          const chunks = Array.from({ length: Math.ceil(rows.length / size) }, (_, page) =>
            rows.slice(page * size, (page + 1) * size),
          )
          let pages: TicketPages = {
            pageParams: chunks.map(() => null),
            pages: chunks.map((tickets) => list(tickets).pages[0]!),
          }
          const truth = new Map(rows.map((ticket) => [ticket.id, ticket]))
          for (const [turn, { which, at, closed }] of pushed.entries()) {
            const ticket = {
              ...rows[which % rows.length]!,
              updatedAt: sampleTime(at + turn * 100),
              status: closed ? ('closed' as const) : ('open' as const),
            }
            truth.set(ticket.id, ticket)
            pages = placeTicket(pages, ticket, filter, me)
          }
          expect(ticketsOf(pages)).toEqual(
            [...truth.values()].filter(({ status }) => status === 'open').sort(byRecency),
          )
        },
      ),
    )
  })
})
