/** Day and time, as people of this language write it. */
export const moment = (language: string, at: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short' }).format(new Date(at))

/** Units in which a wait is entered, with their minutes. */
export const unitMinutes = { minutes: 1, hours: 60, days: 1440 } as const
export type WaitUnit = keyof typeof unitMinutes
const largestFirst = ['days', 'hours', 'minutes'] as const

/** The largest unit that says it without a rest: 90 are 90 minutes, 120 are 2 hours. */
export function inUnit(minutes: number): { readonly amount: number; readonly unit: WaitUnit } {
  const unit = largestFirst.find((one) => minutes % unitMinutes[one] === 0)!
  return { amount: minutes / unitMinutes[unit], unit }
}

/** A wait in words: “30 minutos”. */
export function wait(language: string, minutes: number): string {
  const { amount, unit } = inUnit(minutes)
  return new Intl.NumberFormat(language, { style: 'unit', unit: unit.slice(0, -1), unitDisplay: 'long' }).format(amount)
}
