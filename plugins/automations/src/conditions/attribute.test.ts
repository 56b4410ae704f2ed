import { enteredValue, type AttributeDefinition, type AttributeValues } from '@recado/sdk'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitsAttribute, ticketAttribute } from './attribute.ts'

type Type = AttributeDefinition['type']
const options = [
  { id: 'gold', label: 'Ouro', isFormer: false },
  { id: 'silver', label: 'Prata', isFormer: false },
]
const of = (type: Type) => ({ type, options: type.startsWith('choice') ? options : [] })
const fits = (type: Type, values: AttributeValues, input: object) =>
  fitsAttribute(ticketAttribute.input.parse({ attribute: 'plan', ...input }), of(type), values)

describe('a value as it is typed', () => {
  test.each<[Type, string, unknown]>([
    ['text', ' sala 3 ', 'sala 3'],
    ['number', '1,5', 1.5],
    ['number', '-2', -2],
    ['number', 'dois', undefined],
    ['date', '29/02/2024', '2024-02-29'],
    ['date', '2024-02-29', '2024-02-29'],
    ['date', '30.02.2024', undefined],
    ['boolean', 'Sim', true],
    ['boolean', 'Нет', false],
    ['boolean', 'talvez', undefined],
    ['choice', 'ouro', 'gold'],
    ['choice', 'gold', 'gold'],
    ['choice', 'bronze', undefined],
    ['choices', 'Ouro, prata', ['gold', 'silver']],
    ['choices', 'Ouro, bronze', undefined],
    ['link', 'https://recado.test', 'https://recado.test'],
    ['text', '  ', undefined],
  ])('of a %s: %j', (type, entered, expected) => expect(enteredValue(of(type), entered)).toEqual(expected))

  test('never throws, and a number is the one that was typed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Type>('text', 'number', 'date', 'boolean', 'choice', 'choices', 'link'),
        fc.string(),
        (type, entered) => {
          enteredValue(of(type), entered)
        },
      ),
    )
    fc.assert(
      fc.property(fc.integer(), (number) => {
        expect(enteredValue(of('number'), String(number))).toBe(number)
      }),
    )
  })
})

describe('an attribute', () => {
  test('is compared by its own kind', () => {
    expect(fits('number', { plan: 10 }, { test: 'from', value: '9,5' })).toBe(true)
    expect(fits('number', { plan: 10 }, { test: 'until', value: '9' })).toBe(false)
    expect(fits('date', { plan: '2026-11-22' }, { test: 'until', value: '22/11/2026' })).toBe(true)
    expect(fits('boolean', { plan: false }, { test: 'is', value: 'não' })).toBe(true)
    expect(fits('choice', { plan: 'gold' }, { test: 'is', value: 'Ouro' })).toBe(true)
    expect(fits('choices', { plan: ['silver', 'gold'] }, { test: 'contains', value: 'ouro' })).toBe(true)
    expect(fits('choices', { plan: ['gold'] }, { test: 'is', value: 'ouro, prata' })).toBe(false)
    expect(fits('text', { plan: 'Plano Ouro' }, { test: 'contains', value: 'ouro' })).toBe(true)
  })
  test('without a value, unknown, or compared with what it cannot hold fits nothing; that it is there asks for no value', () => {
    expect(fits('text', {}, { test: 'contains', value: 'a' })).toBe(false)
    expect(fits('number', { plan: 1 }, { test: 'is', value: 'um' })).toBe(false)
    expect(
      fitsAttribute(ticketAttribute.input.parse({ attribute: 'plan', value: 'a' }), undefined, { plan: 'a' }),
    ).toBe(false)
    expect([fits('text', { plan: 'a' }, { test: 'set' }), fits('text', {}, { test: 'set' })]).toEqual([true, false])
    expect(ticketAttribute.input.safeParse({ attribute: 'plan', test: 'is' }).error?.issues).toMatchObject([
      { path: ['value'] },
    ])
  })
  test('of a number is at once from and until itself alone', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (held, wanted) => {
        const value = String(wanted)
        expect(
          fits('number', { plan: held }, { test: 'from', value }) &&
            fits('number', { plan: held }, { test: 'until', value }),
        ).toBe(held === wanted)
      }),
    )
  })
})
