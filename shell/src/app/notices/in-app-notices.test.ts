import { beforeEach, describe, expect, test } from 'vitest'
import type { Message, NotificationChoice, Ticket } from '../../base/contracts.ts'
import { anyMessage, anyTicket, sampleId } from '../../testing/samples.ts'
import { InAppNotices } from './in-app-notices.ts'

const all: NotificationChoice = {
  newTicket: true,
  ownTicket: true,
  transfer: true,
  mentioned: true,
  desktop: true,
  sound: true,
  quietHours: {},
  doNotDisturbUntil: null,
}
const me = sampleId(1)
const sales = 'q1'
// A Sunday at noon by the clock of the company.
const timeZone = 'America/Sao_Paulo'
const noon = new Date('2026-11-22T15:00:00Z')

let shown: string[]
let rung: number
let waiting: Set<string>
let choice: NotificationChoice | undefined
let seen: string | null
let notices: InAppNotices
beforeEach(() => {
  shown = []
  rung = 0
  waiting = new Set()
  choice = all
  seen = null
  notices = new InAppNotices({
    userId: me,
    queueIds: [sales],
    timeZone,
    choice: () => choice,
    isSeen: (id) => id === seen,
    show: (ticket) => void shown.push(ticket.id),
    showMention: ({ by }) => void shown.push(by),
    showNotice: ({ text }) => void shown.push(text),
    isAt: (path) => path === '/here',
    ring: () => void rung++,
    waits: (id, waits) => void (waits ? waiting.add(id) : waiting.delete(id)),
    now: () => noon,
  })
})
const ticket = (n: number, facts: Partial<Ticket>): Ticket =>
  anyTicket(n, { status: 'open', userId: null, queueId: null, unreadMessages: 1, ...facts })
const writes = (to: Ticket, message: Partial<Message> = {}) =>
  notices.take({ type: 'chat:create', payload: { ...anyMessage(1, 1, message), ticket: to } })
const mine = ticket(1, { userId: me as Ticket['userId'] })

test('snooze: who has a ticket that is back is told, and nobody else', () => {
  notices.take({ type: 'ticket:woken', payload: mine })
  notices.take({ type: 'ticket:woken', payload: ticket(2, { userId: sampleId(2) as Ticket['userId'] }) })
  expect([shown, rung, [...waiting]]).toEqual([[mine.id], 1, [mine.id]])
})

test('who is given a ticket is told, unless they want none of it', () => {
  notices.take({ type: 'ticket:transferred', payload: mine })
  notices.take({ type: 'ticket:transferred', payload: ticket(2, { userId: sampleId(2) as Ticket['userId'] }) })
  choice = { ...all, transfer: false }
  notices.take({ type: 'ticket:transferred', payload: mine })
  choice = { ...all, ownTicket: false }
  notices.take({ type: 'ticket:transferred', payload: mine })
  expect([shown, rung]).toEqual([[mine.id, mine.id], 2])
})

describe('a message', () => {
  test('of the past, which comes in with an import, is neither shown nor heard nor counted', () => {
    writes(mine, { read: true })
    expect([shown, rung, [...waiting]]).toEqual([[], 0, []])
  })

  test('in a conversation of one’s own, one’s queue or no queue is shown, heard and counted', () => {
    for (const to of [mine, ticket(2, { queueId: sales as Ticket['queueId'] }), ticket(3, {})]) writes(to)
    expect([shown, rung, waiting.size]).toEqual([[1, 2, 3].map((n) => anyTicket(n).id), 3, 3])
  })
  test('in a colleague’s conversation, in another queue, or of one’s own is nothing to tell', () => {
    writes(ticket(1, { userId: sampleId(2) as Ticket['userId'], queueId: sales as Ticket['queueId'] }))
    writes(ticket(2, { queueId: 'q2' as Ticket['queueId'] }))
    writes(mine, { fromMe: true })
    writes({ ...mine, status: 'closed' })
    expect([shown, rung, waiting.size]).toEqual([[], 0, 0])
  })
  test('in the conversation that is open and looked at is nothing to tell', () => {
    seen = mine.id
    writes(mine)
    expect([shown, rung, waiting.size]).toEqual([[], 0, 0])
  })
  test('that nobody has taken is told once', () => {
    writes(ticket(2, { unreadMessages: 1 }))
    writes(ticket(2, { unreadMessages: 2 }))
    expect(shown).toHaveLength(1)
  })
})

describe('what the user chose', () => {
  test('is kept to, and nothing is shown before it is known', () => {
    choice = { ...all, newTicket: false, sound: false }
    writes(ticket(2, {}))
    writes(mine)
    choice = undefined
    writes(mine)
    expect([shown, rung]).toEqual([[mine.id], 0])
  })
  test('is by the clock of the company, wherever the browser is', () => {
    choice = { ...all, quietHours: { 0: { from: '12:00', to: '12:01' } } }
    writes(mine)
    choice = { ...all, quietHours: { 0: { from: '12:01', to: '11:59' }, 6: { from: '12:01', to: '12:00' } } }
    writes(mine)
    expect(shown).toEqual([mine.id])
  })
  test('counts on in silence while the user wants to be left alone', () => {
    choice = { ...all, quietHours: { 0: { from: '11:00', to: '13:00' } } }
    writes(mine)
    expect([shown, rung, waiting.size]).toEqual([[], 0, 1])
  })
})

test('that a colleague named the user is shown, in the open conversation too, unless they want none of it or to be left alone', () => {
  const mention = () =>
    notices.take({
      type: 'mention:new',
      payload: { userId: me as never, ticketId: mine.id, contactName: 'Maria', by: 'Ana', place: null },
    })
  seen = mine.id
  mention()
  choice = { ...all, mentioned: false }
  mention()
  choice = { ...all, quietHours: { 0: { from: '11:00', to: '13:00' } } }
  mention()
  expect([shown, rung]).toEqual([['Ana'], 1])
})

test('what was read elsewhere, taken by somebody else or is gone waits no longer', () => {
  const others = [2, 3, 4].map((n) => ticket(n, {}))
  for (const one of others) writes(one)
  notices.take({ type: 'ticket:update', payload: { ...others[0]!, unreadMessages: 0 } })
  notices.take({ type: 'ticket:update', payload: { ...others[1]!, userId: sampleId(2) as Ticket['userId'] } })
  notices.take({ type: 'ticket:remove', payload: { id: others[2]!.id } })
  expect(waiting.size).toBe(0)
})

test('a notice of a plugin is shown, but not where the user is, nor in quiet hours', () => {
  const notice = { text: 'Ana: oi', path: '/there', tag: 'chat-1' } as const
  notices.takeNotice(notice)
  notices.takeNotice({ ...notice, path: '/here' })
  expect(shown).toEqual(['Ana: oi'])
  choice = { ...choice!, doNotDisturbUntil: '2100-01-01T00:00:00.000Z' }
  notices.takeNotice(notice)
  expect(shown).toEqual(['Ana: oi'])
})
