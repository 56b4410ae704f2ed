import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { anyMessage, anyTicket, sampleId } from '../../testing/samples.ts'
import { TypingStore } from './typing.ts'

const ticketId = sampleId<string>(101)

describe('who is writing in a ticket', () => {
  const handlers = new Map<string, (data: unknown) => void>()
  let store: TypingStore
  beforeEach(() => {
    vi.useFakeTimers()
    store = new TypingStore()
    store.listen(
      {
        on: (event, handler) => {
          handlers.set(event, handler)
          return () => handlers.delete(event)
        },
      },
      sampleId(1),
    )
  })
  afterEach(() => void vi.useRealTimers())
  const writes = (who: object, mode = 'text') => handlers.get('typing')!({ ticketId, who, mode })
  const says = (change: object) =>
    handlers.get('ticketList')!({ type: 'chat:create', payload: { ...anyMessage(1, 1, change), ticket: anyTicket(1) } })
  const marina = { name: 'Marina', kind: 'contact' }
  const bia = { name: 'Bia', kind: 'agent', userId: sampleId(2) }

  it('is forgotten after a stop, and without one after six seconds', () => {
    writes(marina)
    writes(bia)
    expect(store.of(ticketId)).toBe('Marina, Bia')
    writes(bia, 'stop')
    expect(store.of(ticketId)).toBe('Marina')
    vi.advanceTimersByTime(6_000)
    expect(store.of(ticketId)).toBe('')
  })

  it('is not oneself', () => {
    writes({ name: 'Eu', kind: 'agent', userId: sampleId(1) })
    expect(store.of(ticketId)).toBe('')
  })

  it('ends with the message that was written', () => {
    writes(marina)
    writes(bia)
    says({ fromMe: false })
    expect(store.of(ticketId)).toBe('Bia')
    says({ fromMe: true, userId: sampleId(2) })
    expect(store.of(ticketId)).toBe('')
  })
})
