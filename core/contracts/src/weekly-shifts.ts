import * as z from 'zod'

/** Working shifts of a day (S3-040). A whole day excludes the others (reading 85). */
export const shifts = ['morning', 'afternoon', 'evening', 'full_day'] as const
/** A part of a day by its name. */
export const Shift = z.enum(shifts)
export type Shift = z.infer<typeof Shift>

/** `HH:mm`, 24 hours. */
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
/** From `start` up to and without `end`, on one day; a night is written as two. `24:00` ends a day. */
const Hours = z
  .object({ start: TimeOfDay, end: z.union([TimeOfDay, z.literal('24:00')]) })
  .strict()
  .refine(({ start, end }) => start < end, { error: 'the end must come after the start', path: ['end'] })
const Day = z.partialRecord(Shift, Hours).refine((day) => !day.full_day || Object.keys(day).length === 1, {
  error: 'a whole day has no other shifts',
  path: ['full_day'],
})

/** Days as `Date.getDay` counts them: 0 is Sunday. */
export const weekdays = ['0', '1', '2', '3', '4', '5', '6'] as const
/**
 * When somebody works, or may sign in: shifts by weekday, in the time zone of the company. A day that is missing has
 * none; an empty record is never.
 */
export const WeeklyShifts = z.partialRecord(z.enum(weekdays), Day)
export type WeeklyShifts = z.infer<typeof WeeklyShifts>
