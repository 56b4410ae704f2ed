/** How a table writes times: which of day and month comes first, and their zone where a time says none. */
export interface TimeFormat {
  readonly dates: 'dmy' | 'mdy'
  /** Such as `-03:00`. */
  readonly utcOffset: string
}

const dayMs = 86_400_000
/** Days of a workbook are counted from here; these are of the years 1954 to 2119. */
const bookStart = Date.UTC(1899, 11, 30)
const isBookDay = (value: number): boolean => value >= 20_000 && value < 80_000
const isSeconds = (value: number): boolean => value >= 1e9 && value < 1e10
const isMilliseconds = (value: number): boolean => value >= 1e12 && value < 1e13

const time = String.raw`[T,]?\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,6}))?)?\s*([ap]\.?m\.?)?`
const clock = String.raw`(?:${time})?\s*(z|utc|gmt|[+-]\d{2}:?\d{2})?`
const yearFirst = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${clock}$`, 'i')
const yearLast = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})${clock}$`, 'i')

export function offsetMs(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** A time of a cell in milliseconds; null for what is none. */
export function instantIn(cell: string, { dates, utcOffset }: TimeFormat): number | null {
  const text = cell.trim()
  if (/^\d+(\.\d+)?$/.test(text)) return ofNumber(Number(text), utcOffset)
  const first = yearFirst.exec(text)
  const found = first ?? yearLast.exec(text)
  if (found === null) return null
  const [one, two, three] = [Number(found[1]), Number(found[2]), Number(found[3])]
  const [year, month, day] = first ? [one, two, three] : dates === 'dmy' ? [three, two, one] : [three, one, two]
  const [hour, minute, second] = [Number(found[4] ?? 0), Number(found[5] ?? 0), Number(found[6] ?? 0)]
  const half = found[8]?.charAt(0).toLowerCase()
  const hours = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0)
  const millisecond = Number((found[7] ?? '').padEnd(3, '0').slice(0, 3))
  const at = Date.UTC(year, month - 1, day, hours, minute, second, millisecond)
  const read = new Date(at)
  // The 31st of February, or 25 o'clock, would be another day.
  const isReal = read.getUTCMonth() === month - 1 && read.getUTCDate() === day && minute < 60 && second < 60
  const zone = found[9]
  return isReal ? at - (zone === undefined ? offsetMs(utcOffset) : offsetMs(zone)) : null
}

function ofNumber(value: number, utcOffset: string): number | null {
  if (isBookDay(value)) return Math.round((bookStart + value * dayMs) / 1_000) * 1_000 - offsetMs(utcOffset)
  if (isSeconds(value)) return value * 1_000
  return isMilliseconds(value) ? value : null
}
