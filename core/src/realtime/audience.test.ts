import {
  canSeeTicket,
  mint,
  type QueueId,
  type Role,
  type TenantId,
  type Ticket,
  type TicketFacts,
  type TicketListPush,
  type UserId,
  type Viewer,
  type VisibilitySettings,
} from '@recado/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { audienceOf, typingFor } from './audience.ts'
import type { TicketChange } from './realtime.ts'

const pushesFor = (viewer: Viewer, change: TicketChange, settings: VisibilitySettings): readonly TicketListPush[] =>
  audienceOf(change, settings, (push) => push)(viewer)

const users = ['u1', 'u2', 'u3'].map((user) => mint<UserId>(user))
const queues = ['q1', 'q2'].map((queue) => mint<QueueId>(queue))
const viewerOf = (userId: UserId, role: Role, queueIds: readonly QueueId[]): Viewer => ({
  tenantId: mint<TenantId>('t'),
  userId,
  name: 'x',
  role,
  queueIds,
  locale: 'pt-BR',
  can: (permission) => permission === 'contacts.unmasked' && role === 'admin',
})

const anyViewer = fc
  .record({
    user: fc.constantFrom(...users),
    role: fc.constantFrom<Role>('user', 'super', 'admin'),
    queues: fc.subarray(queues),
  })
  .map(({ user, role, queues: own }) => viewerOf(user, role, own))
const anyFacts: fc.Arbitrary<TicketFacts> = fc.record({
  userId: fc.option(fc.constantFrom(...users)),
  queueId: fc.option(fc.constantFrom(...queues)),
  withBot: fc.boolean(),
})
const anySettings = fc.record({
  hideAssignedToOthers: fc.boolean(),
  hideWithoutQueue: fc.boolean(),
  hideWithBot: fc.boolean(),
  hideContactData: fc.boolean(),
})
const ticket = { id: 't1', name: '5511987654321' } as Ticket
const message = {
  id: 'm1',
  body: 'x',
  fromMe: false,
  username: ticket.name,
  reaction: { [ticket.name]: '👍', '@us': '❤️' },
}
const pushes: TicketListPush[] = [
  { type: 'ticket:update', payload: ticket },
  { type: 'ticket:transferred', payload: ticket },
  { type: 'chat:create', payload: { ...message, ticket } as never },
  { type: 'chat:ack', payload: message as never },
  { type: 'chat:update', payload: message as never },
]

test('S6-020 S6-022 who cannot see a ticket is told of it only that it left, and only if it was there', () => {
  fc.assert(
    fc.property(
      anyViewer,
      anySettings,
      fc.option(anyFacts, { nil: undefined }),
      fc.option(anyFacts),
      (viewer, settings, before, after) => {
        const told = pushesFor(viewer, { ticketId: 't1', ...(before && { before }), after, pushes }, settings)
        const seesNow = after !== null && canSeeTicket(viewer, after, settings)
        if (seesNow) expect(told.some((push) => push.type === 'ticket:remove')).toBe(false)
        else if (before)
          expect(told).toEqual(
            canSeeTicket(viewer, before, settings) ? [{ type: 'ticket:remove', payload: { id: 't1' } }] : [],
          )
        else expect(told).toEqual(after === null ? [{ type: 'ticket:remove', payload: { id: 't1' } }] : [])
      },
    ),
  )
})

test('S6-023 a number never reaches who must not see it', () => {
  fc.assert(
    fc.property(anyViewer, anySettings, anyFacts, (viewer, settings, after) => {
      const text = JSON.stringify(pushesFor(viewer, { ticketId: 't1', after, pushes }, settings))
      if (settings.hideContactData && viewer.role !== 'admin') expect(text).not.toContain(ticket.name)
      else if (canSeeTicket(viewer, after, settings)) expect(text).toContain(ticket.name)
    }),
  )
})

test('S6-028 that a ticket was given to somebody is told to them alone', () => {
  fc.assert(
    fc.property(anyViewer, anySettings, anyFacts, (viewer, settings, after) => {
      const told = pushesFor(viewer, { ticketId: 't1', after, pushes }, settings).some(
        (push) => push.type === 'ticket:transferred',
      )
      expect(told).toBe(after.userId === viewer.userId)
    }),
  )
})

test('what is made once for several users is what each of them would be told alone', () => {
  const marks = fc.record({ pinnedBy: fc.subarray(users), watchedBy: fc.subarray(users) })
  fc.assert(
    fc.property(
      fc.array(anyViewer, { minLength: 2, maxLength: 12 }),
      anySettings,
      fc.option(anyFacts, { nil: undefined }),
      fc.option(anyFacts),
      fc.option(marks, { nil: undefined }),
      (viewers, settings, before, after, marked) => {
        const change = { ticketId: 't1', ...(before && { before }), ...(marked && { marks: marked }), after, pushes }
        const toldTo = audienceOf(change, settings, (push) => push)
        for (const viewer of viewers) {
          const told = toldTo(viewer)
          expect(told).toEqual(pushesFor(viewer, change, settings))
          if (!after || !marked || !canSeeTicket(viewer, after, settings)) continue
          const shown = told.find((push) => push.type === 'ticket:update')
          expect(shown?.payload).toMatchObject({
            pinned: marked.pinnedBy.includes(viewer.userId),
            watched: marked.watchedBy.includes(viewer.userId),
          })
        }
      },
    ),
  )
})

test('users who are told the same are given the same', () => {
  const settings = {
    hideAssignedToOthers: false,
    hideWithoutQueue: false,
    hideWithBot: false,
    hideContactData: false,
  }
  const change = { ticketId: 't1', after: { userId: null, queueId: null, withBot: false }, pushes }
  let made = 0
  const toldTo = audienceOf(change, settings, (push) => {
    made++
    return push
  })
  const told = users.map((user) => toldTo(viewerOf(user, 'admin', [])))
  expect(new Set(told).size).toBe(1)
  expect(made).toBe(told[0]!.length)
})

describe('typing', () => {
  const open = { hideAssignedToOthers: false, hideWithoutQueue: false, hideWithBot: false, hideContactData: true }
  const contact = { ticketId: ticket.id, who: { name: '5511987654321', kind: 'contact' }, mode: 'text' } as const

  test('is masked like the ticket and hidden with it', () => {
    expect(
      typingFor(viewerOf(users[0]!, 'user', []), { userId: null, queueId: null, withBot: false }, contact, open)?.who
        .name,
    ).toBe('55*********21')
    expect(
      typingFor(viewerOf(users[0]!, 'admin', []), { userId: null, queueId: null, withBot: false }, contact, open)?.who
        .name,
    ).toBe('5511987654321')
    expect(
      typingFor(viewerOf(users[0]!, 'user', []), { userId: null, queueId: queues[0]!, withBot: false }, contact, open),
    ).toBeUndefined()
  })

  test('does not come back to who types', () => {
    const agent = { ticketId: ticket.id, who: { name: 'Ana', kind: 'agent', userId: users[0]! }, mode: 'text' } as const
    expect(
      typingFor(viewerOf(users[0]!, 'admin', []), { userId: null, queueId: null, withBot: false }, agent, open),
    ).toBeUndefined()
    expect(
      typingFor(viewerOf(users[1]!, 'admin', []), { userId: null, queueId: null, withBot: false }, agent, open),
    ).toEqual(agent)
  })
})
