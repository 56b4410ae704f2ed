import { mint, type QueueId, type TagId, type UserId } from '@recado/sdk'
import { describe, expect, test } from 'vitest'
import { staysOf, undoOf, type TicketBefore } from './undo.ts'

const [vip, novo] = [mint<TagId>('vip'), mint<TagId>('novo')]
const now = new Date('2026-01-01T12:00:00Z')
const before: TicketBefore = { status: 'open', userId: mint<UserId>('ana'), queueId: mint<QueueId>('vendas'), priority: 'normal', isSnoozed: false, snoozeUntil: null, tagIds: [vip] }
const place = { status: 'open', userId: 'ana', queueId: 'vendas' }

describe('what brings a ticket back', () => {
  test('is nothing after what changes nothing of it', () => {
    expect(undoOf(before, [{ kind: 'reply', text: 'Oi' }, { kind: 'note', text: 'Oi' }, { kind: 'addTag', tagId: vip }, { kind: 'removeTag', tagId: novo }, { kind: 'priority', priority: 'normal' }], now)).toBeNull()
  })
  test('are its tags, its priority, and where it was', () => {
    expect(undoOf(before, [{ kind: 'addTag', tagId: novo }, { kind: 'removeTag', tagId: vip }], now)).toEqual({ tagIds: [vip] })
    expect(undoOf(before, [{ kind: 'priority', priority: 'urgent' }, { kind: 'resolve', withoutFarewell: true }], now)).toEqual({ ...place, priority: 'normal' })
    expect(undoOf({ ...before, status: 'pending', userId: null }, [{ kind: 'toUser', userId: mint<UserId>('bia') }], now)).toEqual({ status: 'pending', userId: null, queueId: 'vendas' })
    expect(undoOf({ ...before, status: 'group' }, [{ kind: 'toQueue', queueId: mint<QueueId>('x') }], now)).toEqual({ userId: 'ana', queueId: 'vendas' })
  })
  test('is its waiting too, unless that would be over', () => {
    const later = '2026-01-02T12:00:00.000Z'
    expect(undoOf(before, [{ kind: 'snooze', minutes: 60 }], now)).toEqual({ snooze: null })
    expect(undoOf({ ...before, isSnoozed: true, snoozeUntil: later }, [{ kind: 'snooze', minutes: null }], now)).toEqual({ snooze: { until: later } })
    expect(undoOf({ ...before, isSnoozed: true, snoozeUntil: null }, [{ kind: 'resolve', withoutFarewell: false }], now)).toEqual({ ...place, snooze: { until: null } })
    expect(undoOf({ ...before, isSnoozed: true, snoozeUntil: '2026-01-01T11:00:00.000Z' }, [{ kind: 'return' }], now)).toEqual(place)
  })
})

test('a farewell and what other plugins did stay, whatever is taken back', () => {
  const action = { kind: 'action', plugin: 'pix', name: 'charge', input: {} } as const
  expect(undoOf(before, [action], now)).toBeNull()
  expect(staysOf([{ kind: 'reply', text: 'Oi' }, { kind: 'resolve', withoutFarewell: true }])).toEqual([])
  expect(staysOf([action, action, { kind: 'resolve', withoutFarewell: false }])).toEqual(['farewell', 'actions'])
})
