/** How long a token counts, as it is chosen. `date`: up to a day of one's own choice. */
export const expiryChoices = ['30', '90', '365', 'date', 'never'] as const
export type ExpiryChoice = (typeof expiryChoices)[number]

const dayMs = 24 * 60 * 60_000

/** The instant that is stored; undefined while the day is missing or has passed. A day counts to its end, where the user is. */
export function expiryOf(choice: ExpiryChoice, day: string, now = new Date()): string | null | undefined {
  if (choice === 'never') return null
  if (choice !== 'date') return new Date(now.getTime() + Number(choice) * dayMs).toISOString()
  const end = new Date(`${day}T23:59:59`)
  return Number.isNaN(end.getTime()) || end <= now ? undefined : end.toISOString()
}

/** The day of an instant where the user is, as a date field holds it. */
export function dayOf(instant: string): string {
  const at = new Date(instant)
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}
