import { expect, test } from 'vitest'
import { pageLanguage } from './page-language.ts'

const offered = ['pt-BR', 'es'] as const
const company = 'pt-BR'
test.each([
  [{ asked: 'es', accepts: 'pt' }, 'es'],
  [{ asked: 'ru', accepts: 'es-AR,es;q=0.9' }, 'es'],
  [{ asked: undefined, accepts: 'en, es;q=0.5, pt;q=0.4' }, 'es'],
  [{ asked: undefined, accepts: 'es;q=0.2, pt-PT' }, 'pt-BR'],
  [{ asked: undefined, accepts: 'es;q=0' }, 'pt-BR'],
  [{ asked: undefined, accepts: ';;,=q' }, 'pt-BR'],
] as const)('of %j is %s', (wanted, language) => {
  expect(pageLanguage(offered, { ...wanted, company })).toBe(language)
})

test('is the company’s where there are no articles, and the first where the company’s has none', () => {
  expect(pageLanguage([], { asked: 'en', accepts: 'en', company: 'ru' })).toBe('ru')
  expect(pageLanguage(['es', 'en'], { asked: undefined, accepts: '', company: 'ru' })).toBe('es')
})
