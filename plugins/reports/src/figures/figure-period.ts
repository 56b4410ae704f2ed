import { longestFactDays } from '@recado/sdk'
import * as z from 'zod'
import { daysOf, lastDays, type Span } from './span.ts'

/** The days of a report that is asked again later: the last ones, a month, or the same two days for ever. */
export const FigurePeriod = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('last'), days: z.int().min(1).max(longestFactDays) }),
    z.strictObject({ kind: z.literal('month'), which: z.enum(['this', 'last']) }),
    z.strictObject({ kind: z.literal('days'), from: z.iso.date(), until: z.iso.date() }),
  ])
  .refine((period) => period.kind !== 'days' || (period.from <= period.until && daysOf(period) <= longestFactDays), {
    path: ['until'],
    error: `not before the first day, and ${longestFactDays} days at most`,
  })
export type FigurePeriod = z.infer<typeof FigurePeriod>

const monthStart = (day: string): string => `${day.slice(0, 8)}01`
/** The day before. */
export const dayBefore = (day: string): string => lastDays(day, 2).from

/** The days that are meant on a day, `YYYY-MM-DD`. */
export function spanOfPeriod(period: FigurePeriod, today: string): Span {
  switch (period.kind) {
    case 'last':
      return lastDays(today, period.days)
    case 'days':
      return { from: period.from, until: period.until }
    case 'month': {
      if (period.which === 'this') return { from: monthStart(today), until: today }
      const until = dayBefore(monthStart(today))
      return { from: monthStart(until), until }
    }
  }
}

/** The same for who is sent a report on that day: only days that are over. A month is then the one of yesterday. */
export const spanOfSentPeriod = (period: FigurePeriod, today: string): Span =>
  period.kind === 'month' && period.which === 'last'
    ? spanOfPeriod(period, today)
    : spanOfPeriod(period, dayBefore(today))
