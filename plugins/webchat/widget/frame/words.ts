import type { Locale } from '@recado/sdk'
import en from './words/en.json' with { type: 'json' }
import es from './words/es.json' with { type: 'json' }
import pt from './words/pt-BR.json' with { type: 'json' }
import ru from './words/ru.json' with { type: 'json' }

export type WordKey = keyof typeof pt
const languages: Record<Locale, Readonly<Record<WordKey, string>>> = { 'pt-BR': pt, en, es, ru }

export interface Words {
  readonly locale: Locale
  (key: WordKey, values?: Readonly<Record<string, string | number>>): string
}

/** The best of the wished languages; English for those we do not speak. */
export function chooseLocale(wished: readonly string[]): Locale {
  for (const wish of wished) {
    const language = wish.toLowerCase().split('-', 1)[0]
    const match = (Object.keys(languages) as Locale[]).find((locale) => locale.split('-', 1)[0] === language)
    if (match) return match
  }
  return 'en'
}

export const wordsOf = (locale: Locale): Words =>
  Object.assign(
    (key: WordKey, values: Readonly<Record<string, string | number>> = {}) =>
      languages[locale][key].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '')),
    { locale },
  )

/** The time of day of an instant, as the visitor writes it. */
export const clockTime = (at: Date | undefined, words: Words): string =>
  at === undefined ? '' : new Intl.DateTimeFormat(words.locale, { hour: '2-digit', minute: '2-digit' }).format(at)

/** The sentence for a refused message; the general one when there is no better. */
export const reasonFor = (words: Words, code: string | undefined): string =>
  code !== undefined && code.startsWith('ERR_') && code in languages[words.locale]
    ? words(code as WordKey)
    : words('failed')
