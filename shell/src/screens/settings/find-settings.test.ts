import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingsPages } from '../../parts/navigation/settings-pages.ts'
import { findSettings, type SearchedPage } from './find-settings.ts'
import { otherWordsOfPage, searchedNamespaces, settingsOfPage } from './settings-index.ts'

const pages: readonly SearchedPage[] = [
  { path: '/geral', label: 'Geral', settings: ['Fuso horário', 'Aparelhos por pessoa'], others: 'idioma, sessão' },
  { path: '/horarios', label: 'Horários', settings: ['Horário de acesso'], others: 'turno' },
  { path: '/usuarios', label: 'Usuários', settings: [], others: 'senha, convidar pessoa' },
]
const found = (typed: string): string[] =>
  findSettings(pages, typed).map(({ path, setting }) => (setting === null ? path : `${path}#${setting}`))

test('names begin the list, settings follow, and accents and capitals do not matter', () => {
  expect(found('HORARIO')).toEqual(['/horarios', '/horarios#Horário de acesso', '/geral#Fuso horário'])
})

test('every word has to be there, in the page and its setting together', () => {
  expect(found('geral fuso')).toEqual(['/geral#Fuso horário'])
  expect(found('fuso senha')).toEqual([])
})

test('other words find a page where nothing of its own does', () => {
  expect(found('senha')).toEqual(['/usuarios'])
  expect(found('pessoa')).toEqual(['/geral#Aparelhos por pessoa', '/usuarios'])
})

test('nothing is found for no words', () => {
  expect(found('  ')).toEqual([])
})

test('the index names words that are there', () => {
  const folder = new URL('../../base/i18n/locales/pt-BR/', import.meta.url)
  const wordAt = (key: string): unknown => {
    const [namespace, path] = key.split(':') as [string, string]
    expect(searchedNamespaces).toContain(namespace)
    const file = new URL(`${namespace}.json`, folder)
    expect(existsSync(file)).toBe(true)
    return path
      .split('.')
      .reduce<unknown>(
        (node, step) => (node as Record<string, unknown> | undefined)?.[step],
        JSON.parse(readFileSync(file, 'utf8')),
      )
  }
  const keys = settingsPages.flatMap(({ path }) => [...settingsOfPage(path), otherWordsOfPage(path)!])
  expect(keys.filter((key) => typeof wordAt(key) !== 'string')).toEqual([])
})
