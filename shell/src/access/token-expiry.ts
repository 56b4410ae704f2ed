import { endOfDay } from '../i18n/calendar-days.ts'

/** How long a token counts, as it is chosen. `date`: up to a day of one's own choice. */
export const expiryChoices = ['30', '90', '365', 'date', 'never'] as const
export type ExpiryChoice = (typeof expiryChoices)[number]

const dayMs = 24 * 60 * 60_000

/** The instant that is stored; undefined while the day is missing or has passed. A day counts to its end, where the user is. */
export function expiryOf(choice: ExpiryChoice, day: string, now = new Date()): string | null | undefined {
  if (choice === 'never') return null
  if (choice !== 'date') return new Date(now.getTime() + Number(choice) * dayMs).toISOString()
  const end = endOfDay(day)
  return Number.isNaN(end.getTime()) || end <= now ? undefined : end.toISOString()
}
