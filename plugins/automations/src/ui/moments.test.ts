import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxMinutes } from '../rules/limits.ts'
import { inUnit, unitMinutes, wait } from './moments.ts'

test('a wait is said in the largest unit that leaves no rest, and is the same wait', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: maxMinutes }), (minutes) => {
      const { amount, unit } = inUnit(minutes)
      expect(amount * unitMinutes[unit]).toBe(minutes)
      if (unit !== 'days') expect(minutes % unitMinutes[unit === 'minutes' ? 'hours' : 'days']).not.toBe(0)
    }),
  )
  expect([wait('pt-BR', 30), wait('pt-BR', 120), wait('en', 1440)]).toEqual(['30 minutos', '2 horas', '1 day'])
})
