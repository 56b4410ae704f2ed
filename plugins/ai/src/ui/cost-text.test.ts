import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moneyText } from './cost-text.ts'

const plain = (locale: string, amount: number, currency: string): string =>
  moneyText(locale, { amount, currency }).replace(/\s/gu, ' ')

test('amounts are written as the reader writes them, in the currency that was entered', () => {
  expect(plain('pt-BR', 1_234.5, 'BRL')).toBe('R$ 1.234,50')
  expect(plain('en', 12.345, 'USD')).toBe('$12.35')
  expect(plain('ru', 3, 'EUR')).toBe('3,00 €')
  expect(plain('es', 7, 'JPY')).toBe('7 JPY')
})

test('what costs less than a cent is not shown as nothing', () => {
  expect(plain('en', 0.000123, 'USD')).toBe('$0.00012')
  expect(plain('en', 0.5, 'USD')).toBe('$0.50')
  expect(plain('en', 0, 'USD')).toBe('$0.00')
  fc.assert(
    fc.property(fc.double({ min: 1e-9, max: 1, noNaN: true }), (amount) => {
      expect(plain('en', amount, 'USD')).toMatch(/[1-9]/)
    }),
  )
})
