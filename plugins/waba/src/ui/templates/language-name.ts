import { languages } from '../../templates/languages.ts'

/** A provider's language code in the reader's own words; the code itself where the browser knows none. */
export function languageName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(code.replace('_', '-')) ?? code
  } catch {
    return code
  }
}

/** All languages a template may have, by name. */
export const languageOptions = (locale: string): { value: string; label: string }[] =>
  languages
    .map((value) => ({ value, label: languageName(value, locale) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale))
