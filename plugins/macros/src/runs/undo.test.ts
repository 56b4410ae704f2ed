import { mint, type QueueId, type TagId, type UserId } from '@recado/sdk'
import { describe, expect, test } from 'vitest'
import { staysOf, undoOf, type TicketAfter, type TicketBefore } from './undo.ts'

const [vip, novo] = [mint<TagId>('vip'), mint<TagId>('novo')]
const now = new Date('2026-01-01T12:00:00Z')
const before: TicketBefore = {
  status: 'open',
  userId: mint<UserId>('ana'),
  queueId: mint<QueueId>('vendas'),
  priority: 'normal',
  isSnoozed: false,
  snoozeUntil: null,
  tagIds: [vip],
}
const after: TicketAfter = { status: 'closed', userId: null, queueId: null, priority: 'urgent' }
const left = { status: 'closed', userId: null, queueId: null } as const
const place = { status: 'open', userId: 'ana', queueId: 'vendas' }

describe('what brings a ticket back', () => {
  test('is nothing after what changes nothing of it', () => {
    expect(
      undoOf(
        before,
        [
          { kind: 'reply', text: 'Oi' },
          { kind: 'note', text: 'Oi' },
          { kind: 'addTag', tagId: vip },
          { kind: 'removeTag', tagId: novo },
          { kind: 'priority', priority: 'normal' },
        ],
        after,
        now,
      ),
    ).toBeNull()
  })
  test('leaves alone the tags that others have set since, and those that came and went', () => {
    expect(
      undoOf(
        before,
        [
          { kind: 'addTag', tagId: novo },
          { kind: 'removeTag', tagId: novo },
        ],
        after,
        now,
      ),
    ).toEqual({ retag: { add: [], remove: [novo] } })
    expect(
      undoOf(
        before,
        [
          { kind: 'removeTag', tagId: vip },
          { kind: 'addTag', tagId: vip },
        ],
        after,
        now,
      ),
    ).toEqual({ retag: { add: [vip], remove: [] } })
  })
  test('are its tags, its priority, and where it was', () => {
    expect(
      undoOf(
        before,
        [
          { kind: 'addTag', tagId: novo },
          { kind: 'removeTag', tagId: vip },
        ],
        after,
        now,
      ),
    ).toEqual({ retag: { add: [vip], remove: [novo] } })
    expect(
      undoOf(
        before,
        [
          { kind: 'priority', priority: 'urgent' },
          { kind: 'resolve', withoutFarewell: true },
        ],
        after,
        now,
      ),
    ).toEqual({ ...place, priority: 'normal', expected: { ...left, priority: 'urgent' } })
    expect(
      undoOf(
        { ...before, status: 'pending', userId: null },
        [{ kind: 'toUser', userId: mint<UserId>('bia') }],
        after,
        now,
      ),
    ).toEqual({ status: 'pending', userId: null, queueId: 'vendas', expected: left })
    expect(
      undoOf({ ...before, status: 'group' }, [{ kind: 'toQueue', queueId: mint<QueueId>('x') }], after, now),
    ).toEqual({ userId: 'ana', queueId: 'vendas', expected: left })
  })
  test('is its waiting too, unless that would be over', () => {
    const later = '2026-01-02T12:00:00.000Z'
    expect(undoOf(before, [{ kind: 'snooze', minutes: 60 }], after, now)).toEqual({ snooze: null })
    expect(
      undoOf({ ...before, isSnoozed: true, snoozeUntil: later }, [{ kind: 'snooze', minutes: null }], after, now),
    ).toEqual({ snooze: { until: later } })
    expect(
      undoOf(
        { ...before, isSnoozed: true, snoozeUntil: null },
        [{ kind: 'resolve', withoutFarewell: false }],
        after,
        now,
      ),
    ).toEqual({ ...place, snooze: { until: null }, expected: left })
    expect(
      undoOf({ ...before, isSnoozed: true, snoozeUntil: '2026-01-01T11:00:00.000Z' }, [{ kind: 'return' }], after, now),
    ).toEqual({ ...place, expected: left })
  })
})

test('a farewell and what other plugins did stay, whatever is taken back', () => {
  const action = { kind: 'action', plugin: 'pix', name: 'charge', input: {} } as const
  expect(undoOf(before, [action], after, now)).toBeNull()
  expect(
    staysOf([
      { kind: 'reply', text: 'Oi' },
      { kind: 'resolve', withoutFarewell: true },
    ]),
  ).toEqual([])
  expect(staysOf([action, action, { kind: 'resolve', withoutFarewell: false }])).toEqual(['farewell', 'actions'])
})
