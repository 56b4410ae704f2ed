import { apiTokenDays } from '../../base/contracts.ts'
import { endOfDay } from '../../base/i18n/calendar-days.ts'

/** Choices of a token's lifetime. `date`: up to a day of the user's choice. */
export const expiryChoices = ['30', '90', '365', 'date'] as const
export type ExpiryChoice = (typeof expiryChoices)[number]

const dayMs = 24 * 60 * 60_000
/** Days before its end from which a token is marked, so that its program gets another one in time. */
const warnDays = 30

/**
 * The instant that is stored; undefined while the day is missing, has passed or is too far. A day counts to its end,
 * where the user is.
 */
export function expiryOf(choice: ExpiryChoice, day: string, now = new Date()): string | undefined {
  if (choice !== 'date') return new Date(now.getTime() + Number(choice) * dayMs).toISOString()
  const end = endOfDay(day)
  const isTooFar = end.getTime() - now.getTime() > apiTokenDays * dayMs
  return Number.isNaN(end.getTime()) || end <= now || isTooFar ? undefined : end.toISOString()
}

/** State of a token at `now`, in milliseconds: over, to be replaced soon, or good for longer. */
export function standingOf(expiresAt: string, now: number): 'over' | 'soon' | 'good' {
  const left = Date.parse(expiresAt) - now
  return left <= 0 ? 'over' : left <= warnDays * dayMs ? 'soon' : 'good'
}
