import { describe, expect, it } from 'vitest'
import { anyTicket, sampleId } from '../../testing/samples.ts'
import { changeOf, undoOf } from './bulk-acts.ts'

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

  it('are undone to the same person and queue', () => {
    expect(undoOf(open, 'resolve')).toEqual({ id: open.id, status: 'open', userId: sampleId(2), queueId: sampleId(5) })
    expect(undoOf(open, { queueId: null })).toEqual({ id: open.id, queueId: sampleId(5) })
    expect(undoOf(open, 'read')).toBeUndefined()
  })
})
