/**
 * Keeps one formatter for each language: making one costs a hundred times what using it does, and lists and threads use
 * theirs in every row.
 */
export function perLocale<T>(make: (locale: string) => T): (locale: string) => T {
  const made = new Map<string, T>()
  return (locale) => {
    const known = made.get(locale)
    if (known !== undefined) return known
    const formatter = make(locale)
    made.set(locale, formatter)
    return formatter
  }
}

/** The hour of the day, as it is at a message. */
export const clockTime = perLocale((locale) => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }))
