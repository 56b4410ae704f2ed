const formats = new Map<string, Intl.DateTimeFormat>()

/** The day by the company's clock, `2026-11-22`. */
export function companyDay(at: Date, timeZone: string): string {
  let format = formats.get(timeZone)
  if (!format)
    formats.set(
      timeZone,
      (format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })),
    )
  return format.format(at)
}
