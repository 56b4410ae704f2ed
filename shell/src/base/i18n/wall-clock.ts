/** Local time of a time zone, as milliseconds of a UTC time with the same fields. */
export function wallOf(at: Date, timeZone: string): number {
  const shown = Object.fromEntries(
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute', number>
  return Date.UTC(shown.year, shown.month - 1, shown.day, shown.hour, shown.minute)
}
