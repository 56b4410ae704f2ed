import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ticketLogTypes } from '@recado/contracts'
import { expect, test } from 'vitest'

const locales = ['pt-BR', 'en', 'es', 'ru'] as const
const wordsOf = (locale: string) =>
  (
    JSON.parse(
      readFileSync(join(import.meta.dirname, `../../shell/src/base/i18n/locales/${locale}/attendance.json`), 'utf8'),
    ) as { log: Record<string, string> }
  ).log
const named = (text: string): string[] => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted()

test.each(locales)('every kind of log entry has its sentence in %s, about the same people and queues', (locale) => {
  const [words, originals] = [wordsOf(locale), wordsOf('pt-BR')]
  for (const type of ticketLogTypes) {
    expect(words[type], type).toBeTruthy()
    expect(named(words[type]!), type).toEqual(named(originals[type]!))
  }
  expect(new Set(ticketLogTypes.map((type) => words[type])).size).toBe(ticketLogTypes.length)
})
