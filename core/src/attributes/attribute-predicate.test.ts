import { AttributeConditions } from '@recado/contracts'
import { describe, expect, it } from 'vitest'
import { attributePredicate } from './attribute-predicate.ts'

describe('conditions on attributes', () => {
  it('are joined, and say whether somebody without any value can fit', () => {
    expect(attributePredicate([])).toBeUndefined()
    expect(attributePredicate([{ key: 'plano', test: 'unset' }])).toEqual({
      path: '(!exists($."plano"))',
      needsValue: false,
    })
    expect(
      attributePredicate([
        { key: 'plano', test: 'is', value: 'ouro' },
        { key: 'vidas', test: 'from', value: 3 },
      ]),
    ).toEqual({ path: '($."plano" == "ouro") && (exists($."vidas") && $."vidas" >= 3)', needsValue: true })
  })
  it('cannot be left by what stands in them', () => {
    expect(attributePredicate([{ key: 'plano', test: 'contains', value: '") || exists($.x) //\\' }])?.path).toBe(
      String.raw`(exists($."plano") && $."plano" like_regex "\") || exists($.x) //\\" flag "iq")`,
    )
    expect(AttributeConditions.safeParse([{ key: 'a"b', test: 'set' }]).success).toBe(false)
    for (const value of ['\0', '\ud800', ''])
      expect(AttributeConditions.safeParse([{ key: 'a', test: 'contains', value }]).success).toBe(false)
  })
})
