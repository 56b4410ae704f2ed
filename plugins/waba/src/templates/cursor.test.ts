import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from './cursor.ts'

test('a cursor comes back as it was, whatever a draft is called, and fits into an address', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({ maxLength: 10 }),
      fc.uuid(),
      (name, language, id) => {
        const text = encodeCursor({ name, language, id })
        expect(text).toMatch(/^[\w-]+$/)
        expect(decodeCursor(text)).toEqual({ name, language, id })
      },
    ),
  )
})

test('anything else is no cursor and no error', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json().map((json) => Buffer.from(json).toString('base64url')),
      ),
      (text) => {
        expect(decodeCursor(text)).toBeUndefined()
      },
    ),
  )
})
