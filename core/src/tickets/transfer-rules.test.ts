import { Refusal, ticketStatuses } from '@recado/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { transferTarget } from './transfer-rules.ts'
import type { TicketState } from './transition.ts'

const open = (userId: string | null, queueId: string | null): TicketState => ({ status: 'open', userId, queueId })
const codeOf = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    if (Refusal.is(error)) return error.code
    throw error
  }
  return 'done'
}

describe('a transfer', () => {
  it('S5-050 needs a user or a queue', () => {
    expect(codeOf(() => transferTarget(open('a', 'q'), {}))).toBe('ERR_TRANSFER_TARGET')
    expect(codeOf(() => transferTarget(open('a', 'q'), { userId: null, queueId: null }))).toBe('ERR_TRANSFER_TARGET')
  })
  it('S4-011 to a queue waits there; S4-012 to a user is answered at once', () => {
    expect(transferTarget(open('a', 'q'), { queueId: 'r' })).toEqual({ status: 'pending', userId: null, queueId: 'r' })
    expect(transferTarget({ status: 'pending', userId: null, queueId: 'q' }, { userId: 'b' })).toEqual({
      status: 'open',
      userId: 'b',
      queueId: 'q',
    })
    expect(transferTarget(open('a', 'q'), { userId: 'b', queueId: 'r' })).toEqual({
      status: 'open',
      userId: 'b',
      queueId: 'r',
    })
  })
  it('S4-014 S4-015 is blocked only where user and queue would both stay', () => {
    expect(codeOf(() => transferTarget(open('a', 'q'), { userId: 'a' }))).toBe('ERR_TICKET_OF_USER')
    expect(codeOf(() => transferTarget({ status: 'pending', userId: null, queueId: 'q' }, { queueId: 'q' }))).toBe(
      'ERR_TICKET_OF_QUEUE',
    )
    expect(transferTarget(open('a', 'q'), { queueId: 'q' })).toEqual({ status: 'pending', userId: null, queueId: 'q' })
    expect(transferTarget(open('a', 'q'), { userId: 'a', queueId: 'r' }).queueId).toBe('r')
  })
  it('is refused or changes who has the ticket, leaves groups groups and never closes', () => {
    const who = fc.constantFrom(null, 'a', 'b')
    const where = fc.constantFrom(null, 'q', 'r')
    fc.assert(
      fc.property(
        fc.record({ status: fc.constantFrom(...ticketStatuses), userId: who, queueId: where }),
        fc.record({ userId: who, queueId: where }, { requiredKeys: [] }),
        (current, wanted) => {
          if (codeOf(() => transferTarget(current, wanted)) !== 'done') return
          const next = transferTarget(current, wanted)
          expect(next).not.toEqual(current)
          expect(next.status).toBe(current.status === 'group' ? 'group' : next.userId === null ? 'pending' : 'open')
          expect(codeOf(() => transferTarget(next, wanted))).toMatch(/^ERR_TICKET_OF_/)
        },
      ),
    )
  })
})
