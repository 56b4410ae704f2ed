import { conversationText } from '@recado/sdk'
import * as z from 'zod'
import { longestMessage } from '../rules/rule.ts'

/** Holidays of a company. */
export const mostHolidays = 1_000
/** A calendar file, in bytes. */
export const largestFile = 262_144

const fields = {
  /** A day of the calendar, `YYYY-MM-DD`. */
  date: z.iso.date(),
  description: z.string().trim().min(1).max(120),
  /** For customers who write on this day; empty for the message of the hours. */
  message: z.union([z.literal(''), conversationText(longestMessage)]).default(''),
}

/** A holiday (S3-074). */
export const Holiday = z.object({ id: z.uuid(), ...fields, message: z.string() })
export type Holiday = z.infer<typeof Holiday>

/** S5-097, S5-098: date and description are required. */
export const HolidayDraft = z.object(fields).strict()
export type HolidayDraft = z.infer<typeof HolidayDraft>

/** What an import came to: added, there already on the same date, and lines that say nothing usable. */
export const ImportOutcome = z.object({
  added: z.int(),
  known: z.int(),
  passedOver: z.array(z.object({ what: z.string(), why: z.enum(['notADay', 'noDescription', 'tooMany']) })),
})
export type ImportOutcome = z.infer<typeof ImportOutcome>
