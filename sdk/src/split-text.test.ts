import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitText } from './split-text.ts'

describe('a text that is too long', () => {
  test('is cut into pieces that fit, loses nothing but the breaks it is cut at, and no character is cut', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '\n', '👍', 'é'), maxLength: 200 }),
        fc.integer({ min: 2, max: 40 }),
        (text, limit) => {
          const pieces = splitText(text, limit)
          for (const piece of pieces) {
            expect(piece.length).toBeLessThanOrEqual(limit)
            expect(piece.isWellFormed()).toBe(true)
          }
          const bare = (words: string) => words.replace(/\s/g, '')
          expect(bare(pieces.join(''))).toBe(bare(text))
        },
      ),
    )
  })

  test('may be measured in bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer({ min: 4, max: 60 }), (text, limit) => {
        const pieces = splitText(text, limit, 'bytes')
        for (const piece of pieces) expect(new TextEncoder().encode(piece).length).toBeLessThanOrEqual(limit)
        const bare = (words: string) => words.replace(/\s/g, '')
        expect(bare(pieces.join(''))).toBe(bare(text))
      }),
    )
    expect(splitText('ação e reação', 8, 'bytes')).toEqual(['ação e', 'reação'])
  })

  test('is cut between lines first, then between words', () => {
    expect(splitText('primeira linha\nsegunda linha', 20)).toEqual(['primeira linha', 'segunda linha'])
    expect(splitText('uma frase que nao cabe', 12)).toEqual(['uma frase', 'que nao cabe'])
  })
})
