/*
 * Dates as people write them: dd/MM/yyyy, with HH:mm behind where a time belongs to it, in every language (decision
 * 47).
 */

/** `dd/MM/yyyy` of an ISO day such as `2026-01-31`; with the time of `2026-01-31T14:30`. Empty for anything else. */
export function writeDate(iso: string): string {
  const [, year, month, day, time] = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2}))?$/.exec(iso) ?? []
  return year === undefined ? '' : `${day}/${month}/${year}${time === undefined ? '' : ` ${time}`}`
}

/** The ISO day, or day and time, that was written; undefined unless it exists in the calendar. */
export function readDate(text: string, withTime: boolean): string | undefined {
  const pattern = withTime ? /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d{2})$/ : /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/
  const found = pattern.exec(text.trim())
  if (!found) return undefined
  const [day, month, year, hour = 0, minute = 0] = found.slice(1).map(Number) as [
    number,
    number,
    number,
    number?,
    number?,
  ]
  const date = new Date(Date.UTC(2000, 0, 1, hour, minute))
  date.setUTCFullYear(year, month - 1, day)
  const exists = date.getUTCDate() === day && date.getUTCMonth() === month - 1 && hour < 24 && minute < 60 && year > 0
  return exists ? date.toISOString().slice(0, withTime ? 16 : 10) : undefined
}

/** Puts slashes, space and colon where they belong while digits are typed. */
export function maskDate(text: string, withTime: boolean): string {
  const digits = text.replace(/\D/g, '').slice(0, withTime ? 12 : 8)
  const separators: Readonly<Record<number, string>> = { 2: '/', 4: '/', 8: ' ', 10: ':' }
  return [...digits].map((digit, at) => `${separators[at] ?? ''}${digit}`).join('')
}
