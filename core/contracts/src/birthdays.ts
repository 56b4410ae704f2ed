import * as z from 'zod'

/**
 * Counts of birthday messages over `days` days (S9-053): `windowClosed` counts contacts whose channel allowed no
 * message at the time, `unreachable` those without an address on it.
 */
export const BirthdayGreetings = z.object({ days: z.int(), sent: z.int(), windowClosed: z.int(), unreachable: z.int() })
export type BirthdayGreetings = z.infer<typeof BirthdayGreetings>
