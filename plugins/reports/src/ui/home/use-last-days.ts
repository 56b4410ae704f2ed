import { useState } from 'react'
import { dayIn, lastDays, type Span } from '../../figures/span.ts'

/** The last days, today among them, for as long as the card stays. */
export function useLastDays(days: number): Span {
  const [span] = useState(() => lastDays(dayIn(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone), days))
  return span
}
