import { wordsOfMarkup } from '@recado/sdk'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { markedText } from './marked-text.ts'

const kinds = ['bold', 'italic', 'strikethrough', 'code', 'blockquote', 'mention', 'underline'] as const
const marked = (text: string, ...entities: readonly object[]): string => {
  const part = markedText(text, entities)
  return part.kind === 'text' ? part.text : ''
}

describe('a text with entities', () => {
  test.for<[string, string, object[], string]>([
    ['bold', 'muito bom', [{ type: 'bold', offset: 0, length: 5 }], '**muito** bom'],
    [
      'one within the other',
      'ab',
      [
        { type: 'bold', offset: 0, length: 2 },
        { type: 'code', offset: 0, length: 2 },
      ],
      '**`ab`**',
    ],
    ['with spaces at its ends', 'a b c', [{ type: 'italic', offset: 1, length: 3 }], 'a _b_ c'],
    ['over two lines', 'a\nb', [{ type: 'bold', offset: 0, length: 3 }], '**a**\n**b**'],
    ['a quote', 'a\nb\nc', [{ type: 'blockquote', offset: 0, length: 3 }], '> a\n> b\nc'],
    ['a block of code', 'x = 1', [{ type: 'pre', offset: 0, length: 5 }], '```\nx = 1\n```'],
    ['italic within a word, which has no mark', 'abcd', [{ type: 'italic', offset: 1, length: 2 }], 'abcd'],
    ['beyond its end', 'ab', [{ type: 'bold', offset: 0, length: 9 }], 'ab'],
    ['of no kind that has a mark', '@ana', [{ type: 'mention', offset: 0, length: 4 }], '@ana'],
  ])('%s', ([, text, entities, expected]) => {
    expect(marked(text, ...entities)).toBe(expected)
  })

  test('keeps every word in its place, whatever is marked', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'é', '👋', ' ', '\n'), maxLength: 30 }),
        fc.array(
          fc.record({ type: fc.constantFrom(...kinds), offset: fc.nat(40), length: fc.integer({ min: 1, max: 20 }) }),
          {
            maxLength: 4,
          },
        ),
        (text, entities) => {
          const letters = (written: string) => written.replace(/[^aé]/g, '')
          expect(letters(wordsOfMarkup(marked(text, ...entities)))).toBe(letters(text))
        },
      ),
    )
  })
})
