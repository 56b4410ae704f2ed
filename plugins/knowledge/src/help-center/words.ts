import type { Locale } from '@recado/sdk'
import en from '../../locales/en.json' with { type: 'json' }
import es from '../../locales/es.json' with { type: 'json' }
import ptBR from '../../locales/pt-BR.json' with { type: 'json' }
import ru from '../../locales/ru.json' with { type: 'json' }

/** Words of the pages around what the company wrote. */
export type Words = (typeof en)['helpCenter']
export const wordsOf: Readonly<Record<Locale, Words>> = {
  'pt-BR': ptBR.helpCenter,
  en: en.helpCenter,
  es: es.helpCenter,
  ru: ru.helpCenter,
}

/** Languages by the names that their speakers call them. */
export const languageNames: Readonly<Record<Locale, string>> = {
  'pt-BR': 'Português',
  en: 'English',
  es: 'Español',
  ru: 'Русский',
}

/** A sentence with names in its places, as in `{{name}}`. */
export const filled = (sentence: string, values: Readonly<Record<string, string>>): string =>
  sentence.replace(/\{\{(\w+)\}\}/g, (place, name: string) => values[name] ?? place)
