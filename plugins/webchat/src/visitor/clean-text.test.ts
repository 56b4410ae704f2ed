import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanLine, cleanMessage } from './clean-text.ts'

test('a line has no controls, no line ends and no turned direction, and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const line = cleanLine(text)
      expect(line).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
      expect(cleanLine(line)).toBe(line)
    }),
  )
})

test('a message keeps its lines and everything in them', () => {
  expect(cleanMessage('  um\r\ndois\rtrês\n ')).toBe('um\ndois\ntrês')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(cleanMessage(text).replace(/\s/gu, '')).toBe(text.replace(/\s/gu, ''))
    }),
  )
})
