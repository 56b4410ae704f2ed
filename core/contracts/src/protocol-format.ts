/** Format of protocol numbers (S3-079, S9-138): `prefix`, date by `format`, number and suffix joined by `separator`. */
export interface ProtocolFormat {
  readonly format: string
  readonly prefix: string
  readonly suffix: string
  readonly separator: string
  readonly idPosition: 'start' | 'end'
}

/**
 * A protocol number at a moment in a time zone (IANA). `id` is the number of the ticket, or a placeholder. The server
 * writes them with it and the settings screen shows an example.
 */
export function writeProtocol(
  { format, prefix, suffix, separator, idPosition }: ProtocolFormat,
  at: Date,
  timeZone: string,
  id: string,
): string {
  const date = formatDate(at, format, timeZone)
  const numbered = idPosition === 'start' ? [id, date] : [date, id]
  return [prefix, ...numbered, suffix].filter((piece) => piece !== '').join(separator)
}

/** Making one costs more than storing a message does; there are some 400 time zones. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  clocks.set(timeZone, made)
  return made
}

/** `yyyyMMdd` and the like; other characters stay as they are. */
function formatDate(at: Date, format: string, timeZone: string): string {
  const pieces = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(at)
      .map((piece) => [piece.type, piece.value]),
  ) as Record<string, string>
  return format.replace(
    /yyyy|yy|MM|dd|HH|mm/g,
    (token) =>
      ({
        yyyy: pieces['year']!,
        yy: pieces['year']!.slice(-2),
        MM: pieces['month']!,
        dd: pieces['day']!,
        HH: pieces['hour']!,
        mm: pieces['minute']!,
      })[token]!,
  )
}
