import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lackingTexts } from './lacking-texts.ts'

describe('what a language lacks of a plugin’s texts', () => {
  it('is what the other says and it does not, in the same groups', () => {
    const english = { title: 'Notes', menu: { open: 'Open', close: 'Close' }, errors: { ERR_A: 'A' } }
    expect(lackingTexts(english, { title: 'Заметки', menu: { open: 'Открыть' } }, 'ru')).toEqual({
      menu: { close: 'Close' },
      errors: { ERR_A: 'A' },
    })
    expect(lackingTexts(english, english, 'ru')).toEqual({})
    expect(lackingTexts(english, {}, 'ru')).toEqual(english)
  })

  it('holds all forms of a text with plurals of which one is missing: the number decides which is read', () => {
    const english = { count_one: '{{count}} note', count_other: '{{count}} notes' }
    expect(lackingTexts(english, { count_one: '1 nota', count_other: '{{count}} notas' }, 'pt-BR')).toEqual(english)
    const complete = { count_one: '1 nota', count_many: '{{count}} de notas', count_other: '{{count}} notas' }
    expect(lackingTexts(english, complete, 'pt-BR')).toEqual({})
    expect(lackingTexts(english, { count: 'Notas' }, 'pt-BR')).toEqual({})
  })

  it('takes no word for said that every object has, and no group for a text', () => {
    expect(lackingTexts({ constructor: 'Maker', toString: { a: 'b' } }, {}, 'es')).toEqual({
      constructor: 'Maker',
      toString: { a: 'b' },
    })
    expect(lackingTexts({ a: { b: 'c' } }, { a: 'text' }, 'es')).toEqual({})
  })

  it('leaves nothing unsaid, whatever the files hold', () => {
    const { texts } = fc.letrec<{ texts: Record<string, unknown>; value: unknown }>((tie) => ({
      texts: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
      value: fc.oneof({ depthSize: 'small' }, fc.string(), tie('texts')),
    }))
    const keysOf = (tree: unknown, at = ''): string[] =>
      typeof tree === 'object' && tree !== null
        ? Object.entries(tree).flatMap(([key, inner]) => keysOf(inner, `${at}.${key}`))
        : [at]
    const has = (tree: unknown, path: string): boolean => {
      let inner: unknown = tree
      for (const key of path.split('.').slice(1)) {
        if (typeof inner === 'string') return true
        if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return false
        inner = (inner as Record<string, unknown>)[key]
      }
      return inner !== undefined
    }
    fc.assert(
      fc.property(texts, texts, (other, own) => {
        const rest = lackingTexts(other, own, 'es')
        for (const path of keysOf(other)) if (path !== '') expect(has(own, path) || has(rest, path)).toBe(true)
      }),
    )
  })
})
