import type { Locale } from '@recado/contracts'

/** The first headings of an export; an import knows them again. */
export const firstHeadings: Record<Locale, readonly [string, string, string, string]> = {
  'pt-BR': ['Nome', 'Número', 'E-mail', 'Etiquetas'],
  en: ['Name', 'Number', 'E-mail', 'Tags'],
  es: ['Nombre', 'Número', 'Correo electrónico', 'Etiquetas'],
  ru: ['Имя', 'Номер', 'Почта', 'Метки'],
}
/** Heading of the last column: information without a column of its own. */
export const otherInformation: Record<Locale, string> = {
  'pt-BR': 'Outras informações',
  en: 'Other information',
  es: 'Otra información',
  ru: 'Прочие сведения',
}
/** The last heading of rows that were not taken: why. */
export const refusedReason: Record<Locale, string> = { 'pt-BR': 'Motivo', en: 'Reason', es: 'Motivo', ru: 'Причина' }

const locales = Object.keys(refusedReason) as Locale[]

/**
 * Whether a table of text was written here, by its headings, which stay when somebody has changed its rows: an export,
 * or the rows that an import refused. Then its cells have the escapes of `csvLine`; in any other table an apostrophe is
 * text.
 */
export function isOwnTable(columns: readonly string[]): boolean {
  const last = columns.at(-1)
  return locales.some(
    (locale) =>
      last === refusedReason[locale] ||
      (last === otherInformation[locale] && firstHeadings[locale].every((heading, at) => columns[at] === heading)),
  )
}
