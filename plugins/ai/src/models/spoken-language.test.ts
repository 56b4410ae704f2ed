import fc from 'fast-check'
import { expect, it } from 'vitest'
import { spokenLanguage } from './spoken-language.ts'

it.each([
  ['portuguese', 'pt'],
  ['Russian', 'ru'],
  ['romanian', 'ro'],
  ['hebrew', 'he'],
  ['pt', 'pt'],
  ['pt-BR', 'pt-BR'],
  ['nobody knows this one', 'nobody knows this on'],
])('a language that is told as %j is kept as %j', (told, kept) => {
  expect(spokenLanguage(told)).toBe(kept)
})

it('is kept whatever is told, in twenty letters at most', () => {
  fc.assert(fc.property(fc.string(), (told) => spokenLanguage(told).length <= 20))
})
