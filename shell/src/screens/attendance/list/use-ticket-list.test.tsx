import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { draw } from '../../../testing/draw.rig.tsx'
import { anyTicket } from '../../../testing/samples.ts'
import { defaultFilter } from '../../../data/tickets/ticket-filter.ts'
import { useTicketList } from './use-ticket-list.ts'

afterEach(cleanup)

const List = () => (
  <p>
    {useTicketList(defaultFilter)
      .tickets.map(({ name }) => name)
      .join()}
  </p>
)

it('S9-075 asks for pages as long as the company has them', async () => {
  const asked: URL[] = []
  const { container } = await draw(<List />, {
    fetch: async (path) => {
      asked.push(new URL(String(path), 'http://node'))
      return Response.json({ tickets: [anyTicket(1)], count: 1, countCapped: false, hasMore: false, nextCursor: null })
    },
  })
  await waitFor(() => expect(container.textContent).toBe('Contato 1'))
  expect(asked.map(({ searchParams }) => searchParams.get('limit'))).toEqual([null])
})
