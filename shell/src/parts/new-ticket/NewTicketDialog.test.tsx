import { cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { keys } from '../../base/query-keys.ts'
import type { Queue } from '../../base/contracts.ts'
import { draw } from '../../testing/draw.rig.tsx'
import { anySummary, anyTicket, sampleId } from '../../testing/samples.ts'
import { NewTicketDialog } from './NewTicketDialog.tsx'

afterEach(cleanup)

const support: Queue = { id: sampleId(802), queue: 'Suporte', color: '#332211', isActive: true }

/** Leaves a new ticket waiting in a queue; `seen` says whether the one who opened it may see it there. */
async function leaveWaiting(seen: boolean) {
  const ticket = anyTicket(1, { status: 'pending', userId: null, queueId: support.id })
  const opened: string[] = []
  let closed = 0
  const drawn = await draw(
    <NewTicketDialog
      contact={anySummary(1)}
      onClose={() => {
        closed++
      }}
      onOpen={(id) => opened.push(id)}
    />,
    {
      queries: [
        [keys.queues, [support]],
        [
          keys.connections,
          [{ id: sampleId(7), name: 'Site', type: 'sample', isActive: true, isDefault: true, status: 'connected' }],
        ],
      ],
      fetch: async (path, init) => {
        if (init?.method === 'POST') return Response.json(ticket)
        if (String(path).includes('/tickets/'))
          return seen ? Response.json(ticket) : Response.json({ error: 'ERR_NO_TICKET_FOUND' }, { status: 404 })
        return Response.json(String(path).includes('/queue') ? [support] : [])
      },
    },
  )
  fireEvent.change(drawn.getByLabelText('Fila'), { target: { value: support.id } })
  fireEvent.click(drawn.getByRole('checkbox', { name: 'Deixar na fila para outra pessoa' }))
  fireEvent.click(drawn.getByRole('button', { name: 'Abrir atendimento' }))
  await waitFor(() => expect(closed).toBe(1))
  return { opened, ticket }
}

it('S2-100 leads to what waits in a queue that one sees, and to nothing where it waits for others out of sight', async () => {
  const { opened, ticket } = await leaveWaiting(true)
  expect(opened).toEqual([ticket.id])
  cleanup()
  expect((await leaveWaiting(false)).opened).toEqual([])
})
