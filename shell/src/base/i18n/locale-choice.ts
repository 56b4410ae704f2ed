import type { Locale } from '../contracts.ts'

/** Languages of the interface, each in its own name. */
export const localeNames: Record<Locale, string> = {
  'pt-BR': 'Português (Brasil)',
  en: 'English',
  es: 'Español',
  ru: 'Русский',
}
export const defaultLocale: Locale = 'pt-BR'
const supported = Object.keys(localeNames) as Locale[]

/** The language we have for a browser's tag: exact, or by its first part. */
const match = (tag: string): Locale | undefined => {
  const wanted = tag.toLowerCase()
  return (
    supported.find((locale) => locale.toLowerCase() === wanted) ??
    supported.find((locale) => locale.split('-')[0] === wanted.split('-')[0])
  )
}

/** The user's choice, else the browser's languages, else pt-BR (reading 44). */
export function chooseLocale(stored: string | null, browser: readonly string[]): Locale {
  const chosen = stored === null ? undefined : supported.find((locale) => locale === stored)
  return chosen ?? browser.map(match).find((locale) => locale !== undefined) ?? defaultLocale
}
