import type { PresencePush, Viewer } from '@recado/contracts'
import { expect, test } from 'vitest'
import { TicketPresence } from './ticket-presence.ts'

const viewer = {
  tenantId: 'a',
  userId: 'ana',
  name: 'Ana',
  role: 'admin',
  queueIds: [],
  can: () => true,
} as unknown as Viewer
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/** Reads of the ticket are answered when the test says so, in the order that it says. */
function presence() {
  const reads: (() => void)[] = []
  const told: [string, boolean][] = []
  const db = {
    read: () =>
      new Promise((resolve) => {
        reads.push(() => resolve([[{ user_id: null, queue_id: null, bot: null }]]))
      }),
  }
  const watched = new TicketPresence({
    db: db as never,
    settings: { visibility: async () => ({}) } as never,
    log: silent,
    realtime: () =>
      ({
        presence: (_tenant: string, _facts: unknown, { ticketId, viewing }: PresencePush) => {
          told.push([ticketId, viewing])
        },
      }) as never,
  })
  const answer = async (at: number) => {
    reads[at]!()
    await new Promise(setImmediate)
  }
  return { watched, told, reads, answer }
}

test('who has left before it was known whether they may be seen is not shown at all', async () => {
  const { watched, told, reads, answer } = presence()
  watched.noted(viewer, 'page', 't')
  watched.noted(viewer, 'page', null)
  for (const at of reads.keys()) await answer(at)
  expect(told).toEqual([])
})

test('who comes back at once is still there, whichever answer is the first', async () => {
  const { watched, told, answer } = presence()
  watched.noted(viewer, 'page', 't')
  await answer(0)
  watched.noted(viewer, 'page', null)
  watched.noted(viewer, 'page', 't')
  await answer(2)
  await answer(1)
  expect(told).toEqual([
    ['t', true],
    ['t', true],
  ])
})
