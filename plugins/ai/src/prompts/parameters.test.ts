import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filledAddress } from '../agent/functions/call-address.ts'
import { FunctionParameter, parameterTypes, readArguments, sampleOf, schemaOf } from './parameters.ts'
import { hostOf } from './prompt-function.ts'

const parameter = (more: Partial<FunctionParameter>): FunctionParameter =>
  FunctionParameter.parse({ name: 'order', description: 'Pedido.', ...more })

const anyParameter = fc
  .record({
    type: fc.constantFrom(...parameterTypes),
    limits: fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 })),
    isRequired: fc.boolean(),
  })
  .map(({ type, limits, isRequired }) =>
    parameter({
      type,
      isRequired,
      min: Math.min(...limits),
      max: Math.max(...limits),
      options: type === 'choice' ? ['a', 'b'] : [],
    }),
  )

describe('arguments', () => {
  it('that fit are kept as they are, and a sample of each parameter fits', () => {
    fc.assert(
      fc.property(anyParameter, (one) => {
        const order = sampleOf(one)
        fc.pre(one.type !== 'text' || one.max! >= 1)
        expect(readArguments([one], { order })).toEqual({ values: { order } })
      }),
    )
  })

  it('of any shape are read or refused and never thrown at, and nothing undeclared passes', () => {
    fc.assert(
      fc.property(anyParameter, fc.dictionary(fc.string(), fc.jsonValue()), (one, given) => {
        const read = readArguments([one], given)
        if ('problems' in read) expect(read.problems.length).toBeGreaterThan(0)
        else for (const name of Object.keys(read.values)) expect(name).toBe('order')
      }),
    )
  })

  it.each([
    ['a text with a variable', { type: 'text' }, '{{name}}'],
    ['a text that is too long', { type: 'text', max: 3 }, 'abcd'],
    ['a number as a text', { type: 'number' }, '3'],
    ['a fraction for a whole number', { type: 'whole' }, 1.5],
    ['a number beyond its limit', { type: 'number', max: 10 }, 11],
    ['no number', { type: 'number' }, Number.NaN],
    ['a day that no calendar has', { type: 'date' }, '2026-02-30'],
    ['an option that is not there', { type: 'choice', options: ['P', 'M'] }, 'G'],
    ['a word for yes', { type: 'yesNo' }, 'sim'],
    ['nothing', { type: 'text' }, null],
  ] as const)('are refused: %s', (_what, one, order) => {
    expect(readArguments([parameter(one as Partial<FunctionParameter>)], { order })).toHaveProperty('problems')
  })

  it('may be absent where they are optional', () => {
    expect(readArguments([parameter({ isRequired: false })], {})).toEqual({ values: {} })
    expect(readArguments([parameter({ isRequired: false })], { order: null })).toEqual({ values: {} })
  })
})

it('a schema has types, limits, descriptions and what is required', () => {
  expect(
    schemaOf([
      parameter({ min: 4, max: 6 }),
      parameter({ name: 'units', type: 'whole', min: 1, max: 3, isRequired: false }),
    ]),
  ).toEqual({
    type: 'object',
    properties: {
      order: { type: 'string', description: 'Pedido.', minLength: 4, maxLength: 6 },
      units: { type: 'integer', description: 'Pedido.', minimum: 1, maximum: 3 },
    },
    required: ['order'],
    additionalProperties: false,
  })
})

describe('an address', () => {
  const about = { ticketId: 't', protocol: 'p', contactId: 'c', contactNumber: '+5511999990000' }
  const url = 'https://api.loja.example/pedidos/{{order}}/itens?de={{contact_number}}'

  it('stays at its host and in its folder whatever a value is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('.', '..', '%2e%2e', '../..', '//x', '?a', '#b')), (order) => {
        let address
        try {
          address = filledAddress({ url }, [parameter({})], { order }, about)
        } catch (error) {
          // Half of a character cannot be written in an address.
          expect(error).toBeInstanceOf(URIError)
          return
        }
        if (address === undefined) return
        const { host, pathname, searchParams, hash } = new URL(address)
        expect(host).toBe('api.loja.example')
        expect(pathname.split('/')).toHaveLength(4)
        expect([...searchParams.keys()]).toEqual(['de'])
        expect([searchParams.get('de'), hash]).toEqual(['+5511999990000', ''])
      }),
    )
  })

  it.each(['https://{{order}}.example/', 'https://a@b.example/', 'ftp://a.example', 'javascript:alert(1)', ''])(
    'is none with a host that is not written: %s',
    (wrong) => expect(hostOf(wrong)).toBeUndefined(),
  )
})
