import { describe, expect, it } from 'vitest'
import type { TicketView } from '../../../base/contracts.ts'
import { sampleId } from '../../../testing/samples.ts'
import { defaultFilter, filterQuery, ticketViews, type TicketFilter } from '../../../data/tickets/ticket-filter.ts'
import { filterOfView, isChanged, viewFilterOf } from './view-filter.ts'

const savedOf = (filter: TicketFilter): TicketView => ({
  id: sampleId(1),
  name: 'Visão',
  icon: 'inbox',
  shared: false,
  userId: sampleId(2),
  filter: viewFilterOf(filter),
})

describe('a saved view', () => {
  it('asks for what the list asked for when it was saved, from every tab', () => {
    for (const view of ticketViews) {
      const filter: TicketFilter = {
        ...defaultFilter,
        view,
        searchParam: 'flora',
        queuesIds: [sampleId(5)],
        withUnreadMessages: true,
      }
      expect(filterQuery(filterOfView(savedOf(filter)))).toEqual(filterQuery(filter))
    }
  })

  it('knows what was changed since', () => {
    const filter: TicketFilter = { ...defaultFilter, view: 'all', queuesIds: ['a', 'b'], status: ['open', 'closed'] }
    const view = savedOf(filter)
    expect(isChanged(view, filterOfView(view))).toBe(false)
    expect(isChanged(view, { ...filter, queuesIds: ['b', 'a'], status: ['closed', 'open'] })).toBe(false)
    expect(isChanged(view, { ...filter, queuesIds: ['a'] })).toBe(true)
    expect(isChanged(view, { ...filter, searchParam: 'x y' })).toBe(true)
  })
})
