import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadEmojis } from './emoji-data.ts'
import { emojiSearch } from './matching.ts'

const portuguese = await loadEmojis('pt-BR')
const english = await loadEmojis('en')
const russian = await loadEmojis('ru')
const searches = new Map([portuguese, english, russian].map((emojis) => [emojis, emojiSearch(emojis)]))
const found = (emojis: typeof portuguese, typed: string, most = 20) =>
  searches.get(emojis)!(typed, most).map(({ emoji }) => emoji)

describe('emojis by name', () => {
  it('are found in the language in use, by name and by what they stand for', () => {
    expect(found(portuguese, 'coração vermelho')[0]).toBe('❤️')
    expect(found(portuguese, 'joia')).toContain('👍️')
    expect(found(english, 'thumbs up')[0]).toBe('👍️')
    expect(found(russian, 'сердце')).toContain('❤️')
  })
  it('are found without accents, in any case, and with signs between the words', () => {
    expect(found(portuguese, 'CORACAO_vermelho')[0]).toBe('❤️')
    expect(found(english, 'Thumbs-Up')[0]).toBe('👍️')
  })
  it('come with the whole name first, and then with names that begin so', () => {
    const cats = emojiSearch(english)('cat', 50)
    expect(cats[0]!.label).toBe('cat')
    expect(cats.map(({ label }) => label)).toContain('cat face')
  })
  it('are none for nothing and for words that are no name', () => {
    expect(found(portuguese, '')).toEqual([])
    expect(found(portuguese, ' _- ')).toEqual([])
    expect(found(english, 'qqqq')).toEqual([])
  })
  it('whatever is typed, each comes once, and no more than asked for', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom('a', 'face', 'hand')),
        fc.integer({ min: 1, max: 30 }),
        (typed, most) => {
          const matched = found(english, typed, most)
          expect(matched.length).toBeLessThanOrEqual(most)
          expect(new Set(matched).size).toBe(matched.length)
          expect(found(english, typed, most + 1).slice(0, most)).toEqual(matched)
        },
      ),
    )
  })
  it('every beginning of a name finds its emoji', () => {
    fc.assert(
      fc.property(fc.constantFrom(...english.slice(0, 400)), fc.nat(), ({ emoji, label }, cut) => {
        const typed = label.slice(0, 1 + (cut % label.length))
        if (!/[\p{L}\p{N}]/u.test(typed)) return
        expect(found(english, typed, english.length)).toContain(emoji)
      }),
    )
  })
})

describe('the names', () => {
  it('are of emojis and not of the parts they are made of, with five skin tones or none', () => {
    expect(portuguese.every(({ category }) => category !== 2)).toBe(true)
    for (const { skins } of portuguese) expect(Object.keys(skins ?? {})).toHaveLength(skins ? 5 : 0)
    expect(portuguese.find(({ label }) => label === 'mão acenando')?.skins?.dark).toBe('👋🏿')
  })
  it('are of the same emojis in every language', () => {
    expect(portuguese.map(({ emoji }) => emoji).toSorted()).toEqual(english.map(({ emoji }) => emoji).toSorted())
    expect(russian).toHaveLength(english.length)
  })
})
