import { endOfDay, startOfDay } from '../../base/i18n/calendar-days.ts'

/**
 * S5-110, as the server judges it: `since` before `until`, nothing later than today, no further back than the channel
 * reaches. Days as `2026-01-31`, in the reader's time zone.
 */
export function importDatesFault(
  since: string,
  until: string,
  today: string,
  maxAgeDays: number | undefined,
): 'missing' | 'order' | 'future' | 'tooOld' | undefined {
  if (since === '' || until === '') return 'missing'
  if (since > today || until > today) return 'future'
  if (since > until) return 'order'
  if (maxAgeDays !== undefined && (Date.parse(today) - Date.parse(since)) / 86_400_000 > maxAgeDays) return 'tooOld'
  return undefined
}

/** The instants between which everything of these days lies. */
export const spanOf = (since: string, until: string): { since: string; until: string } => ({
  since: startOfDay(since).toISOString(),
  until: endOfDay(until).toISOString(),
})
