/** From here on the time that is left of a service window is shown. Milliseconds. */
export const worthShowing = 2 * 3_600_000

/** Milliseconds as `1 h 20 min`, in the reader's language and never less than a minute. */
export function timeLeft(left: number, language: string): string {
  const minutes = Math.max(1, Math.ceil(left / 60_000))
  const unit = (value: number, name: 'hour' | 'minute') =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value)
  const hours = Math.floor(minutes / 60)
  return [hours > 0 && unit(hours, 'hour'), (minutes % 60 > 0 || hours === 0) && unit(minutes % 60, 'minute')]
    .filter(Boolean)
    .join(' ')
}
