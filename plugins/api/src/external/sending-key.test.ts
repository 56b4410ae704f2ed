import fc from 'fast-check'
import { expect, test } from 'vitest'
import { configurationOfKey, sendingKey } from './sending-key.ts'

test('a key tells whose message it is, fits into 64 characters and is the same for what is repeated', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.string(), fc.string(), (id, repeat, other) => {
      const key = sendingKey(id, repeat)
      expect(configurationOfKey(key)).toBe(id)
      expect(key.length).toBeLessThanOrEqual(64)
      expect(sendingKey(id, repeat) === sendingKey(id, other)).toBe(repeat === other)
    }),
  )
})

test.each(['', 'api-', 'api-123', 'flow-0190a0b0c0d07000800000000000000f-000000000000000000000000'])(
  'what no program sent is nobody’s: %j',
  (key) => {
    expect(configurationOfKey(key)).toBeUndefined()
  },
)
