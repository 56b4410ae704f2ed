import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inkOn } from './ink.ts'
import { chooseLocale, reasonFor, wordsOf, type WordKey } from './words.ts'
import en from './words/en.json' with { type: 'json' }
import es from './words/es.json' with { type: 'json' }
import pt from './words/pt-BR.json' with { type: 'json' }
import ru from './words/ru.json' with { type: 'json' }

describe('words', () => {
  test('every language has every word, with the same places to fill', () => {
    const places = (text: string) => text.match(/\{\{\w+\}\}/g) ?? []
    for (const other of [en, es, ru]) {
      expect(Object.keys(other)).toEqual(Object.keys(pt))
      for (const key of Object.keys(pt) as WordKey[]) expect([key, places(other[key])]).toEqual([key, places(pt[key])])
    }
  })

  test('the visitor’s language is found by its family; unknown ones read English', () => {
    expect([['pt-PT'], ['PT'], ['de', 'es-419'], ['ru-RU'], ['ja'], [], ['']].map(chooseLocale)).toEqual([
      'pt-BR',
      'pt-BR',
      'es',
      'ru',
      'en',
      'en',
      'en',
    ])
  })

  test('a refusal without a sentence of its own gets the general one', () => {
    const words = wordsOf('en')
    expect(reasonFor(words, 'ERR_FILE_TYPE')).toBe(en.ERR_FILE_TYPE)
    expect([undefined, 'ERR_SOMETHING', 'title', '__proto__'].map((code) => reasonFor(words, code))).toEqual([
      en.failed,
      en.failed,
      en.failed,
      en.failed,
    ])
  })
})

test('black or white reads on every colour with at least 4.5 to 1', () => {
  const luminance = (hex: string) =>
    [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((value) => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index]!, 0)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const hex = `#${value.toString(16).padStart(6, '0')}`
      const [dark, light] = [luminance(hex), luminance(inkOn(hex))].sort((a, b) => a - b)
      expect((light! + 0.05) / (dark! + 0.05)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})
