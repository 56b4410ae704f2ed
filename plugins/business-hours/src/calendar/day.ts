import * as z from 'zod'

/** Minutes of a day on the clock. */
export const dayMinutes = 24 * 60

/** `HH:mm`; `24:00` ends a day. */
const start = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const end = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/)
/** A part of a day, up to and without its end. */
export const Shift = z
  .object({ start, end })
  .strict()
  .refine((shift) => shift.start < shift.end, { error: 'the end must come after the start', path: ['end'] })
export type Shift = z.infer<typeof Shift>

/** Modes of a weekday (S4-140 to S4-142): open all day, closed all day, or open in one or two shifts. */
export const dayModes = ['open', 'closed', 'hours'] as const

/** A weekday (S3-073). */
export const Day = z
  .discriminatedUnion('mode', [
    z.strictObject({ mode: z.literal('open') }),
    z.strictObject({ mode: z.literal('closed') }),
    z.strictObject({ mode: z.literal('hours'), morning: Shift.nullable(), afternoon: Shift.nullable() }),
  ])
  .superRefine((day, ctx) => {
    if (day.mode !== 'hours') return
    if (day.morning === null && day.afternoon === null)
      ctx.addIssue({ code: 'custom', path: ['morning'], message: 'one of the shifts is needed' })
    if (day.morning && day.afternoon && day.morning.end > day.afternoon.start)
      ctx.addIssue({ code: 'custom', path: ['afternoon', 'start'], message: 'the afternoon begins after the morning' })
  })
export type Day = z.infer<typeof Day>

/** Days as `Date.getDay` counts them: 0 is Sunday. */
export const weekdays = ['0', '1', '2', '3', '4', '5', '6'] as const
export const Week = z
  .object(Object.fromEntries(weekdays.map((day) => [day, Day])) as Record<(typeof weekdays)[number], typeof Day>)
  .strict()
export type Week = z.infer<typeof Week>

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Spans of a day in which somebody is there, in minutes on the clock, in order, each without its end. */
export function spansOf(day: Day): readonly (readonly [number, number])[] {
  if (day.mode === 'closed') return []
  if (day.mode === 'open') return [[0, dayMinutes]]
  return [day.morning, day.afternoon].flatMap((shift) =>
    shift ? [[minuteOf(shift.start), minuteOf(shift.end)] as const] : [],
  )
}

/** Words of a day's shifts, `08:00–12:00, 13:00–18:00`. */
export const shiftsText = (day: Day): string =>
  day.mode === 'hours'
    ? [day.morning, day.afternoon].flatMap((shift) => (shift ? [`${shift.start}–${shift.end}`] : [])).join(', ')
    : ''
