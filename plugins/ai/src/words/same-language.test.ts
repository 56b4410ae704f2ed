import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LanguageTag } from './language-tag.ts'
import { isSameLanguage, keptTag, languageOfCustomer } from './same-language.ts'

it.each([
  ['pt', 'pt-BR', true],
  ['PT-br', 'pt-BR', true],
  ['pt-PT', 'pt-BR', false],
  ['zh-Hans', 'zh-Hant', false],
  ['ru', 'pt-BR', false],
  ['?', '?', false],
])('%j and %j are one language: %j', (one, other, expected) => {
  expect(isSameLanguage(one, other)).toBe(expected)
  expect(isSameLanguage(other, one)).toBe(expected)
})

it('of any text is told without a failure, and a tag that is kept is one that a ticket takes', () => {
  fc.assert(
    fc.property(fc.string(), (told) => {
      isSameLanguage(told, 'pt-BR')
      const tag = keptTag(told)
      if (tag !== undefined) LanguageTag.parse(tag)
    }),
  )
})

it('of a customer is that of what was translated last for the team', () => {
  const from = (fromLanguage: string | null, kind = 'translation') => ({ kind, fromLanguage })
  const words = [from(null), from('es', 'sources'), from('pt'), from('ru'), from('de')]
  expect(languageOfCustomer(words, 'pt-BR')).toBe('ru')
  expect(languageOfCustomer([from('pt')], 'pt-BR')).toBeUndefined()
  expect(languageOfCustomer([from('Portuguese of Brazil')], 'en')).toBeUndefined()
})
