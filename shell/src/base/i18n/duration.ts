import { perLocale } from './per-locale.ts'

type Unit = 'second' | 'minute' | 'hour' | 'day'
type Measure = readonly [value: number, unit: Unit]
type Length = 'narrow' | 'long'

/** Minutes up to two hours, hours up to two days, then days: short enough beside a name. */
function measureOfMinutes(minutes: number): Measure {
  if (minutes < 120) return [minutes, 'minute']
  return minutes < 2_880 ? [Math.floor(minutes / 60), 'hour'] : [Math.floor(minutes / 1_440), 'day']
}

/** The same, with seconds up to two minutes. */
const measureOfSeconds = (seconds: number): Measure =>
  seconds < 120 ? [Math.floor(seconds), 'second'] : measureOfMinutes(Math.floor(seconds / 60))

const inUnits = (unitDisplay: Length) => {
  const inUnit = (unit: Unit) =>
    perLocale((locale) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay }))
  return { second: inUnit('second'), minute: inUnit('minute'), hour: inUnit('hour'), day: inUnit('day') }
}
const lengths = { narrow: inUnits('narrow'), long: inUnits('long') }
const ago = perLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }))

/** A duration, to the minute. */
export function minutesText(minutes: number, locale: string, length: Length): string {
  const [value, unit] = measureOfMinutes(minutes)
  return lengths[length][unit](locale).format(value)
}

/** A duration, to the second; one below a second is shown as one. */
export function secondsText(seconds: number, locale: string): string {
  const [value, unit] = measureOfSeconds(Math.max(1, seconds))
  return lengths.long[unit](locale).format(value)
}

/** Time since an instant, to the second. */
export function agoText(seconds: number, locale: string): string {
  const [value, unit] = measureOfSeconds(Math.max(1, seconds))
  return ago(locale).format(-value, unit)
}

const now = perLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
const spans = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Time since an instant as people say it, in the largest whole unit; less than a minute, or the future, is now. */
export function sinceText(seconds: number, locale: string): string {
  const span = spans.find(([, length]) => seconds >= length)
  return span ? ago(locale).format(-Math.floor(seconds / span[1]), span[0]) : now(locale).format(0, 'second')
}
