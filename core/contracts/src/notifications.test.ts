import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { QueueId, UserId } from './ids.ts'
import { concerns, isQuietAt } from './notification-rules.ts'
import { defaultNotificationChoice, NotificationChoice, PushTarget } from './notifications.ts'
import { canSeeTicket } from './visibility.ts'

const at = (weekday: number, time: string) => ({
  weekday,
  minute: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)),
})
const now = new Date('2026-11-22T12:00:00Z')
const quiet = (quietHours: NotificationChoice['quietHours'], weekday: number, time: string): boolean =>
  isQuietAt({ quietHours, doNotDisturbUntil: null }, now, at(weekday, time))

describe('quiet hours', () => {
  test('begin at their first minute and end before their last', () => {
    const hours = { 1: { from: '12:00', to: '13:00' } } as const
    expect([
      quiet(hours, 1, '11:59'),
      quiet(hours, 1, '12:00'),
      quiet(hours, 1, '12:59'),
      quiet(hours, 1, '13:00'),
      quiet(hours, 2, '12:30'),
    ]).toEqual([false, true, true, false, false])
  })
  test('of an evening reach into the next morning, also from Saturday to Sunday', () => {
    const hours = { 6: { from: '22:00', to: '07:00' } } as const
    expect([
      quiet(hours, 6, '21:59'),
      quiet(hours, 6, '23:00'),
      quiet(hours, 0, '06:59'),
      quiet(hours, 0, '07:00'),
      quiet(hours, 6, '03:00'),
    ]).toEqual([false, true, true, false, false])
  })
  test('that end when they begin last a whole day', () => {
    const hours = { 3: { from: '08:00', to: '08:00' } } as const
    expect([
      quiet(hours, 3, '07:59'),
      quiet(hours, 3, '08:00'),
      quiet(hours, 4, '07:59'),
      quiet(hours, 4, '08:00'),
    ]).toEqual([false, true, true, false])
  })
  test('of every minute of a week are quiet exactly as long as they last', () => {
    const time = fc
      .nat(1_439)
      .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`)
    fc.assert(
      fc.property(time, time, fc.nat(6), (from, to, day) => {
        const hours = { [day]: { from, to } }
        let minutes = 0
        for (let weekday = 0; weekday < 7; weekday++)
          for (let minute = 0; minute < 1_440; minute++)
            if (isQuietAt({ quietHours: hours, doNotDisturbUntil: null }, now, { weekday, minute })) minutes++
        expect(minutes).toBe(((at(0, to).minute - at(0, from).minute + 1_439) % 1_440) + 1)
      }),
      { numRuns: 30 },
    )
  })
})

test('do not disturb ends when it was said to', () => {
  const until = (instant: string) => isQuietAt({ quietHours: {}, doNotDisturbUntil: instant }, now, at(0, '12:00'))
  expect([until('2026-11-22T12:00:01Z'), until('2026-11-22T12:00:00Z'), until('2026-11-22T11:00:00Z')]).toEqual([
    true,
    false,
    false,
  ])
})

describe('whom a ticket concerns', () => {
  const [me, other, sales, support] = ['me' as UserId, 'other' as UserId, 'sales' as QueueId, 'support' as QueueId]
  const viewer = fc.record({
    userId: fc.constant(me),
    role: fc.constantFrom('user' as const, 'super' as const, 'admin' as const),
    queueIds: fc.subarray([sales, support]),
  })
  const ticket = fc.record({
    userId: fc.constantFrom(null, me, other),
    queueId: fc.constantFrom(null, sales, support),
    withBot: fc.boolean(),
  })
  const settings = fc.record({
    hideAssignedToOthers: fc.boolean(),
    hideWithoutQueue: fc.boolean(),
    hideWithBot: fc.boolean(),
    hideContactData: fc.boolean(),
  })

  test('S6-027 S6-028 S6-029 S6-030 reading 58: theirs, or nobody’s in their queues or in none, and never what they may not see', () => {
    fc.assert(
      fc.property(viewer, ticket, settings, (somebody, facts, chosen) => {
        const expected =
          canSeeTicket(somebody, facts, chosen) &&
          !facts.withBot &&
          (facts.userId === me ||
            (facts.userId === null && (facts.queueId === null || somebody.queueIds.includes(facts.queueId))))
        expect(concerns(somebody, facts, chosen)).toBe(expected)
      }),
    )
  })
})

test('what is chosen has a default for everything that is left out, and takes nothing else', () => {
  expect(NotificationChoice.parse({ sound: false })).toEqual({ ...defaultNotificationChoice, sound: false })
  expect(NotificationChoice.safeParse({ volume: 3 }).success).toBe(false)
  expect(NotificationChoice.safeParse({ quietHours: { 7: { from: '10:00', to: '11:00' } } }).success).toBe(false)
  expect(NotificationChoice.safeParse({ quietHours: { 1: { from: '24:00', to: '11:00' } } }).success).toBe(false)
})

test('a browser is reached by https alone', () => {
  const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }
  const taken = (endpoint: string) => PushTarget.safeParse({ endpoint, keys }).success
  expect(['https://push.test/x', 'http://push.test/x', 'ws://push.test/x', '/x', ''].map(taken)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
  expect(PushTarget.safeParse({ endpoint: 'https://push.test/x', keys: { p256dh: 'x', auth: 'y' } }).success).toBe(
    false,
  )
})
