import { dayOf } from '../../../base/i18n/calendar-days.ts'

/** Times that people mean most often. */
export type PresetName = 'hour' | 'evening' | 'tomorrow' | 'monday'
export interface Preset {
  readonly name: PresetName
  readonly at: Date
}

const evening = 18
const morning = 9
const minute = 60_000

/** The times to choose from at `now`, where the reader is, without those that mean the same. */
export function schedulePresets(now: Date): Preset[] {
  const on = (days: number, hour: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour)
  const inAnHour = new Date(Math.ceil((now.getTime() + 60 * minute) / (5 * minute)) * 5 * minute)
  const untilMonday = (8 - now.getDay()) % 7 || 7
  return [
    { name: 'hour', at: inAnHour },
    ...(on(0, evening).getTime() - now.getTime() > 90 * minute
      ? [{ name: 'evening' as const, at: on(0, evening) }]
      : []),
    { name: 'tomorrow', at: on(1, morning) },
    ...(untilMonday > 1 ? [{ name: 'monday' as const, at: on(untilMonday, morning) }] : []),
  ]
}

/** `2026-01-31T14:30`, as fields for a day and a time hold it. */
export const localTime = (at: Date): string => {
  const two = (n: number) => n.toString().padStart(2, '0')
  return `${dayOf(at)}T${two(at.getHours())}:${two(at.getMinutes())}`
}
