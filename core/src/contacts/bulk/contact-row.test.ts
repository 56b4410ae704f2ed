import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readContactRow } from './contact-row.ts'
import { canonicalPhone } from '../phone.ts'
import { internationalPhone } from './international-phone.ts'

const areaCodes = ['11', '19', '21', '27', '31', '34', '41', '44', '48', '51', '54', '61', '65', '71', '81', '91', '98']

const table = {
  columns: ['Nome', 'Número', 'E-mail', 'Etiquetas', 'Empresa'],
  mapping: ['name', 'number', 'email', 'tags', 'extra'] as const,
  countryCode: '55',
  attributes: new Map(),
  tags: new Map([
    ['vip', 'id-of-vip'],
    ['nova', 'id-of-nova'],
  ]),
  users: new Map([['ana@loja.test', 'id-of-ana']]),
  today: '2026-11-22',
}
const read = (...cells: string[]) => readContactRow(cells, table)
const problems = (...cells: string[]) =>
  (read(...cells) as { problems?: { column: number | null; problem: string }[] }).problems?.map(
    ({ column, problem }) => `${column} ${problem}`,
  )

describe('a row of an import', () => {
  it('is a contact', () => {
    expect(read(' Ana Prado ', '(11) 8765-4321', 'Ana@Exemplo.com', 'VIP; nova, vip', 'Padaria')).toEqual({
      contact: {
        name: 'Ana Prado',
        number: '+5511987654321',
        email: 'ana@exemplo.com',
        extra: [{ description: 'Empresa', info: 'Padaria' }],
        details: {},
        attributes: {},
        tags: ['id-of-vip', 'id-of-nova'],
        wallets: [],
      },
    })
    expect(read('Ana', '', 'ana@exemplo.com')).toMatchObject({
      contact: { number: null, email: 'ana@exemplo.com', extra: [] },
    })
  })

  it('has its texts as they stand, an apostrophe before a sign included, and numbers without a spreadsheet’s mark of text', () => {
    expect(read("'=Ana", "'+5511987654321", '', '', "'-5")).toMatchObject({
      contact: { name: "'=Ana", number: '+5511987654321', extra: [{ description: 'Empresa', info: "'-5" }] },
    })
  })

  it('has details by the rules of the form, days and words as people write them, and users by their address', () => {
    const details = {
      ...table,
      columns: ['Nome', 'Número', 'Empresa', 'CPF', 'Aniversário', 'Gênero', 'Carteiras'],
      mapping: ['name', 'number', 'businessName', 'document', 'birthdayDate', 'gender', 'wallets'] as const,
    }
    expect(
      readContactRow(
        ['Ana', '+5511987654321', 'Padaria', '529.982.247-25', '09/03/1990', 'feminino', 'Ana@loja.test'],
        details,
      ),
    ).toMatchObject({
      contact: {
        details: { businessName: 'Padaria', document: '52998224725', birthdayDate: '1990-03-09', gender: 'female' },
        wallets: ['id-of-ana'],
      },
    })
    expect(
      readContactRow(['Ana', '+5511987654321', '', '111', '31/02/1990', 'talvez', 'ninguem@loja.test'], details),
    ).toEqual({
      problems: [
        { column: 3, problem: 'detailInvalid' },
        { column: 4, problem: 'detailInvalid' },
        { column: 5, problem: 'detailInvalid' },
        { column: 6, problem: 'userUnknown' },
      ],
    })
  })

  it('S5-036 S5-037 says everything that is wrong, each where it is', () => {
    expect(problems('', '')).toEqual(['0 nameMissing', '1 numberMissing'])
    expect(problems('Ana', 'zero', 'ana', 'outra')).toEqual(['1 numberInvalid', '2 emailInvalid', '3 tagUnknown'])
    expect(problems('a'.repeat(201), '+5511987654321', '', '', 'x'.repeat(2_001))).toEqual([
      '0 nameTooLong',
      '4 cellTooLong',
    ])
  })
})

describe('numbers without a country code', () => {
  it.each([
    ['(11) 98765-4321', '55', '+5511987654321'],
    ['11987654321', '55', '+5511987654321'],
    ['5511987654321', '55', '+5511987654321'],
    ['55987654321', '55', '+5555987654321'],
    ['+1 212 555 0123', '55', '+1 212 555 0123'],
    ['0044 20 7946 0958', '55', '0044 20 7946 0958'],
    ['912 345 678', '351', '+351912345678'],
    ['351912345678', '351', '+351912345678'],
    ['11987654321', null, '11987654321'],
    ['56961234567', '55', '56961234567'],
    ['525512345678', '55', '525512345678'],
    ['Tel.: (11) 98765-4321 / 3333-4444', '55', '+5511987654321'],
    ['zero', '55', 'zero'],
  ])('%s with %s is %s', (text, code, expected) => {
    expect(internationalPhone(text, code)).toBe(expected)
  })

  it('are Brazilian with every area code of Brazil, with the ninth digit and without', () => {
    fc.assert(
      fc.property(fc.constantFrom(...areaCodes), fc.stringMatching(/^9?[6-9]\d{7}$/), (area, subscriber) => {
        expect(canonicalPhone(internationalPhone(`(${area}) ${subscriber}`, '55'))).toMatch(/^\+55/)
      }),
    )
  })
})
