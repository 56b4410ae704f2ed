import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classOf, defaultScale, gradesOf, rangeOf, scoreOf, surveyKinds } from './kind.ts'

const counts = (highest: number, ...by: readonly number[]) =>
  by.map((count, grade) => ({ grade, highest, count })).filter(({ count }) => count > 0)

describe('the score', () => {
  it('S9-050 of NPS is promoters less detractors, on ten grades and zero by default', () => {
    expect(defaultScale).toBe(10)
    expect(gradesOf(rangeOf('nps', defaultScale))).toHaveLength(11)
    expect(gradesOf(rangeOf('nps', 10)).map((grade) => classOf('nps', grade, 10))).toEqual([
      ...Array.from({ length: 7 }, () => 'bad'),
      'middle',
      'middle',
      'good',
      'good',
    ])
    expect(scoreOf('nps', counts(10, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 3))).toBe(50)
    expect(scoreOf('nps', counts(5, 1, 0, 0, 0, 0, 1))).toBe(0)
    expect(scoreOf('nps', [])).toBeNull()
  })
  it('of satisfaction is the share of the good ones, of effort the mean', () => {
    expect(scoreOf('csat', counts(5, 0, 1, 0, 1, 1, 1))).toBe(50)
    expect(scoreOf('ces', counts(7, 0, 0, 0, 0, 0, 0, 1, 2))).toBe(6.7)
  })
  it('stays within its bounds', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...surveyKinds),
        fc.array(fc.nat(1_000), { minLength: 8, maxLength: 8 }),
        (kind, by) => {
          const { lowest, highest } = rangeOf(kind, 7)
          const score = scoreOf(
            kind,
            by
              .map((count, grade) => ({ grade, highest, count }))
              .filter(({ grade }) => grade >= lowest && grade <= highest),
          )
          if (score === null) return true
          return kind === 'nps'
            ? score >= -100 && score <= 100
            : kind === 'csat'
              ? score >= 0 && score <= 100
              : score >= 1 && score <= 7
        },
      ),
    )
    expect(Object.is(scoreOf('nps', counts(10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)), 0)).toBe(true)
  })
})
