import { describe, expect, it } from 'vitest'
import { anyTicket, sampleId } from '../../../testing/samples.ts'
import { changeOf, undoOf } from './bulk-acts.ts'
import { isPreviewed, previewOf } from './bulk-preview.ts'

const open = anyTicket(1, { queueId: sampleId(5), userId: sampleId(2), unreadMessages: 3 })

describe('acts on several tickets', () => {
  it('ask for what each ticket allows and nothing more', () => {
    expect(changeOf(open, 'resolve')).toEqual({ id: open.id, status: 'closed' })
    expect(changeOf(anyTicket(1, { status: 'pending' }), 'resolve')).toBeUndefined()
    expect(changeOf(anyTicket(1, { status: 'closed' }), 'start')).toBeUndefined()
    expect(changeOf(open, { queueId: sampleId(5) })).toBeUndefined()
    expect(changeOf(open, { queueId: null })).toEqual({ id: open.id, queueId: null })
    expect(changeOf(anyTicket(1), 'read')).toBeUndefined()
    expect(changeOf(open, 'unpin')).toBeUndefined()
  })

  it('unread: is offered for what is read and goes on, and each of the two takes the other back', () => {
    const at = '2026-11-21T12:00:00.000Z' as never
    const read = anyTicket(1, { unreadMessages: 0, lastMessageAt: at })
    expect(changeOf(read, 'unread')).toEqual({ id: read.id, unreadMessages: 1 })
    expect(undoOf(read, { ...read, unreadMessages: 1 }, 'unread')).toEqual({ id: read.id, unreadMessages: 0 })
    expect(undoOf(open, { ...open, unreadMessages: 0 }, 'read')).toEqual({ id: open.id, unreadMessages: 1 })
    for (const not of [{ status: 'closed' }, { snooze: { since: at, until: at } }, { contactWrote: false }] as const)
      expect(changeOf({ ...read, ...not }, 'unread')).toBeUndefined()
    expect(changeOf(open, 'unread')).toBeUndefined()
  })

  it('priority and snooze: are asked for where they change something, and undone to what was', () => {
    const until = '2026-11-21T12:00:00.000Z' as never
    expect(changeOf(open, { priority: 'urgent' })).toEqual({ id: open.id, priority: 'urgent' })
    expect(changeOf(open, { priority: 'normal' })).toBeUndefined()
    expect(undoOf(open, { ...open, priority: 'urgent' }, { priority: 'urgent' })).toEqual({
      id: open.id,
      priority: 'normal',
      expected: { priority: 'urgent' },
    })
    expect(changeOf(open, { snoozeUntil: null })).toEqual({ id: open.id, snooze: { until: null } })
    expect(changeOf(anyTicket(1, { status: 'pending' }), { snoozeUntil: null })).toBeUndefined()
    expect(undoOf(open, open, { snoozeUntil: null })).toMatchObject({ id: open.id, snooze: null })
    const off = anyTicket(1, { snooze: { since: until, until } })
    expect(changeOf(off, 'wake')).toEqual({ id: off.id, snooze: null })
    expect(undoOf(off, off, 'wake')).toMatchObject({ id: off.id, snooze: { until } })
    expect(undoOf(off, off, { snoozeUntil: null })).toMatchObject({ id: off.id, snooze: { until } })
    expect(changeOf(open, 'wake')).toBeUndefined()
  })

  it('a tag joins those that are there, and its undo takes it alone: what colleagues tag in the same moment stays', () => {
    const tagged = anyTicket(1, { tags: [{ id: sampleId(7) as never, tag: 'VIP', color: '#0f766e' }] })
    expect(changeOf(tagged, { tagId: sampleId(8) })).toEqual({ id: tagged.id, retag: { add: [sampleId(8)] } })
    expect(changeOf(tagged, { tagId: sampleId(7) })).toBeUndefined()
    expect(undoOf(tagged, tagged, { tagId: sampleId(8) })).toEqual({ id: tagged.id, retag: { remove: [sampleId(8)] } })
  })

  it('are undone to the same person and queue, as long as the ticket stands as the act left it', () => {
    const resolved = { ...open, status: 'closed' as const }
    expect(undoOf(open, resolved, 'resolve')).toEqual({
      id: open.id,
      status: 'open',
      userId: sampleId(2),
      queueId: sampleId(5),
      expected: { status: 'closed', userId: sampleId(2), queueId: sampleId(5) },
    })
    expect(undoOf(open, { ...open, queueId: null }, { queueId: null })).toEqual({
      id: open.id,
      queueId: sampleId(5),
      expected: { status: 'open', userId: sampleId(2), queueId: null },
    })
    expect(undoOf(anyTicket(1), { ...open, queueId: null }, 'start')).toMatchObject({
      status: 'pending',
      expected: { status: 'open', userId: sampleId(2) },
    })
  })

  it('what was put off is put off again when the act that ended that is undone', () => {
    const off = anyTicket(1, {
      queueId: sampleId(5),
      userId: sampleId(2),
      snooze: { since: '2026-11-21T12:00:00.000Z' as never, until: null },
    })
    for (const act of ['resolve', 'returnToQueue', { queueId: null }] as const)
      expect(undoOf(off, { ...off, snooze: null }, act)).toMatchObject({ snooze: { until: null } })
    expect(undoOf(open, open, 'resolve')).not.toHaveProperty('snooze')
  })

  it('are shown before they are done to more than one: what changes, and what stays and why', () => {
    const [mine, waiting, over] = [
      open,
      anyTicket(2, { status: 'pending', queueId: null }),
      anyTicket(3, { status: 'closed', queueId: null }),
    ]
    const all = [mine, waiting, over]
    expect(previewOf(all, 'resolve')).toEqual({
      changed: [mine],
      skipped: [
        { ticket: waiting, why: 'status' },
        { ticket: over, why: 'status' },
      ],
    })
    expect(previewOf(all, { queueId: sampleId(5) })).toEqual({
      changed: [waiting],
      skipped: [
        { ticket: mine, why: 'already' },
        { ticket: over, why: 'status' },
      ],
    })
    expect(previewOf([mine], { priority: 'normal' }).skipped).toEqual([{ ticket: mine, why: 'already' }])
    expect(isPreviewed(all)).toBe(true)
    expect(isPreviewed([mine])).toBe(false)
  })

  it('unread and snooze: are shown as well, with why a ticket stays as it is', () => {
    const at = '2026-11-21T12:00:00.000Z' as never
    const read = anyTicket(1, { lastMessageAt: at })
    const unread = anyTicket(2, { lastMessageAt: at, unreadMessages: 2 })
    const off = anyTicket(3, { lastMessageAt: at, snooze: { since: at, until: at } })
    const over = anyTicket(4, { lastMessageAt: at, status: 'closed' })
    const empty = anyTicket(5, { lastMessageAt: null, contactWrote: false })
    const ours = anyTicket(6, { lastMessageAt: at, lastMessageFromMe: true, contactWrote: false })
    const all = [read, unread, off, over, empty, ours]
    expect(previewOf(all, 'unread')).toEqual({
      changed: [read],
      skipped: [
        { ticket: unread, why: 'already' },
        { ticket: off, why: 'snoozed' },
        { ticket: over, why: 'status' },
        { ticket: empty, why: 'noMessages' },
        { ticket: ours, why: 'noMessages' },
      ],
    })
    expect(previewOf([unread, read], 'read')).toEqual({
      changed: [unread],
      skipped: [{ ticket: read, why: 'already' }],
    })
    expect(previewOf([open, over], { snoozeUntil: null })).toEqual({
      changed: [open],
      skipped: [{ ticket: over, why: 'status' }],
    })
  })
})
