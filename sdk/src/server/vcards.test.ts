import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCards, writeCards } from './vcards.ts'

describe('people on a vCard', () => {
  test.for([
    [
      'BEGIN:VCARD\nFN:Bia\nORG:Loja Aurora;Vendas\nEMAIL;TYPE=work:bia@x.test\nitem1.EMAIL:mailto:b@y.test\nEND:VCARD',
      {
        name: 'Bia',
        phones: [],
        emails: ['bia@x.test', 'b@y.test'],
        organisation: 'Loja Aurora',
      },
    ],
    [
      'BEGIN:VCARD\nORG:Padaria\\; Bolos\nTEL:1133334444\nEND:VCARD',
      {
        name: 'Padaria; Bolos',
        phones: ['1133334444'],
        organisation: 'Padaria; Bolos',
      },
    ],
    ['BEGIN:VCARD\nFN:Ana\nEMAIL:\nORG:;\nEND:VCARD', { name: 'Ana', phones: [] }],
  ] as const)('%s', ([card, expected]) => {
    expect(readCards(card)).toEqual([expected])
  })

  test('come back as they were written', () => {
    const word = fc
      .string({ unit: fc.constantFrom('a', 'é', ',', ';', '\\', ' '), minLength: 1 })
      .map((words) => `x${words}x`)
    const card = fc.record({
      name: word,
      phones: fc.array(word, { maxLength: 3 }),
      emails: fc.array(word, { minLength: 1, maxLength: 3 }),
      organisation: word,
    })
    fc.assert(
      fc.property(fc.array(card, { minLength: 1, maxLength: 3 }), (cards) => {
        expect(readCards(writeCards(cards))).toEqual(cards)
      }),
    )
  })
})
