const minuteMs = 60_000
/** Further than any clock is from UTC, and a day that a zone may have left out. */
const aroundMs = 2 * 24 * 60 * minuteMs

/** Local time in a zone: the day as `YYYY-MM-DD`, its weekday (0 is Sunday), and the minute on the clock. */
export interface Wall {
  readonly date: string
  readonly weekday: number
  readonly minute: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format)
    formats.set(
      zone,
      (format = new Intl.DateTimeFormat('en-GB', {
        timeZone: zone,
        calendar: 'iso8601',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        hourCycle: 'h23',
      })),
    )
  return format
}

/** Difference between the zone's clock and UTC at an instant, in milliseconds. */
export function offsetAt(zone: string, instant: number): number {
  const part = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>
  const shown = Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second)
  return shown - Math.floor(instant / 1_000) * 1_000
}

/** The zone's clock at an instant. @throws RangeError for a name that is no time zone */
export function wallAt(zone: string, instant: number): Wall {
  const local = new Date(instant + offsetAt(zone, instant))
  return {
    date: local.toISOString().slice(0, 10),
    weekday: local.getUTCDay(),
    minute: local.getUTCHours() * 60 + local.getUTCMinutes(),
  }
}

/**
 * Instants at which the clock shows a minute of a day: one, two where it was put back, none where it was put forward
 * over it. With them the instant at which the clock is changed, where that happens around this day.
 */
export function instantsOf(zone: string, midnight: number, minute: number): readonly number[] {
  const shown = midnight + minute * minuteMs
  const [from, until] = [shown - aroundMs, shown + aroundMs]
  const [before, after] = [offsetAt(zone, from), offsetAt(zone, until)]
  if (before === after) return [shown - before]
  const real = [before, after].map((offset) => ({ at: shown - offset, offset }))
  return [
    ...real.filter(({ at, offset }) => offsetAt(zone, at) === offset).map(({ at }) => at),
    changeBetween(zone, from, until),
  ]
}

/** The instant between these two at which the offset changes. */
function changeBetween(zone: string, from: number, to: number): number {
  const before = offsetAt(zone, from)
  let [low, high] = [from, to]
  while (high - low > 1_000) {
    const middle = Math.floor((low + high) / 2_000) * 1_000
    if (offsetAt(zone, middle) === before) low = middle
    else high = middle
  }
  return high
}
