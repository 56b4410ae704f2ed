import { useState } from 'react'
import { lastDays, type Span } from '../../figures/span.ts'
import { today } from '../figures/use-span.ts'

/** The last days, today among them, for as long as the card stays. */
export function useLastDays(days: number): Span {
  const [span] = useState(() => lastDays(today(), days))
  return span
}
