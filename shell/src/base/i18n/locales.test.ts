import { globSync, readFileSync } from 'node:fs'
import { errorCodes } from '@recado/sdk/client'
import type { ClientErrorCode } from '@recado/sdk/ui'
import { describe, expect, it } from 'vitest'
import { fallbackLocale } from '../contracts.ts'
import { chooseLocale, localeNames } from './locale-choice.ts'
import type { Locale } from '../contracts.ts'

const folder = new URL('./locales/', import.meta.url)
const locales = Object.keys(localeNames) as Locale[]
/** Sentences of errors: one file before the sign-in, the others with the screens that can raise them. */
const errorFiles = ['errors', 'featureErrors', 'invitationErrors', 'administrationErrors', 'contactErrors'] as const
const namespaces = [
  'shell',
  ...errorFiles,
  'attendance',
  'tickets',
  'settings',
  'passkeys',
  'access',
  'companies',
  'operations',
  'people',
  'platform',
  'privacy',
  'queues',
  'rules',
  'bulk',
  'webhooks',
  'contacts',
  'notifications',
  'attributes',
  'keys',
  'home',
  'registration',
  'ownPasskeys',
] as const
type Node = { [key: string]: Node | string }
const read = (locale: string, namespace: string) =>
  JSON.parse(readFileSync(new URL(`${locale}/${namespace}.json`, folder), 'utf8')) as Node

const leaves = (node: Node, path = ''): Array<[string, string]> =>
  Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : leaves(value, `${path}${key}.`),
  )
/** Languages count differently (one, few, many): the forms of one key are one key. */
const withoutPlural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')
const keysOf = (locale: string, namespace: string) =>
  [...new Set(leaves(read(locale, namespace)).map(([key]) => withoutPlural(key)))].sort()
const pluralForms: Record<Locale, string[]> = {
  'pt-BR': ['one', 'other'],
  en: ['one', 'other'],
  es: ['one', 'other'],
  ru: ['one', 'few', 'many', 'other'],
}
const placeholders = (text: string) => [...text.matchAll(/{{(\w+)}}/g)].map(([, name]) => name).sort()

describe.each(namespaces)('words of %s', (namespace) => {
  it.each(locales)('stand in %s under the same keys', (locale) => {
    expect(keysOf(locale, namespace)).toEqual(keysOf('pt-BR', namespace))
    expect(leaves(read(locale, namespace)).filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it.each(locales)('fill in the same facts in %s', (locale) => {
    const mine = new Map(leaves(read(locale, namespace)))
    const shared = leaves(read('pt-BR', namespace)).filter(([key]) => key === withoutPlural(key))
    expect(shared.map(([key]) => [key, placeholders(mine.get(key) ?? '')])).toEqual(
      shared.map(([key, text]) => [key, placeholders(text)]),
    )
  })

  it.each(locales)('count in every form of %s', (locale) => {
    const all = new Set(leaves(read(locale, namespace)).map(([key]) => key))
    const counted = new Set([...all].filter((key) => key !== withoutPlural(key)).map(withoutPlural))
    const missing = [...counted]
      .flatMap((key) => pluralForms[locale].map((form) => `${key}_${form}`))
      .filter((key) => !all.has(key))
    expect(missing).toEqual([])
  })
})

describe('error texts', () => {
  const client: ClientErrorCode[] = ['ERR_NETWORK', 'ERR_ABORTED', 'ERR_UNREADABLE_ANSWER']
  const expected = [...errorCodes, ...client, 'ERR_CLIENT'].flatMap((code) => [code, `${code}_detail`]).sort()

  it.each(locales)('give every code of the catalogue a description and a detail in %s, and nothing else', (locale) => {
    const written = errorFiles.flatMap((namespace) => Object.keys(read(locale, namespace)))
    expect(written.sort()).toEqual(expected)
  })
})

it('every key that the screens ask for exists', () => {
  const known = new Set(
    namespaces.flatMap((namespace) => {
      const shown = (errorFiles as readonly string[]).includes(namespace) ? 'errors' : namespace
      return keysOf('pt-BR', namespace).map((key) => `${shown}:${key}`)
    }),
  )
  const screens = globSync('src/**/*.tsx', {
    cwd: new URL('../../../', import.meta.url),
    exclude: ['**/*.test.tsx'],
  })
  const asked = screens.flatMap((file) => {
    const source = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
    const namespace = /useTranslation\('(\w+)'\)/.exec(source)?.[1] ?? 'shell'
    return [...source.matchAll(/\bt\('([\w:.]+)'/g)].map(([, key]) =>
      key!.includes(':') ? key! : `${namespace}:${key!}`,
    )
  })
  expect(asked.filter((key) => !known.has(key))).toEqual([])
})

it('the languages are four, and English stands in for a word that one lacks', () => {
  expect(Object.keys(localeNames)).toEqual(['pt-BR', 'en', 'es', 'ru'])
  expect(fallbackLocale).toBe('en')
})

it("S1-056 chooses the stored language, then the browser's, then Portuguese", () => {
  expect(chooseLocale('ru', ['es'])).toBe('ru')
  expect(chooseLocale('xx', ['de-DE', 'es-AR'])).toBe('es')
  expect(chooseLocale(null, ['pt-PT'])).toBe('pt-BR')
  expect(chooseLocale(null, ['de'])).toBe('pt-BR')
})
