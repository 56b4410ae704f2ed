import { refusal } from '../errors.ts'
import { daysIn, monthOf, mostTicketDays, type Period } from './period.ts'

/**
 * The days that are asked for; where one end is missing, the month of the other, and without both the current month.
 * @throws Refusal ERR_REPORT_PERIOD
 */
export function askedPeriod(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  today: string,
): Period {
  const month = monthOf(from ?? to ?? today)
  const period = { from: from ?? month.from, to: to ?? month.to }
  const days = daysIn(period)
  if (days < 1 || days > mostTicketDays) throw refusal('ERR_REPORT_PERIOD', { limit: mostTicketDays })
  return period
}
