import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantIn, offsetMs, type TimeFormat } from './instants.ts'

const here: TimeFormat = { dates: 'dmy', utcOffset: '-03:00' }
const read = (cell: string, format = here): string | null => {
  const at = instantIn(cell, format)
  return at === null ? null : new Date(at).toISOString()
}

test.each([
  ['01/03/2024 09:05', '2024-03-01T12:05:00.000Z'],
  ['1.3.2024, 9:05:07', '2024-03-01T12:05:07.000Z'],
  ['2024-03-01', '2024-03-01T03:00:00.000Z'],
  ['2024-03-01T09:05:07.120Z', '2024-03-01T09:05:07.120Z'],
  ['2024-03-01 09:05:07+02:00', '2024-03-01T07:05:07.000Z'],
  ['01/03/2024 12:30 AM', '2024-03-01T03:30:00.000Z'],
  ['45352.5', '2024-03-01T15:00:00.000Z'],
  ['1709294700', '2024-03-01T12:05:00.000Z'],
  ['1709294700000', '2024-03-01T12:05:00.000Z'],
  ['31/02/2024', null],
  ['2024-03-01 25:00', null],
  ['ontem', null],
  ['', null],
  ['7', null],
])('%s', (cell, expected) => expect(read(cell)).toBe(expected))

test('the month comes first where it is said to', () => {
  expect(read('03/01/2024', { ...here, dates: 'mdy' })).toBe('2024-03-01T03:00:00.000Z')
})

test('every instant is read back from the wall clock of its zone', () => {
  const zones = fc.constantFrom('-03:00', '+00:00', '+05:30', '-11:45')
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1990-01-01'), max: new Date('2099-01-01'), noInvalidDate: true }),
      zones,
      (at, utcOffset) => {
        const wall = new Date(at.getTime() + offsetMs(utcOffset)).toISOString().replace('Z', '')
        expect(instantIn(wall, { dates: 'dmy', utcOffset })).toBe(at.getTime())
      },
    ),
  )
})

test('nothing that anybody types fails', () => {
  fc.assert(
    fc.property(fc.string(), (cell) => {
      const at = instantIn(cell, here)
      expect(at === null || Number.isFinite(at)).toBe(true)
    }),
  )
})
