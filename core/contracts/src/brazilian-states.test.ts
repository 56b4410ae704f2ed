import { expect, it } from 'vitest'
import { areaCodesOfStates, brazilianStates, stateOfNumber } from './brazilian-states.ts'

it('has 27 states and no area code twice', () => {
  const codes = Object.values(areaCodesOfStates).flat()
  expect(brazilianStates).toHaveLength(27)
  expect(codes).toHaveLength(67)
  expect(new Set(codes).size).toBe(67)
})

it.each([
  ['+5511981234567', 'SP'],
  ['+551133334444', 'SP'],
  ['+5568999990000', 'AC'],
  ['+5561999990000', 'DF'],
  ['+5520999990000', null],
  ['+351912345678', null],
  ['+55119', null],
  [null, null],
])('the number %s is of %s', (number, state) => {
  expect(stateOfNumber(number)).toBe(state)
})
