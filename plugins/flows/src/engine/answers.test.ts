import * as fc from 'fast-check'
import { cnpj, cpf } from 'cpf-cnpj-validator'
import { describe, expect, it } from 'vitest'
import { Validation } from '../graph/graph.ts'
import { accepted, isSo } from './answers.ts'
import { filledBody } from './filling.ts'
import { valueAt } from './json-path.ts'

const said = (text: string) => ({ text, choice: null, hasFile: false })
const kept = (validation: object, text: string) => accepted(Validation.parse(validation), said(text))

describe('an answer', () => {
  it.each([
    ['email', ' Ana@Loja.com.br ', 'ana@loja.com.br'],
    ['email', 'ana@loja', undefined],
    ['number', '1.234,5', '1234.5'],
    ['number', '1,234.5', '1234.5'],
    ['number', '12,5', '12.5'],
    ['number', 'doze', undefined],
    ['date', '31/12/2026', '2026-12-31'],
    ['date', '2026-02-29', undefined],
    ['date', '29.02.2028', '2028-02-29'],
    ['cpf', '529.982.247-25', '529.982.247-25'],
    ['cpf', '529.982.247-26', undefined],
    ['cnpj', '11222333000181', '11.222.333/0001-81'],
    ['phone', '(11) 98765-4321', '+5511987654321'],
    ['phone', '12', undefined],
    ['any', '', undefined],
  ])('as %s: %s is %s', (kind, text, value) => {
    expect(kept({ kind }, text)).toBe(value)
  })
  it('is within its range', () => {
    expect([1, 2, 9, 10].map((n) => kept({ kind: 'number', min: 2, max: 9 }, String(n)))).toEqual([
      undefined,
      '2',
      '9',
      undefined,
    ])
  })
  it('is what an expression describes, in time that grows with the text alone', () => {
    expect(kept({ kind: 'pattern', pattern: '[A-Z]{3}\\d{4}' }, 'ABC1234')).toBe('ABC1234')
    const start = performance.now()
    expect(kept({ kind: 'pattern', pattern: '(a+)+$' }, `${'a'.repeat(3_000)}!`)).toBeUndefined()
    expect(performance.now() - start).toBeLessThan(2_000)
  })
  it('of a number of people is that number', () => {
    fc.assert(
      fc.property(fc.integer(), (number) => {
        expect(kept({ kind: 'number' }, String(number))).toBe(String(number))
        expect(kept({ kind: 'number' }, number.toLocaleString('pt-BR'))).toBe(String(number))
      }),
    )
  })
  it('is taken again as it was kept', () => {
    const samples = fc.constantFrom(
      ...(['email', 'number', 'date', 'cpf', 'cnpj', 'phone'] as const).map(
        (kind) =>
          [
            kind,
            {
              email: 'a@b.co',
              number: '-1,5',
              date: '1/2/2030',
              cpf: cpf.generate(),
              cnpj: cnpj.generate(),
              phone: '11987654321',
            }[kind],
          ] as const,
      ),
    )
    fc.assert(
      fc.property(samples, ([kind, text]) => {
        const first = kept({ kind }, text)!
        expect(kept({ kind }, first)).toBe(first)
      }),
    )
  })
})

it('compares numbers as numbers and words as words', () => {
  expect(isSo({ is: 'greater' }, '10', '9')).toBe(true)
  expect(isSo({ is: 'equals' }, 'São Paulo', ' sao paulo')).toBe(true)
  expect(isSo({ is: 'less' }, 'abacate', 'banana')).toBe(true)
  expect(isSo({ is: 'empty' }, ' ', '')).toBe(true)
})

it('a body of JSON keeps its form whatever a customer writes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      expect(JSON.parse(filledBody('{"a":["{{x}}",1],"b":"-{{x}}-"}', { x: value }, ''))).toEqual({
        a: [value, 1],
        b: `-${value}-`,
      })
    }),
  )
})

it('a path of an answer reaches what is in it and nothing else', () => {
  expect(valueAt({ a: [{ b: 1.5 }] }, 'a.0.b')).toBe('1.5')
  expect(valueAt({ a: { c: true } }, 'a')).toBe('{"c":true}')
  expect(['__proto__', 'constructor.name', 'a.length', ''].map((path) => valueAt({ a: null }, path))).toEqual([
    '',
    '',
    '',
    '{"a":null}',
  ])
})
