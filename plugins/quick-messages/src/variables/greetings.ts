import type { Locale } from '@recado/sdk'
import en from '../../locales/en.json' with { type: 'json' }
import es from '../../locales/es.json' with { type: 'json' }
import ptBR from '../../locales/pt-BR.json' with { type: 'json' }
import ru from '../../locales/ru.json' with { type: 'json' }
import { dayPart } from './variables.ts'

const greetings = { 'pt-BR': ptBR.greeting, en: en.greeting, es: es.greeting, ru: ru.greeting }

/** Greeting of that hour, in a language, for texts without a screen: the same words as there. */
export const greetingIn = (locale: Locale, at: Date, timeZone: string): string =>
  greetings[locale][dayPart(at, timeZone)]
