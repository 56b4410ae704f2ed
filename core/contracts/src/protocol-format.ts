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

type Pieces = Readonly<Record<string, string>>
/** What a clock showed last. No piece is finer than a minute, and every message asks. */
interface Clock {
  readonly format: Intl.DateTimeFormat
  minute: number
  pieces: Pieces
}

/** Making one costs more than storing a message does; there are some 400 time zones. */
const clocks = new Map<string, Clock>()
const minuteMs = 60_000

function clockOf(timeZone: string): Clock {
  const known = clocks.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const made = { format, minute: Number.NaN, pieces: {} }
  clocks.set(timeZone, made)
  return made
}

function piecesOf(at: Date, timeZone: string): Pieces {
  const clock = clockOf(timeZone)
  const minute = Math.floor(at.getTime() / minuteMs)
  if (clock.minute !== minute) {
    clock.pieces = Object.fromEntries(clock.format.formatToParts(at).map((piece) => [piece.type, piece.value]))
    clock.minute = minute
  }
  return clock.pieces
}

/** `yyyyMMdd` and the like; other characters stay as they are. */
function formatDate(at: Date, format: string, timeZone: string): string {
  const pieces = piecesOf(at, timeZone)
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
