import type { Locale } from '@recado/sdk'
import en from '../../locales/en.json' with { type: 'json' }
import es from '../../locales/es.json' with { type: 'json' }
import ptBR from '../../locales/pt-BR.json' with { type: 'json' }
import ru from '../../locales/ru.json' with { type: 'json' }
import type { FailureCode } from './model-failure.ts'

const wordsOf: Readonly<Record<Locale, Record<FailureCode, string>>> = {
  'pt-BR': ptBR.errors,
  en: en.errors,
  es: es.errors,
  ru: ru.errors,
}

/** Why a model did not answer, in the sentence that people read elsewhere too. */
export const failureText = (code: FailureCode, locale: Locale): string => wordsOf[locale][code]
