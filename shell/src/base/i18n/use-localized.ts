import { useTranslation } from 'react-i18next'
import type { Locale, Localized } from '../contracts.ts'

/** Texts that a definition carries in every language, in the language of the screen. */
export function useLocalized(): (text: Localized) => string {
  const { i18n } = useTranslation()
  return (text) => text[i18n.language as Locale]
}
