import type { Locale } from '@recado/sdk'
import en from '../../../locales/en.json' with { type: 'json' }
import es from '../../../locales/es.json' with { type: 'json' }
import ptBR from '../../../locales/pt-BR.json' with { type: 'json' }
import ru from '../../../locales/ru.json' with { type: 'json' }
import { readReason, type ReasonCode } from './reason.ts'

const wordsOf: Readonly<Record<Locale, Record<ReasonCode, string>>> = {
  'pt-BR': ptBR.summary.reason,
  en: en.summary.reason,
  es: es.summary.reason,
  ru: ru.summary.reason,
}

/** A reason in words, for the history of a ticket. */
export function reasonText(text: string, locale: Locale): string {
  const known = readReason(text)
  if (!known) return text
  const words = wordsOf[locale][known.code]
  return known.detail === '' ? words : `${words}: ${known.detail}`
}
