import * as z from 'zod'
import { ticketDaySpans, ticketDaySubjects } from './ticket-day-spans.ts'

const of = z.enum(ticketDaySubjects)
const day = z.iso.date().refine((given) => given >= '1970-01-01', { error: 'too early' })
/**
 * Days by which tickets are filtered, by the clock of the company: a span that moves with the calendar, or days from
 * `from` to `until`, both included, as `2026-11-28`.
 */
export const TicketDays = z.union([
  z.strictObject({ of, span: z.enum(ticketDaySpans) }),
  z
    .strictObject({ of, from: day, until: day })
    .refine(({ from, until }) => from <= until, { error: 'ends before it begins' }),
])
export type TicketDays = z.infer<typeof TicketDays>
