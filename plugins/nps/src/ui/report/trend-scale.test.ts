import { expect, test } from 'vitest'
import { columnOf, scales } from './trend-scale.ts'

test('scores of recommendation stand above and below the line of zero', () => {
  expect(columnOf(scales.nps, 100)).toEqual({ bottom: 50, height: 50 })
  expect(columnOf(scales.nps, -50)).toEqual({ bottom: 25, height: 25 })
  expect(columnOf(scales.nps, 0)).toEqual({ bottom: 50, height: 2 })
})

test('other scores stand on the lowest one', () => {
  expect(columnOf(scales.csat, 80)).toEqual({ bottom: 0, height: 80 })
  expect(columnOf(scales.ces, 4)).toEqual({ bottom: 0, height: 50 })
})
