const dayMs = 86_400_000

/** Days, both included, as `YYYY-MM-DD`. */
export interface Span {
  readonly from: string
  readonly until: string
}

const text = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The day of a moment in a time zone. */
export const dayIn = (at: Date, timeZone: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at)

/** How many days it has. */
export const daysOf = ({ from, until }: Span): number => Math.round((Date.parse(until) - Date.parse(from)) / dayMs) + 1

/** The last days up to one of them. */
export const lastDays = (until: string, days: number): Span => ({
  from: text(Date.parse(until) - (days - 1) * dayMs),
  until,
})

/** As many days, directly before. */
export const spanBefore = (span: Span): Span => lastDays(text(Date.parse(span.from) - dayMs), daysOf(span))

/** Every day of it, in order. */
export const eachDay = (span: Span): string[] =>
  Array.from({ length: daysOf(span) }, (_, nth) => text(Date.parse(span.from) + nth * dayMs))

/** Percent; what grew by more had so little before that a percentage says nothing. */
const mostTelling = 400

/**
 * By how much a number has changed, in percent; null where there was nothing before or too little to compare with, or
 * nothing now.
 */
export function changeOf(now: number | null, before: number | null): number | null {
  if (now === null || before === null || before === 0) return null
  const change = Math.round(((now - before) / before) * 100)
  return change > mostTelling ? null : change
}
