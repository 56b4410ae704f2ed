import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readKept, ThreadMessage, writeKept } from './data.ts'

test('what is kept comes back', () => {
  fc.assert(
    fc.property(
      fc.record({
        token: fc.string({ maxLength: 200 }),
        outgoing: fc.array(
          fc.record({ id: fc.uuid(), text: fc.string(), at: fc.constant('2026-01-01T00:00:00.000Z') }),
          { maxLength: 5 },
        ),
      }),
      (kept) => {
        expect(readKept(writeKept(kept))).toEqual(kept)
      },
    ),
  )
})

test('what does not fit loses the newest messages, never the session', () => {
  const outgoing = Array.from({ length: 20 }, (_, index) => ({ id: String(index), text: 'x'.repeat(9_000), at: '' }))
  const state = writeKept({ token: 't', outgoing })
  expect(state.length).toBeLessThanOrEqual(60_000)
  expect(readKept(state)).toEqual({ token: 't', outgoing: outgoing.slice(0, 6) })
})

test('a message of a newer server is read, whatever else it says', () => {
  const message = { id: '1', position: '1', from: 'agent', author: 'Ana', picture: null, at: '', text: 'Oi', files: [] }
  expect(ThreadMessage({ ...message, removed: false, mood: 'good' })).toBe(true)
  expect(ThreadMessage(message)).toBe(false)
})

test('anything else begins anew', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.constant(undefined)), (state) => {
      expect(readKept(state)).toEqual({ outgoing: [] })
    }),
  )
})
