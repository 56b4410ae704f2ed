import { expect, it } from 'vitest'
import { writeDay, writeDuration, writeInstant, writeInstantDay } from './cells.ts'

const reader = { locale: 'pt-BR', timeZone: 'America/Sao_Paulo' }

it('days and times are written in the language and by the clock of the company', () => {
  expect(writeDay('1992-02-29', reader)).toBe('29/02/1992')
  expect(writeInstantDay('2026-12-01T01:30:00.000Z', reader)).toBe('30/11/2026')
  expect(writeInstant('2026-12-01T01:30:00.000Z', reader)).toBe('30/11/2026, 22:30')
  expect([writeDay(null, reader), writeInstantDay(null, reader), writeInstant(null, reader)]).toEqual(['', '', ''])
})

it.each([
  ['2026-11-01T00:00:00Z', '2026-11-02T02:05:09Z', '26:05:09'],
  ['2026-11-01T00:00:00Z', '2026-11-01T00:00:59.6Z', '0:01:00'],
  ['2026-11-01T00:00:01Z', '2026-11-01T00:00:00Z', '0:00:00'],
  ['2026-11-01T00:00:00Z', null, ''],
])('from %s to %s', (from, to, words) => {
  expect(writeDuration(from, to)).toBe(words)
})
