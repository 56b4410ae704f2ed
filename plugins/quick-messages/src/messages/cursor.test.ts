import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from './cursor.ts'

test('a cursor comes back as it was, whatever the letters of the key, and fits into an address', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), fc.uuid(), (key, id) => {
    const text = encodeCursor({ key, id })
    expect(text).toMatch(/^[\w-]+$/)
    expect(decodeCursor(text)).toEqual({ key, id })
  }))
})

test('anything else is no cursor and no error', () => {
  fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json().map((json) => Buffer.from(json).toString('base64url'))), (text) => { expect(decodeCursor(text)).toBeUndefined() }))
})
