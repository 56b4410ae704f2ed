import { ticketDaySpans, ticketDaySubjects, type TicketDays } from '../../base/contracts.ts'

/** Days of a filter from a stored value or an address; null for what is none. */
export function readDays(given: unknown): TicketDays | null {
  if (typeof given !== 'object' || given === null) return null
  const { of: asked, span: spanned, from, until } = given as Record<string, unknown>
  const of = ticketDaySubjects.find((subject) => subject === asked)
  if (of === undefined) return null
  const span = ticketDaySpans.find((one) => one === spanned)
  if (span !== undefined) return { of, span }
  return isDay(from) && isDay(until) && from <= until ? { of, from, until } : null
}

/** Whether this is a day that the server takes, as `2026-11-28`. */
export const isDay = (given: unknown): given is string =>
  typeof given === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(given) &&
  given >= '1970-01-01' &&
  !Number.isNaN(Date.parse(given)) &&
  new Date(given).toISOString().startsWith(given)
