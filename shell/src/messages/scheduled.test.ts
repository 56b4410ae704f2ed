import { expect, it } from 'vitest'
import type { ScheduledMessage } from '../contracts.ts'
import { sampleId, sampleTime } from '../testing/samples.ts'
import { dropScheduled, placeScheduled } from './scheduled.ts'

const planned = (n: number, change: Partial<ScheduledMessage> = {}): ScheduledMessage => ({
  id: sampleId(n), ticketId: sampleId(100), userId: sampleId(1), username: 'Ana', body: `Texto ${n}`, parts: [], media: [], status: 'pending', scheduleDate: sampleTime(n), failure: null, idFront: null, createdAt: sampleTime(0), ...change,
})

it('S4-116 what is pending is added in the order of its time, and S4-117 removed when its status changes', () => {
  const list = [planned(3), planned(1), planned(2)].reduce(placeScheduled, { messages: [] })
  expect(list.messages.map(({ id }) => id)).toEqual([sampleId(1), sampleId(2), sampleId(3)])
  expect(placeScheduled(list, planned(1, { scheduleDate: sampleTime(9) })).messages.map(({ id }) => id)).toEqual([sampleId(2), sampleId(3), sampleId(1)])
  expect(placeScheduled(list, planned(2, { status: 'canceled' })).messages).toHaveLength(2)
  expect(placeScheduled(list, planned(2, { status: 'sent' })).messages).toHaveLength(2)
  expect(dropScheduled(list, sampleId(3)).messages).toHaveLength(2)
  expect(dropScheduled(list, sampleId(8))).toBe(list)
})

it('what could not be sent stays until somebody has looked after it', () => {
  const list = placeScheduled({ messages: [] }, planned(1, { status: 'failed', failure: { code: 'ERR_CREATING_MESSAGE' } }))
  expect(list.messages).toHaveLength(1)
})
