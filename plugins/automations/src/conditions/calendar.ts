import type { AutomationSubject, ConditionSpec, PluginContext } from '@recado/sdk'
import * as z from 'zod'

/* Conditions on the company's clock and calendar. */

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
type Weekday = (typeof weekdays)[number]
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/**
 * Condition: one of these weekdays, between these hours. Hours that end before they begin go on after midnight and
 * belong to the day on which they began; the same hour twice is the whole day.
 */
export const hours = {
  icon: 'clock',
  input: z.object({
    days: z.array(z.enum(weekdays)).min(1).default(['monday', 'tuesday', 'wednesday', 'thursday', 'friday']),
    from: TimeOfDay.default('08:00'),
    until: TimeOfDay.default('18:00'),
  }),
} satisfies ConditionSpec

/** A day of one year, or with month and day alone of every year. */
const CalendarDay = z
  .string()
  .trim()
  .regex(/^(\d{4}-)?(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/)

/** Condition: one of these days. */
export const calendarDay = {
  icon: 'calendar',
  input: z.object({ days: z.array(CalendarDay).min(1).max(100) }),
} satisfies ConditionSpec

/** An instant by the clock of a place: day as `2026-11-22`, minutes since midnight. */
export interface LocalTime {
  readonly weekday: Weekday
  readonly day: string
  readonly minutes: number
}

/** Reads instants by the clock of a time zone. */
export function clockOf(timeZone: string): (at: string) => LocalTime {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (at) => {
    const part = Object.fromEntries(format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]))
    return {
      weekday: part['weekday']!.toLowerCase() as Weekday,
      day: `${part['year']!.padStart(4, '0')}-${part['month']!}-${part['day']!}`,
      minutes: Number(part['hour']) * 60 + Number(part['minute']),
    }
  }
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const dayBefore = (day: Weekday): Weekday => weekdays[(weekdays.indexOf(day) + weekdays.length - 1) % weekdays.length]!

export function isWithin(
  { days, from, until }: z.output<typeof hours.input>,
  { weekday, minutes }: Pick<LocalTime, 'weekday' | 'minutes'>,
): boolean {
  const [begin, end] = [minutesOf(from), minutesOf(until)]
  if (begin < end) return days.includes(weekday) && minutes >= begin && minutes < end
  if (begin === end) return days.includes(weekday)
  return (days.includes(weekday) && minutes >= begin) || (days.includes(dayBefore(weekday)) && minutes < end)
}

export const isOn = ({ days }: z.output<typeof calendarDay.input>, { day }: Pick<LocalTime, 'day'>): boolean =>
  days.some((one) => one === day || one === day.slice(5))

/** Asks about the instants of conversations, by the company's clock. */
export const byCompanyClock =
  <I>(holds: (input: I, time: LocalTime) => boolean) =>
  async (
    input: I,
    subjects: readonly Pick<AutomationSubject, 'at'>[],
    { core }: Pick<PluginContext, 'core'>,
  ): Promise<boolean[]> => {
    if (subjects.length === 0) return []
    const read = clockOf((await core.company.profile()).timeZone)
    return subjects.map(({ at }) => holds(input, read(at)))
  }
