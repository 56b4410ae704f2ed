import { act, cleanup } from '@testing-library/react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { keys } from '../../base/query-keys.ts'
import type { Ticket } from '../../base/contracts.ts'
import { draw } from '../../testing/draw.rig.tsx'
import { anyTicket, sampleId } from '../../testing/samples.ts'
import { useTicketQuery, useTicketUpdate, type TicketChange } from './use-ticket.ts'

afterEach(cleanup)

const before = anyTicket(1, { status: 'open', userId: sampleId(1), updatedAt: '2026-11-20T10:00:00.000Z' as never })

/** The open ticket, an act on it, and what it looks like. */
async function open(answer: (method: string) => Promise<Response>) {
  let queries!: QueryClient
  let change!: (what: TicketChange) => Promise<unknown>
  function Page() {
    queries = useQueryClient()
    const { mutateAsync } = useTicketUpdate(sampleId(1))
    change = (what) => mutateAsync({ id: before.id, change: what }).catch(() => undefined)
    const ticket = useTicketQuery(before.id, false).data
    return (
      <p>
        {ticket?.status} {ticket?.userId}
      </p>
    )
  }
  const drawn = await draw(<Page />, {
    queries: [[keys.ticket(before.id), before]],
    fetch: (_path, init) => answer(init?.method ?? 'GET'),
  })
  return { queries, change, ...drawn }
}

it('an answer that a newer push has overtaken changes nothing', async () => {
  let settle!: (answer: Response) => void
  const page = await open((method) =>
    method === 'PUT'
      ? new Promise((resolve) => {
          settle = resolve
        })
      : Promise.resolve(Response.json(newer)),
  )
  const newer: Ticket = { ...before, userId: sampleId(2), updatedAt: '2026-11-20T10:00:09.000Z' as never }
  let done!: Promise<unknown>
  await act(async () => {
    done = page.change({ watched: true })
  })
  await act(async () => {
    page.queries.setQueryData(keys.ticket(before.id), newer)
  })
  await act(async () => {
    settle(Response.json(before))
    await done
  })
  expect(page.queries.getQueryData(keys.ticket(before.id))).toEqual(newer)
})

it('S4-007 who comes too late sees how it stands now', async () => {
  const taken: Ticket = { ...before, userId: sampleId(2), updatedAt: '2026-11-20T10:00:09.000Z' as never }
  const page = await open(async (method) =>
    method === 'PUT' ? Response.json({ error: 'ERR_TICKET_TRANSITION' }, { status: 409 }) : Response.json(taken),
  )
  await act(async () => {
    await page.change({ status: 'open' })
  })
  expect((await page.findByText(`open ${sampleId(2)}`)).textContent).toContain('open')
})
