import { expect, test } from 'vitest'
import { numberFormat } from './number-format.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('S9-112 two to three digits stand behind the comma', () => {
  const { decimal } = numberFormat('pt-BR')
  expect([1234.5, 0.1256, 2, -7.005].map(decimal)).toEqual(['1.234,50', '0,126', '2,00', '-7,005'])
})

test('S9-112 the language decides, except for money', () => {
  expect(numberFormat('en').decimal(1234.5)).toBe('1,234.50')
  expect(['pt-BR', 'en', 'es', 'ru'].map((locale) => plain(numberFormat(locale).money(1234.5)))).toEqual(
    Array.from({ length: 4 }, () => 'R$ 1.234,50'),
  )
  expect(numberFormat('pt-BR').whole(1234)).toBe('1.234')
})
