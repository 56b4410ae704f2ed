import { expect, test } from 'vitest'
import { anyTicket } from '../../../../testing/samples.ts'
import { swipeAct } from './swipe-act.ts'

const ticket = (change: object) => ({
  ...anyTicket(1),
  lastMessageAt: '2026-11-20T12:00:00.000Z',
  snooze: null,
  ...change,
})
const open = ticket({ status: 'open', unreadMessages: 0 })

test.each([
  [0, null],
  [71, null],
  [72, 'resolve'],
  [400, 'resolve'],
  [-71, null],
  [-72, 'unread'],
  [-167, 'unread'],
  [-168, 'snooze'],
] as const)('an open conversation drawn %d pixels aside: %s', (distance, act) =>
  expect(swipeAct(open, distance)).toBe(act),
)

test('what waits is taken, and what is unread is marked as read', () => {
  const waiting = ticket({ status: 'pending', unreadMessages: 3 })
  expect([swipeAct(waiting, 100), swipeAct(waiting, -100), swipeAct(waiting, -300)]).toEqual(['start', 'read', 'read'])
})

test('nothing is done to what is over', () => {
  const over = ticket({ status: 'closed', unreadMessages: 0 })
  expect([100, -100, -300].map((distance) => swipeAct(over, distance))).toEqual([null, null, null])
})
