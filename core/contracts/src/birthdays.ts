import * as z from 'zod'

/**
 * What became of birthday messages in so many days (S9-053): `windowClosed` counts contacts to whom the channel let
 * nothing pass at the time, `unreachable` those who have no address on it.
 */
export const BirthdayGreetings = z.object({ days: z.int(), sent: z.int(), windowClosed: z.int(), unreachable: z.int() })
export type BirthdayGreetings = z.infer<typeof BirthdayGreetings>
