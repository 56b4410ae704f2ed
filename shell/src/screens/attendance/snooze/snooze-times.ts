import { wallOf } from '../../../base/i18n/wall-clock.ts'

/** Times to which people put things off most often. */
export type SnoozePresetName = 'later' | 'tomorrow' | 'monday'
export interface SnoozePreset {
  readonly name: SnoozePresetName
  readonly at: Date
}

const minute = 60_000
const halfHour = 30 * minute
const morning = 9

/** The moment at which the clock of a zone shows `wall`; where it was put forward over it, as much later. */
export function momentAt(wall: number, timeZone: string): Date {
  const offset = (at: number) => wallOf(new Date(at), timeZone) - Math.floor(at / minute) * minute
  const first = wall - offset(wall)
  const second = wall - offset(first)
  return new Date(second + offset(second) === wall ? second : Math.max(first, second))
}

/** A day and a time as a field holds them, `2026-01-31T14:30`, in a zone. */
export const momentOf = (local: string, timeZone: string): Date => momentAt(Date.parse(`${local}:00Z`), timeZone)

/** The clock of a zone as a field for day and time holds it. */
export const localOf = (at: Date, timeZone: string): string => new Date(wallOf(at, timeZone)).toISOString().slice(0, 16)

/**
 * The times to choose from at `now`: later today, tomorrow at nine, Monday at nine, by the clock of the company; none
 * twice.
 */
export function snoozePresets(now: Date, timeZone: string): SnoozePreset[] {
  const wall = wallOf(now, timeZone)
  const midnight = Math.floor(wall / 86_400_000) * 86_400_000
  const day = (days: number) => momentAt(midnight + days * 86_400_000 + morning * 60 * minute, timeZone)
  const later = new Date(Math.ceil((now.getTime() + 180 * minute) / halfHour) * halfHour)
  const untilMonday = (8 - new Date(midnight).getUTCDay()) % 7 || 7
  return [
    ...(wallOf(later, timeZone) < midnight + 86_400_000 ? [{ name: 'later' as const, at: later }] : []),
    { name: 'tomorrow', at: day(1) },
    ...(untilMonday > 1 ? [{ name: 'monday' as const, at: day(untilMonday) }] : []),
  ]
}
