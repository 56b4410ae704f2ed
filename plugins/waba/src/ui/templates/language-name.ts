import { languageName } from '@recado/sdk'
import { languages } from '../../templates/languages.ts'

/** All languages a template may have, by name. */
export const languageOptions = (locale: string): { value: string; label: string }[] =>
  languages
    .map((value) => ({ value, label: languageName(value, locale) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale))
