import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eventsOf } from './webhook.ts'

it('reads anything without failing', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => void eventsOf(value, { channel: 'olx' })))
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (contents, visitor) => {
      const message = { id: '1', from: 'ana', contents, visitor }
      expect(eventsOf({ type: 'MESSAGE', message }, { channel: 'olx' })).toHaveLength(1)
    }),
  )
})

it('tells people of one channel from those of another, and knows a phone where there is one', () => {
  const message = { type: 'MESSAGE', message: { id: '1', from: '5511999990000', contents: [] } }
  expect(eventsOf(message, { channel: 'olx' })).toMatchObject([{ chat: 'olx/5511999990000' }])
  expect(eventsOf(message, { channel: 'sms' })).toMatchObject([{ sender: { phone: '+5511999990000' } }])
})
