import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { toldBy } from './webhook-occurrences.ts'

const [ana, bia, sales, support] = [v7(), v7(), v7(), v7()]
type Side = { status: string; userId: string | null; queueId: string | null }
const side = (status: string, userId: string | null, queueId: string | null): Side => ({ status, userId, queueId })
const typesOf = (after: Side, before?: Side): string[] =>
  toldBy({
    name: 'ticket.updated.v1',
    data: { ticketId: v7(), contactId: v7(), connectionId: v7(), ...after, ...(before && { before }) },
  }).occurrences.map(({ type }) => type)

test.each([
  ['taking up what waits', side('open', ana, sales), side('pending', null, sales), ['ticket.opened.v1']],
  ['opening again', side('open', ana, sales), side('closed', ana, sales), ['ticket.opened.v1']],
  ['another queue', side('pending', null, support), side('pending', null, sales), ['ticket.transferred.v1']],
  ['another user', side('open', bia, sales), side('open', ana, sales), ['ticket.transferred.v1']],
  ['giving it back', side('pending', null, sales), side('open', ana, sales), []],
  ['taking it out of its queue', side('pending', null, null), side('pending', null, sales), []],
  ['closing, which has an event of its own', side('closed', ana, sales), side('open', ana, sales), []],
  ['a change of which nothing before is known', side('open', ana, sales), undefined, []],
] as const)('%s', (_what, after, before, types) => {
  expect(typesOf(after, before)).toEqual(types)
})

test('a message that has left is told as sent and as a status, another receipt as a status', () => {
  const typesFor = (status: string) =>
    toldBy({
      name: 'message.status.v1',
      data: { ticketId: v7(), contactId: v7(), connectionId: v7(), messageId: v7(), status },
    }).occurrences.map(({ type }) => type)
  expect(typesFor('sent')).toEqual(['message.sent.v1', 'message.status.v1'])
  expect(typesFor('read')).toEqual(['message.status.v1'])
})

test('a subject that is gone is told nothing of', () => {
  const { occurrences } = toldBy({ name: 'contact.created.v1', data: { contactId: v7() } })
  const facts = { ticket: undefined, contact: undefined, message: undefined, connection: undefined }
  expect(occurrences.map(({ data }) => data(facts))).toEqual([undefined])
  expect(toldBy({ name: 'shop.paid.v1', data: {} }).occurrences).toEqual([])
})
