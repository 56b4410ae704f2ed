import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, 'public/_locales')
const sources = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.ts'))
  .concat('public/manifest.json')
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  .join('\n')

it('the helper speaks the four languages of the product, each with every sentence', () => {
  const languages = readdirSync(folder).toSorted()
  expect(languages).toEqual(['en', 'es', 'pt_BR', 'ru'])
  const [first, ...others] = languages.map(
    (language) =>
      JSON.parse(readFileSync(join(folder, language, 'messages.json'), 'utf8')) as Record<string, { message: string }>,
  )
  const keys = Object.keys(first!)
  for (const key of keys) expect(sources).toMatch(new RegExp(`'${key}'|__MSG_${key}__`))
  const parts = (message: string): string[] => message.match(/\$\d/g)?.toSorted() ?? []
  for (const other of others) {
    expect(Object.keys(other)).toEqual(keys)
    for (const key of keys) {
      expect(other[key]!.message).not.toBe('')
      expect(parts(other[key]!.message)).toEqual(parts(first![key]!.message))
    }
  }
})
