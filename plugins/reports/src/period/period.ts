/** Days, both included, as `2026-11-28`. */
export interface Period {
  readonly from: string
  readonly to: string
}

const dayMs = 86_400_000

/** The day by a clock. */
export const dayAt = (at: Date, timeZone: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at)

/** The whole month of a day. */
export function monthOf(day: string): Period {
  const [year, month] = day.split('-').map(Number) as [number, number]
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return { from: `${day.slice(0, 8)}01`, to: `${day.slice(0, 8)}${String(last).padStart(2, '0')}` }
}

/** Days of a period; less than one when it ends before it begins. */
export const daysIn = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1

/** Longest period of the report of conversations, in days: three years. */
export const mostTicketDays = 1_096
/** Longest period of birthdays: everybody has one in a year. */
export const mostBirthdayDays = 365
