import type { HolidayDraft, ImportOutcome } from './holiday.ts'

/** Days of a file at most; what repeats is taken for the current and the two following years. */
const mostDays = 1_000
const yearsAhead = 2
/** Longest event that is taken for holidays, in days. */
const longestDays = 31

export interface ReadCalendar {
  readonly days: readonly HolidayDraft[]
  readonly passedOver: ImportOutcome['passedOver']
}

/**
 * Whole days of an iCalendar file (RFC 5545): events with dates, not times, each day of one that lasts several, and
 * those that come again every year. Says why an event is passed over.
 * @param year the current one
 * @throws Error for what is no calendar
 */
export async function readCalendar(text: string, year: number): Promise<ReadCalendar> {
  // Loaded with the first import: few ever do one.
  const { default: ical } = await import('ical.js')
  const calendar = new ical.Component(ical.parse(text) as never)
  const found = new Map<string, HolidayDraft>()
  const passedOver: { what: string; why: ImportOutcome['passedOver'][number]['why'] }[] = []
  for (const component of calendar.getAllSubcomponents('vevent')) {
    const event = new ical.Event(component)
    const description = String(event.summary ?? '')
      .trim()
      .slice(0, 120)
    const start = event.startDate as typeof event.startDate | null
    if (!start?.isDate) passedOver.push({ what: description.slice(0, 80), why: 'notADay' })
    else if (description === '') passedOver.push({ what: start.toString(), why: 'noDescription' })
    else if (found.size >= mostDays) passedOver.push({ what: description.slice(0, 80), why: 'tooMany' })
    else
      for (const date of datesOf(event, year))
        if (found.size < mostDays && !found.has(date)) found.set(date, { date, description, message: '' })
    if (passedOver.length > 100) break
  }
  return { days: [...found.values()].toSorted((a, b) => a.date.localeCompare(b.date)), passedOver }
}

interface DatedEvent {
  readonly startDate: { toString(): string; readonly year: number }
  readonly duration: { toSeconds(): number }
  isRecurring(): boolean
  iterator(): { next(): { toString(): string; readonly year: number } | null | undefined }
}

function datesOf(event: DatedEvent, year: number): readonly string[] {
  const days = Math.min(Math.max(1, Math.round(event.duration.toSeconds() / 86_400)), longestDays)
  const from = (first: string): string[] =>
    Array.from({ length: days }, (_, index) =>
      new Date(Date.parse(`${first}T00:00:00Z`) + index * 86_400_000).toISOString().slice(0, 10),
    )
  if (!event.isRecurring()) return from(event.startDate.toString())
  const dates: string[] = []
  const occurrences = event.iterator()
  for (let step = 0; step < mostDays; step++) {
    const next = occurrences.next()
    if (!next || next.year > year + yearsAhead) break
    if (next.year >= year) dates.push(...from(next.toString()))
  }
  return dates
}
