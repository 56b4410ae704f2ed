import { cnpj, cpf } from 'cpf-cnpj-validator'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brazilianDocument } from './brazilian-document.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
const withDigits = (base: string, digitOf: (digits: string) => number): string => {
  const first = base + String(digitOf(base))
  return first + String(digitOf(first))
}
const cpfs = digits(9)
  .map((base) => withDigits(base, cpf.verifierDigit))
  .filter((text) => !/^(\d)\1+$/.test(text))
const cnpjs = fc
  .stringMatching(/^[0-9A-Z]{12}$/)
  .map((base) => withDigits(base, cnpj.verifierDigit))
  .filter((text) => !/^(.)\1+$/.test(text.slice(0, 12)))

test('S5-012 every CPF and CNPJ counts, with its mask and without, with letters too', () => {
  fc.assert(
    fc.property(fc.oneof(cpfs, cnpjs), (document) => {
      expect(brazilianDocument(document)).toBe(document)
      const masked = document.length === 11 ? cpf.format(document) : cnpj.format(document)
      expect(brazilianDocument(` ${masked} `)).toBe(document)
      expect(brazilianDocument(masked.toLowerCase())).toBe(document)
    }),
  )
})

test('S5-012 one wrong check digit is noticed', () => {
  fc.assert(
    fc.property(
      fc.oneof(cpfs, cnpjs),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom(1, 2),
      (document, by, fromEnd) => {
        const at = document.length - fromEnd
        const wrong = document.slice(0, at) + String((Number(document[at]) + by) % 10) + document.slice(at + 1)
        expect(brazilianDocument(wrong)).toBeUndefined()
      },
    ),
  )
})

test('S5-012 anything else is no document', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const read = brazilianDocument(text)
      if (read !== undefined) expect(read).toMatch(/^(\d{11}|[0-9A-Z]{12}\d{2})$/)
    }),
  )
  for (const text of [
    '',
    '111.111.111-11',
    '00000000000000',
    '529982247',
    '529.982.247-25x',
    '12ABC34501DEXY',
    '５２９９８２２４７２５',
  ])
    expect(brazilianDocument(text), text).toBeUndefined()
  // The example of the tax office for CNPJs with letters.
  expect(brazilianDocument('12.ABC.345/01DE-35')).toBe('12ABC34501DE35')
})
