/** S5-110, as the server judges it: `since` before `until`, nothing later than today, no further back than the channel reaches. Days as `2026-01-31`, in the reader's time zone. */
export function importDatesFault(since: string, until: string, today: string, maxAgeDays: number | undefined): 'missing' | 'order' | 'future' | 'tooOld' | undefined {
  if (since === '' || until === '') return 'missing'
  if (since > today || until > today) return 'future'
  if (since > until) return 'order'
  if (maxAgeDays !== undefined && (Date.parse(today) - Date.parse(since)) / 86_400_000 > maxAgeDays) return 'tooOld'
  return undefined
}

/** A day as date fields write it, where the reader is. */
export const dayOf = (date: Date): string => `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`

/** The instants between which everything of these days lies. */
export const spanOf = (since: string, until: string): { since: string; until: string } => ({ since: new Date(`${since}T00:00:00`).toISOString(), until: new Date(`${until}T23:59:59.999`).toISOString() })
