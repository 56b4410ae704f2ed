import type { Message } from '@recado/sdk'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { folded, stands } from './folded.ts'
import { saysText, text } from './text.ts'

const asks = (body: string, words: string[], more: object = {}) =>
  saysText(text.input.parse({ words, ...more }), { message: { body } as Message })
const word = fc.stringMatching(/^[a-zà-öа-я0-9]{1,8}$/)

describe('words of a message', () => {
  test.each<[string, string[], object, boolean]>([
    ['Quero a 2ª via do BOLETO!', ['boleto'], {}, true],
    ['Quero a segunda via dos boletos', ['boleto'], {}, false],
    ['Quero a segunda via dos boletos', ['boleto'], { wholeWords: false }, true],
    ['não  consigo\npagar', ['NAO CONSIGO'], {}, true],
    ['preço? urgente', ['preco', 'urgente'], { test: 'all' }, true],
    ['preço?', ['preco', 'urgente'], { test: 'all' }, false],
    ['Cadê???', ['?'], {}, true],
    ['Sim!', ['sim'], { test: 'is' }, true],
    ['Sim, quero', ['sim'], { test: 'is' }, false],
    ['👍', ['👍'], { test: 'is' }, true],
    ['«1»', ['1'], { test: 'is' }, true],
    ['𝒜boleto', ['boleto'], {}, false],
    ['👍boleto👍', ['boleto'], {}, true],
    ['', ['sim'], {}, false],
  ])('%j has %j', (body, words, more, expected) => expect(asks(body, words, more)).toBe(expected))

  test('are nothing where nothing was said', () =>
    expect(saysText(text.input.parse({ words: ['a'] }), { message: null })).toBe(false))

  test('are found between other words, whatever case, accents and white space they have', () => {
    const dressed = (said: string, isUpper: boolean): string => (isUpper ? said.toUpperCase() : said).normalize('NFD')
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 4 }),
        word,
        fc.array(word, { maxLength: 4 }),
        fc.constantFrom(' ', '\n', ', ', ' \t '),
        fc.boolean(),
        (before, wanted, behind, gap, isUpper) => {
          expect(asks([...before, dressed(wanted, isUpper), ...behind].join(gap), [wanted])).toBe(true)
        },
      ),
    )
  })

  test('as whole words are never found inside of one', () => {
    fc.assert(
      fc.property(word, word, word, (before, wanted, behind) => {
        const [one, longer] = [folded(wanted), folded(before + wanted + behind)]
        expect([stands(one, longer, true), stands(one, longer, false)]).toEqual([longer === one, true])
      }),
    )
  })

  test('folding once is enough, and whole words are parts too', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (said) => {
        expect(folded(folded(said))).toBe(folded(said))
      }),
    )
    fc.assert(
      fc.property(fc.string(), fc.string(), (phrase, said) => {
        if (stands(phrase, said, true)) expect(stands(phrase, said, false)).toBe(true)
      }),
    )
  })
})
