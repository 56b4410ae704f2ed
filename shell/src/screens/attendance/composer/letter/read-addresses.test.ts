import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEmailAddress } from '../../../../base/contracts.ts'
import { readAddresses, together } from './read-addresses.ts'

test.each([
  ['ana@x.test', [{ address: 'ana@x.test' }], ''],
  [
    'Ana Maria <ana@x.test>; bia@x.test, caio@x.test',
    [{ name: 'Ana Maria', address: 'ana@x.test' }, { address: 'bia@x.test' }, { address: 'caio@x.test' }],
    '',
  ],
  ['"Prado, Ana" <ana@x.test>', [{ name: 'Ana', address: 'ana@x.test' }], '"Prado'],
  ['ana@x.test bia@', [{ address: 'ana@x.test' }], 'bia@'],
  ['<ana@x.test>', [{ address: 'ana@x.test' }], ''],
  ['ana', [], 'ana'],
  ['Ana <ana@>', [], 'Ana <ana@>'],
  ['ana< >', [], 'ana< >'],
  [' \n', [], ''],
])('%j', (written, people, rest) => {
  expect(readAddresses(written)).toEqual({ people, rest })
})

test('whatever is written, only addresses are taken, and nothing that is none is lost', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b@x.test', '@', '<', '>', ',', ';', ' ', '"', '\n', '.', '\u202e') }),
      (written) => {
        const { people, rest } = readAddresses(written)
        expect(people.every(({ address }) => isEmailAddress(address))).toBe(true)
        expect(people.length + rest.length > 0 || !/[a@.\u202e]/.test(written)).toBe(true)
      },
    ),
  )
})

test('each address stands there once, whatever its case', () => {
  expect(
    together([{ address: 'ana@x.test' }, { address: 'bia@x.test' }], [{ name: 'Ana', address: 'ANA@x.test' }]),
  ).toEqual([{ name: 'Ana', address: 'ANA@x.test' }, { address: 'bia@x.test' }])
})
