import { expect, it } from 'vitest'
import type { Part, ScheduledMessage } from '../../base/contracts.ts'
import { sampleId, sampleTime } from '../../testing/samples.ts'
import { dropScheduled, placeScheduled, saidIn, wordsOf } from './scheduled.ts'

const planned = (n: number, change: Partial<ScheduledMessage> = {}): ScheduledMessage => ({
  id: sampleId(n),
  ticketId: sampleId(100),
  userId: sampleId(1),
  username: 'Ana',
  body: `Texto ${n}`,
  parts: [],
  media: [],
  status: 'pending',
  scheduleDate: sampleTime(n),
  failure: null,
  idFront: null,
  createdAt: sampleTime(0),
  ...change,
})

it('S4-116 what is pending is added in the order of its time, and S4-117 removed when its status changes', () => {
  const list = [planned(3), planned(1), planned(2)].reduce(placeScheduled, { messages: [] })
  expect(list.messages.map(({ id }) => id)).toEqual([sampleId(1), sampleId(2), sampleId(3)])
  expect(placeScheduled(list, planned(1, { scheduleDate: sampleTime(9) })).messages.map(({ id }) => id)).toEqual([
    sampleId(2),
    sampleId(3),
    sampleId(1),
  ])
  expect(placeScheduled(list, planned(2, { status: 'canceled' })).messages).toHaveLength(2)
  expect(placeScheduled(list, planned(2, { status: 'sent' })).messages).toHaveLength(2)
  expect(dropScheduled(list, sampleId(3)).messages).toHaveLength(2)
  expect(dropScheduled(list, sampleId(8))).toBe(list)
})

it('what could not be sent stays until somebody has looked after it', () => {
  const list = placeScheduled(
    { messages: [] },
    planned(1, { status: 'failed', failure: { code: 'ERR_CREATING_MESSAGE' } }),
  )
  expect(list.messages).toHaveLength(1)
})

it('the name of a file is no word of it: what is offered to be changed is what its author wrote', () => {
  const file = (n: number, caption?: string): Part => ({
    kind: 'media',
    as: 'document',
    media: sampleId(n),
    mime: 'application/pdf',
    name: `${n}.pdf`,
    ...(caption !== undefined && { caption }),
  })
  const media = [
    { id: sampleId(1), url: '/media/1', mime: 'application/pdf', name: '1.pdf', bytes: 1 },
  ] as ScheduledMessage['media']
  const silent = planned(1, { body: '1.pdf', parts: [file(1)], media })
  const captioned = planned(1, { body: 'Segue\n2.pdf', parts: [file(1, 'Segue'), file(2)], media })
  const text = planned(1, {
    body: 'Segue\n1.pdf',
    parts: [{ kind: 'text', text: 'Segue', format: 'plain' }, file(1)],
    media,
  })
  expect([silent, captioned, text].map((message) => [wordsOf(message), saidIn(message)])).toEqual([
    ['', ''],
    ['Segue', 'Segue'],
    ['Segue', 'Segue'],
  ])
})
