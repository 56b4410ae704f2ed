import { expect, test } from 'vitest'
import { durationText } from './duration-text.ts'

test('a duration is written by its two largest units, without one that is nothing', () => {
  const written = [0, 0.4, 59, 60, 61, 3_600, 3_665, 86_399, 90_000, 86_400 * 3 + 59].map((each) =>
    durationText(each, 'pt-BR'),
  )
  expect(written).toEqual([
    '0 s',
    '0 s',
    '59 s',
    '1 min',
    '1 min 1 s',
    '1 h',
    '1 h 1 min',
    '23 h 59 min',
    '1 dia 1 h',
    '3 dias',
  ])
})
