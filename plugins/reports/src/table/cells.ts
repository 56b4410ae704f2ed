/** By whose language and clock cells are written. `locale`: a tag as `pt-BR`. */
export interface Reader {
  readonly locale: string
  readonly timeZone: string
}

const formats = new Map<string, Intl.DateTimeFormat>()
/** One for each language, clock and form: making them costs more than using them. */
function formatOf(locale: string, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${options.timeStyle ?? ''} ${options.weekday ?? ''}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone })
  formats.set(key, made)
  return made
}
const day: Intl.DateTimeFormatOptions = { day: '2-digit', month: '2-digit', year: 'numeric' }

/** A day as `2026-11-28`, in the reader's language. */
export const writeDay = (value: string | null, { locale }: Pick<Reader, 'locale'>): string =>
  value === null ? '' : formatOf(locale, 'UTC', day).format(new Date(`${value}T00:00:00Z`))

/** A Monday, to name the hours of a week by. */
const monday = Date.UTC(2026, 0, 5)
/** An hour of the week, 0 on Monday at midnight, in the reader's language: `terça-feira, 14:00`. */
export const writeHour = (hour: number, { locale }: Pick<Reader, 'locale'>): string =>
  formatOf(locale, 'UTC', { weekday: 'long', hour: '2-digit', minute: '2-digit' }).format(
    new Date(monday + hour * 3_600_000),
  )

/** The day of an instant, by the company's clock. */
export const writeInstantDay = (at: string | null, { locale, timeZone }: Reader): string =>
  at === null ? '' : formatOf(locale, timeZone, day).format(new Date(at))

/** Day and time of an instant, by the company's clock. */
export const writeInstant = (at: string | null, { locale, timeZone }: Reader): string =>
  at === null ? '' : formatOf(locale, timeZone, { dateStyle: 'short', timeStyle: 'short' }).format(new Date(at))

/** Seconds as hours, minutes and seconds: `26:05:09`. Empty where there are none. */
export function writeSeconds(value: number | null | undefined): string {
  if (value === null || value === undefined) return ''
  const seconds = Math.max(0, Math.round(value))
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** The time between two instants, as {@link writeSeconds}. Empty while one of them is not known. */
export const writeDuration = (from: string | null, to: string | null): string =>
  writeSeconds(from === null || to === null ? null : (Date.parse(to) - Date.parse(from)) / 1_000)
