import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { keysetCursor } from './keyset-cursor.ts'

const cursor = keysetCursor(z.tuple([z.string(), z.uuid()]))

test('a position comes back as it was, whatever its letters, and fits into an address', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.uuid(), (key, id) => {
      const text = cursor.write([key, id])
      expect(text).toMatch(/^[\w-]+$/)
      expect(cursor.read.parse(text)).toEqual([key, id])
    }),
  )
})

test('anything else is a broken rule and no error', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.json().map((json) => Buffer.from(json).toString('base64url')),
      ),
      (text) => {
        expect(cursor.read.safeParse(text).success).toBe(false)
      },
    ),
  )
})
