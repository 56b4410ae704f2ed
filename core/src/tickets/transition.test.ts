import { Refusal, ticketStatuses, type TicketStatus } from '@recado/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { transition, type TicketChangeRequest, type TicketState } from './transition.ts'

const actor = 'a'
const state = (status: TicketStatus, userId: string | null = null, queueId: string | null = null): TicketState => ({
  status,
  userId,
  queueId,
})

describe('the life of a ticket', () => {
  it('S4-007 pending goes to open and belongs to who started it', () => {
    const change = transition(state('pending'), { status: 'open' }, actor)!
    expect(change).toMatchObject({ next: { status: 'open', userId: actor }, started: true, logs: [{ type: 'open' }] })
  })
  it('S4-008 open goes to closed and keeps its user', () => {
    expect(transition(state('open', 'b'), { status: 'closed' }, actor)).toMatchObject({
      next: { status: 'closed', userId: 'b' },
      closed: true,
      logs: [{ type: 'closed' }],
    })
  })
  it('S4-009 open returns to pending without a user', () => {
    expect(transition(state('open', 'b', 'q'), { status: 'pending' }, actor)).toMatchObject({
      next: { status: 'pending', userId: null, queueId: 'q' },
      started: false,
      logs: [{ type: 'pending' }],
    })
  })
  it('S4-010 closed reopens for the actor', () => {
    expect(transition(state('closed', 'b'), { status: 'open' }, actor)).toMatchObject({
      next: { status: 'open', userId: actor },
      closed: false,
      started: true,
    })
  })
  it('closed is given back to its queue by a plugin that says so, and by nobody else', () => {
    expect(transition(state('closed', 'b', 'q'), { status: 'pending' }, null, true)).toMatchObject({
      next: { status: 'pending', userId: null, queueId: 'q' },
      closed: false,
      started: false,
      logs: [{ type: 'pending', userId: null }],
    })
    for (const [actorId, reopens] of [
      [null, false],
      [actor, true],
    ] as const)
      expect(() => transition(state('closed', 'b'), { status: 'pending' }, actorId, reopens)).toThrow(
        'ERR_TICKET_TRANSITION',
      )
  })
  it('S4-027 S4-028 a move to another user is logged on both sides', () => {
    expect(transition(state('open', 'b', 'q'), { userId: 'c' }, actor)!.logs.map((log) => log.type)).toEqual([
      'transfered',
      'receivedTransfer',
    ])
  })
  it('what waits is resolved by a plugin, and by nobody who would have to take it up', () => {
    expect(transition(state('pending'), { status: 'closed' }, null)).toMatchObject({
      next: { status: 'closed', userId: null },
      closed: true,
    })
    expect(() => transition(state('pending'), { status: 'closed' }, actor)).toThrow('ERR_TICKET_TRANSITION')
  })
  it('S4-007 is taken up once: a colleague who is a moment late is told, and repeating one’s own start changes nothing', () => {
    expect(() => transition(state('open', 'b'), { status: 'open' }, actor)).toThrow('ERR_TICKET_TRANSITION')
    expect(transition(state('open', actor), { status: 'open' }, actor)).toBeUndefined()
    expect(transition(state('open', 'b'), { status: 'open' }, null)).toBeUndefined()
    expect(transition(state('open', 'b'), { status: 'open', userId: actor }, actor)).toMatchObject({
      next: { userId: actor },
    })
  })
  it('what is taken from its user and given to nobody waits in its queue again', () => {
    for (const wanted of [{ userId: null }, { status: 'open' as const, userId: null }])
      expect(transition(state('open', 'b', 'q'), wanted, actor)).toMatchObject({
        next: { status: 'pending', userId: null, queueId: 'q' },
        started: false,
        logs: [{ type: 'pending' }],
      })
  })
  it('what waits is nobody’s: given to somebody it is open', () => {
    expect(transition(state('pending', null, 'q'), { userId: 'b' }, actor)).toMatchObject({
      next: { status: 'open', userId: 'b', queueId: 'q' },
      started: true,
      logs: [{ type: 'open' }, { type: 'receivedTransfer', userId: 'b' }],
    })
    expect(transition(state('pending'), { status: 'pending', userId: 'b' }, actor)).toBeUndefined()
  })
  it('who gets what somebody else opens stands in the log', () => {
    expect(transition(state('pending'), { status: 'open', userId: 'c' }, null)!.logs).toEqual([
      { type: 'open', userId: null, queueId: null },
      { type: 'receivedTransfer', userId: 'c', queueId: null },
    ])
    expect(transition(state('pending'), { status: 'open', userId: actor }, actor)!.logs).toHaveLength(1)
  })
})

const stateOf = fc.record({
  status: fc.constantFrom(...ticketStatuses),
  userId: fc.constantFrom(null, 'a', 'b'),
  queueId: fc.constantFrom(null, 'q', 'r'),
})
const wish: fc.Arbitrary<TicketChangeRequest> = fc.record(
  {
    status: fc.constantFrom('open' as const, 'pending' as const, 'closed' as const),
    userId: fc.constantFrom(null, 'a', 'b', 'c'),
    queueId: fc.constantFrom(null, 'q', 'r'),
  },
  { requiredKeys: [] },
)

describe('any change', () => {
  it('is refused or leads to a state in which what waits is nobody’s and what was opened somebody’s, and repeating a status changes nothing', () => {
    fc.assert(
      fc.property(stateOf, wish, (current, wanted) => {
        let change
        try {
          change = transition(current, wanted, actor)
        } catch (error) {
          expect(Refusal.is(error) && error.code).toBe('ERR_TICKET_TRANSITION')
          return
        }
        if (!change) return
        if (change.next.status === 'pending' && (current.status === 'open' || wanted.userId !== undefined))
          expect(change.next.userId).toBeNull()
        expect(change.logs.length).toBeGreaterThan(0)
        if (change.next.status === 'open' && current.status !== 'open') expect(change.next.userId).not.toBeNull()
        const again = { status: change.next.status === 'group' ? undefined : change.next.status }
        expect(transition(change.next, again, change.next.userId ?? actor)).toBeUndefined()
      }),
    )
  })
})
