import { expect, test } from 'vitest'
import { wallOf } from './wall-of.ts'

type Pages = Parameters<typeof wallOf>[0]
const queue = (id: string | null, pending: number, open: number, waitingSince: string | null) =>
  ({ id, queue: id, color: null, pending, open, waitingSince }) as Pages[number]['queues'][number]
const user = (id: string, isOnline: boolean, open: number, waitingSince: string | null = null) =>
  ({ id, name: id, image: null, isOnline, open, unanswered: 0, waitingSince, lastReplyAt: null }) as never

test('the wall adds up queues, finds who has waited longest anywhere, and who is there on any page', () => {
  const wall = wallOf([
    {
      queues: [
        queue('sales', 2, 3, '2026-03-02T12:10:00Z'),
        queue('help', 0, 1, null),
        queue(null, 4, 0, '2026-03-02T12:05:00Z'),
      ],
      users: [user('Ana', true, 1, '2026-03-02T12:01:00Z'), user('Bia', false, 5)],
    },
    { queues: [], users: [user('Caio', true, 0), user('Davi', true, 3)] },
  ])
  expect([wall.pending, wall.open, wall.busy]).toEqual([6, 4, 2])
  expect(wall.longest).toEqual({ since: '2026-03-02T12:01:00Z', about: { userId: 'Ana' } })
  expect(wall.queues.map(({ id }) => id)).toEqual([null, 'sales', 'help'])
  expect(wall.online.map(({ id }) => id)).toEqual(['Davi', 'Ana', 'Caio'])
})

test('where nobody waits and nobody is there it says so', () => {
  expect(wallOf([{ queues: [], users: [] }])).toEqual({
    pending: 0,
    open: 0,
    longest: null,
    queues: [],
    online: [],
    busy: 0,
  })
})
