import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskDate, readDate, writeDate } from './date-text.ts'

const moments = fc
  .date({ min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())

test('S5-123 a day is written dd/MM/yyyy and read back', () => {
  expect(writeDate('2026-01-31')).toBe('31/01/2026')
  fc.assert(
    fc.property(moments, (iso) => {
      expect(readDate(writeDate(iso.slice(0, 10)), false)).toBe(iso.slice(0, 10))
    }),
  )
})

test('S5-124 a moment is written dd/MM/yyyy HH:mm and read back', () => {
  expect(writeDate('2026-01-31T04:05')).toBe('31/01/2026 04:05')
  fc.assert(
    fc.property(moments, (iso) => {
      expect(readDate(writeDate(iso.slice(0, 16)), true)).toBe(iso.slice(0, 16))
    }),
  )
})

test('S5-125 days that no calendar has are no dates', () => {
  for (const text of [
    '31/02/2026',
    '29/02/2025',
    '00/01/2026',
    '01/13/2026',
    '1/1/26',
    '2026-01-31',
    '01/01/0000',
    'x',
    '',
  ])
    expect(readDate(text, false), text).toBeUndefined()
  for (const text of ['01/01/2026', '01/01/2026 24:00', '01/01/2026 10:60'])
    expect(readDate(text, true), text).toBeUndefined()
  expect(readDate('29/02/2028', false)).toBe('2028-02-29')
})

test('S5-123 S5-124 separators come by themselves while digits are typed, and no text breaks the mask', () => {
  expect(maskDate('31012026', false)).toBe('31/01/2026')
  expect(maskDate('310120261430', true)).toBe('31/01/2026 14:30')
  expect(maskDate('31/0', false)).toBe('31/0')
  fc.assert(
    fc.property(fc.string(), fc.boolean(), (text, withTime) => {
      const masked = maskDate(text, withTime)
      expect(maskDate(masked, withTime)).toBe(masked)
      expect(masked).toMatch(
        /^(\d{0,2}|\d\d\/\d{0,2}|\d\d\/\d\d\/\d{0,4}|\d\d\/\d\d\/\d{4} \d{0,2}|\d\d\/\d\d\/\d{4} \d\d:\d{0,2})$/,
      )
    }),
  )
})
