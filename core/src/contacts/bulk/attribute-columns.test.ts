import { attributeTypes, locales, type AttributeOption, type AttributeValue, type Locale } from '@recado/contracts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attributeOf, namesFormer, readAttribute, writeAttribute, type AttributeColumn } from './attribute-columns.ts'
import { attributeHeadings, guessMapping } from './header-guess.ts'

const plan: AttributeColumn = {
  key: 'plano',
  label: 'Plano',
  type: 'choice',
  options: [
    { id: 'ouro', label: 'Ouro', isFormer: false },
    { id: 'prata', label: 'Prata', isFormer: false },
    { id: 'bronze', label: 'Bronze', isFormer: true },
  ],
}
const of = (type: AttributeColumn['type'], text: string) => {
  const read = readAttribute({ ...plan, type }, text)
  return 'value' in read ? read.value : read.problem
}

describe('an attribute in a table', () => {
  it.each<[AttributeColumn['type'], string, AttributeValue]>([
    ['number', '3,5', 3.5],
    ['number', '-2', -2],
    ['number', '1.234,5', 'attributeNumber'],
    ['number', 'três', 'attributeNumber'],
    ['date', '9/3/2026', '2026-03-09'],
    ['date', '31/02/2026', 'attributeDay'],
    ['boolean', 'SIM', true],
    ['boolean', 'não', false],
    ['boolean', 'нет', false],
    ['boolean', 'talvez', 'attributeYesNo'],
    ['link', 'exemplo.com', 'https://exemplo.com'],
    ['link', 'javascript:alert(1)', 'attributeLink'],
    ['choice', 'OURO', 'ouro'],
    ['choice', 'Diamante', 'attributeOption'],
    ['choices', 'Prata; ouro', ['prata', 'ouro']],
    ['choices', 'Prata, Ouro', ['prata', 'ouro']],
    ['choices', 'Prata; Diamante', 'attributeOption'],
    ['text', 'x'.repeat(1_001), 'attributeTooLong'],
  ])('as %s: %s', (type, text, expected) => expect(of(type, text)).toEqual(expected))

  it('gives a former option to nobody who has it not', () => {
    expect([
      namesFormer(plan, 'bronze', undefined),
      namesFormer(plan, 'bronze', 'bronze'),
      namesFormer(plan, ['ouro', 'bronze'], ['bronze']),
      namesFormer(plan, 'ouro', undefined),
    ]).toEqual([true, false, false, false])
  })

  const label = fc
    .string({ unit: fc.constantFrom('a', 'A', 'á', ';', ',', '|', ' ', '1', 'Я'), minLength: 1, maxLength: 5 })
    .map((text) => text.trim() || 'x')
  const options = fc
    .uniqueArray(label, { minLength: 1, maxLength: 5 })
    .map((labels): AttributeOption[] =>
      labels.map((one, index) => ({ id: `option_${index}`, label: one, isFormer: index === 3 })),
    )
  const value = ({ type, options: some }: AttributeColumn): fc.Arbitrary<AttributeValue> => {
    const ids = some.map(({ id }) => id)
    switch (type) {
      case 'text':
        return fc.string({ minLength: 1, maxLength: 20 }).map((text) => text.trim() || 'x')
      case 'number':
        return fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number))
      case 'date':
        return fc
          .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
          .map((day) => day.toISOString().slice(0, 10))
      case 'boolean':
        return fc.boolean()
      case 'link':
        return fc.webUrl({ validSchemes: ['https'] }).filter((url) => 'value' in readAttribute({ ...plan, type }, url))
      case 'choice':
        return fc.constantFrom(...ids)
      case 'choices':
        return fc.subarray(ids, { minLength: 1 }).map((chosen) => [...chosen])
    }
  }
  it('is read back as it was written, in every language', () => {
    const column = fc
      .record({ type: fc.constantFrom(...attributeTypes), options })
      .map((one): AttributeColumn => ({ key: 'k', label: 'K', ...one }))
    fc.assert(
      fc.property(
        column.chain((one) => fc.tuple(fc.constant(one), value(one))),
        fc.constantFrom<Locale>(...locales),
        ([one, given], locale) => {
          expect(readAttribute(one, writeAttribute(one, given, locale))).toEqual({ value: given })
        },
      ),
      { numRuns: 200 },
    )
  })

  it('is known again by its heading, whatever it is called', () => {
    const labels = fc.constantFrom(
      'Plano',
      'plano',
      'Nome',
      'Categoria',
      'CPF',
      'Cliente',
      'Data de adesão',
      'vidas',
      'k1',
      '***',
      'Etiquetas',
    )
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.record({ key: fc.constantFrom('plano', 'nome', 'k1', 'k2', 'vidas', 'data_de_adesao'), label: labels }),
          { selector: ({ key }) => key, maxLength: 6 },
        ),
        (defined) => {
          const attributes = defined.map((one): AttributeColumn => ({ ...one, type: 'text', options: [] }))
          const mapping = guessMapping(['Nome', 'Número', ...attributeHeadings(attributes), 'Plano', 'k9'], attributes)
          expect(mapping.slice(0, 2)).toEqual(['name', 'number'])
          expect(mapping.slice(2, 2 + attributes.length).map(attributeOf)).toEqual(attributes.map(({ key }) => key))
        },
      ),
    )
  })
})
