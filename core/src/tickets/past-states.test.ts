import { ticketLogTypes, ticketStatuses } from '@recado/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pastStates, type LoggedStep } from './past-states.ts'
import { transferStep } from './ticket-step.ts'
import { transferTarget } from './transfer-rules.ts'
import { transition, type TicketState } from './transition.ts'

const users = ['ana', 'bia'] as const
const queues = ['sales', 'support', null] as const
const log = (type: LoggedStep['type'], userId: string | null = null, queueId: string | null = null): LoggedStep => ({
  type,
  userId,
  queueId,
})

/** An act of a user or a plugin on a ticket. */
type Move = (state: TicketState) => { readonly next: TicketState; readonly logs: readonly LoggedStep[] } | undefined
const attempt =
  (step: Move): Move =>
  (state) => {
    try {
      return step(state)
    } catch {
      return undefined
    }
  }
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.constantFrom(...users).map((by) => attempt((state) => transition(state, { status: 'open' }, by))),
  fc
    .record({ by: fc.option(fc.constantFrom(...users)), userId: fc.constantFrom(...users) })
    .map(({ by, userId }) => attempt((state) => transition(state, { status: 'open', userId }, by))),
  fc
    .record({ by: fc.option(fc.constantFrom(...users)), userId: fc.option(fc.constantFrom(...users)) })
    .map(({ by, userId }) => attempt((state) => transition(state, { userId }, by))),
  fc
    .record({
      by: fc.option(fc.constantFrom(...users)),
      status: fc.constantFrom('pending' as const, 'closed' as const),
    })
    .map(({ by, status }) => attempt((state) => transition(state, { status }, by))),
  fc
    .record({ userId: fc.option(fc.constantFrom(...users)), queueId: fc.constantFrom(...queues) })
    .map((to) => attempt((state) => transferStep(state, transferTarget(state, to), 'ana', null))),
  fc.constant<Move>((state) =>
    state.status === 'open'
      ? { next: { ...state, status: 'pending', userId: null }, logs: [log('autoReturn', state.userId, state.queueId)] }
      : undefined,
  ),
  fc.constant<Move>((state) =>
    state.status === 'closed'
      ? undefined
      : { next: { ...state, status: 'closed' }, logs: [log('autoClose', state.userId, state.queueId)] },
  ),
  fc
    .constantFrom('priority', 'access', 'snooze', 'wake', 'attributes', 'chatBot', 'merge')
    .map((type): Move => (state) => ({ next: state, logs: [log(type, 'ana')] })),
)

describe('how a ticket stood', () => {
  it('is told by a log that has everything, after each of its entries', () => {
    fc.assert(
      fc.property(fc.constantFrom(...queues), fc.array(move, { maxLength: 20 }), (queueId, moves) => {
        let state: TicketState = { status: 'pending', userId: null, queueId }
        const steps: LoggedStep[] = [log('create', null, queueId)]
        const stood: { readonly at: number; readonly state: TicketState }[] = [{ at: 0, state }]
        for (const done of moves) {
          const step = done(state)
          if (!step) continue
          state = step.next
          steps.push(...step.logs)
          stood.push({ at: steps.length - 1, state })
        }
        const { after } = pastStates(steps, state)
        for (const one of stood) expect(after[one.at], JSON.stringify(steps)).toEqual(one.state)
      }),
    )
  })

  it('ends as the ticket is, whatever a log says or lacks', () => {
    const anyState = fc.record({
      status: fc.constantFrom(...ticketStatuses),
      userId: fc.option(fc.constantFrom(...users)),
      queueId: fc.constantFrom(...queues),
    })
    const anyStep = fc.record({
      type: fc.constantFrom(...ticketLogTypes),
      userId: fc.option(fc.constantFrom(...users)),
      queueId: fc.constantFrom(...queues),
    })
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 12 }), anyState, (steps, now) => {
        const { first, after } = pastStates(steps, now)
        expect(after).toHaveLength(steps.length)
        expect(after.at(-1) ?? first).toEqual(now)
      }),
    )
  })

  it('before the entries that are left is what the first of them says', () => {
    expect(
      pastStates([log('autoReturn', 'ana', 'sales'), log('open', 'bia', 'sales')], {
        status: 'open',
        userId: 'bia',
        queueId: 'sales',
      }),
    ).toEqual({
      first: { status: 'open', userId: 'ana', queueId: 'sales' },
      after: [
        { status: 'pending', userId: null, queueId: 'sales' },
        { status: 'open', userId: 'bia', queueId: 'sales' },
      ],
    })
    expect(
      pastStates([log('transfered', 'ana', 'sales'), log('receivedTransfer', null, 'support')], {
        status: 'pending',
        userId: null,
        queueId: 'support',
      }).first,
    ).toMatchObject({ queueId: 'sales' })
  })
})
