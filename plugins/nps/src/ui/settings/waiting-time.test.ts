import { expect, test } from 'vitest'
import { waitingTime } from './waiting-time.ts'

test.for([
  [1_440, 'pt-BR', '1 dia'],
  [2_880, 'es', '2 días'],
  [60, 'pt-BR', '1 hora'],
  [90, 'en', '90 minutes'],
  [7, 'ru', '7 минут'],
] as const)('%i minutes in %s are "%s"', ([minutes, language, written]) => {
  expect(waitingTime(minutes, language)).toBe(written)
})
