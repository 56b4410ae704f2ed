import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/* A Russian noun beside a number has three forms (1 день, 2 дня, 5 дней). A text with a number before a noun therefore
   stands in four forms, or is built so that the noun does not follow the number: «Дней: 5». */

const root = join(import.meta.dirname, '../..')
const files = [
  'shell/src/base/i18n/locales/ru/*.json',
  'plugins/*/locales/ru.json',
  'plugins/*/widget/frame/words/ru.json',
  'sdk/src/ui/kit/locales/ru.json',
].flatMap((pattern) => globSync(pattern, { cwd: root }))

type Words = { readonly [key: string]: Words | string }
const texts = (words: Words, path = ''): [key: string, text: string][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : texts(value, `${path}${key}.`),
  )
const form = /_(zero|one|few|many|other)$/
/** Names under which texts are given numbers. */
const number = 'count|min|max|limit|most|total|days|hours|minutes|seconds|rows|of|dimensions|percent|current|used|done'
const numberBeforeWord = new RegExp(`\\{\\{?(?:${number})\\}\\}? ([а-яё]+)`, 'g')
/** What may follow a number as it is: units in short, and words that do not depend on it. */
const fixed = new Set(['мин', 'ч', 'дн', 'с', 'мс', 'млн', 'из', 'и', 'или', 'до', 'от', 'назад', 'вместо', 'занято'])

/** Words that stand after a number without having forms for it. */
const wrongIn = (key: string, text: string): string[] =>
  form.test(key) ? [] : [...text.matchAll(numberBeforeWord)].map(([, word]) => word!).filter((word) => !fixed.has(word))

describe.each(files)('counts in %s', (file) => {
  const all = texts(JSON.parse(readFileSync(join(root, file), 'utf8')) as Words)

  test('have forms where a noun follows the number', () => {
    expect(all.filter(([key, text]) => wrongIn(key, text).length > 0)).toEqual([])
  })

  test('say the number in the form for one, which 21 has too', () => {
    const known = new Map(all)
    const silent = all.filter(([key, text]) => {
      if (!key.endsWith('_one') || /\{count/.test(text)) return false
      return /\{count/.test(known.get(key.replace(/one$/, 'many')) ?? '')
    })
    expect(silent).toEqual([])
  })

  test('stand in all four forms', () => {
    const keys = new Set(all.map(([key]) => key))
    const counted = [...keys].filter((key) => form.test(key)).map((key) => key.replace(form, ''))
    expect(counted.flatMap((key) => ['one', 'few', 'many', 'other'].map((each) => `${key}_${each}`))).satisfy(
      (wanted: string[]) => wanted.every((key) => keys.has(key)),
    )
  })
})

test('a number before a noun is found, and a short unit is none', () => {
  expect(wrongIn('a', 'Не больше {{limit}} символов')).toEqual(['символов'])
  expect(wrongIn('a', 'через {{days}} дн.')).toEqual([])
  expect(wrongIn('a_many', '{{count}} дней')).toEqual([])
})
