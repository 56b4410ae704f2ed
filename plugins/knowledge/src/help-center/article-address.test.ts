import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressOf, idsAt, slugOf } from './article-address.ts'

test.each([
  ['Trocas e devoluções', 'trocas-e-devolucoes'],
  ['  Como pago? (Pix, cartão…)  ', 'como-pago-pix-cartao'],
  ['Возврат товара', 'возврат-товара'],
  ['???', ''],
  [`${'palavra '.repeat(20)}`, 'palavra-'.repeat(10).slice(0, -1)],
  ['a'.repeat(200), 'a'.repeat(80)],
])('the slug of %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

test('an address leads back to its article, whatever the title becomes', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.string({ unit: 'grapheme' }), fc.string(), (id, title, other) => {
      for (const address of [addressOf({ id, title }), addressOf({ id, title: other })]) {
        const [first, last] = idsAt(address)!
        expect(first <= id && id <= last).toBe(true)
        expect(address).not.toMatch(/[/?#%\s]/)
      }
    }),
  )
})

test('what is no address means no article', () => {
  for (const wrong of ['', 'trocas-', 'zzzzzzzzzzzzz', 'trocas-ABC', 'a'.repeat(14), '../x.'])
    expect(idsAt(wrong)).toBeUndefined()
})
