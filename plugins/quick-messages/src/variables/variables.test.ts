import { expect, test } from 'vitest'
import { dayPart } from './variables.ts'

test('the day has three parts by the clock of the company', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 0, 5, hour))
  expect([0, 4, 5, 11, 12, 17, 18, 23].map((hour) => dayPart(at(hour), 'UTC'))).toEqual([
    'evening',
    'evening',
    'morning',
    'morning',
    'afternoon',
    'afternoon',
    'evening',
    'evening',
  ])
  expect([dayPart(at(14), 'America/Sao_Paulo'), dayPart(at(14), 'Asia/Tokyo')]).toEqual(['morning', 'evening'])
})
