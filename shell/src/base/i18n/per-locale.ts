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

const dayAndTime = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' }),
)

/** A moment to come: the hour, with the day where it is not today. */
export const comingTime = (locale: string, at: Date): string =>
  (at.toDateString() === new Date().toDateString() ? clockTime(locale) : dayAndTime(locale)).format(at)
