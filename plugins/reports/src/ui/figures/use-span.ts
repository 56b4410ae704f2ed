import { useState } from 'react'
import { dayIn, lastDays, type Span } from '../../figures/span.ts'
import { isSpan } from './span-choice.tsx'

/** Today, where the reader is. */
export const today = (): string => dayIn(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone)

/** A period that is being chosen, and the one that is shown: a day that is being typed changes nothing yet. */
export function useSpan(days: number) {
  const [until] = useState(today)
  const [chosen, setChosen] = useState<Span>(() => lastDays(until, days))
  const [shown, setShown] = useState(chosen)
  return {
    today: until,
    chosen,
    shown,
    choose(span: Span) {
      setChosen(span)
      if (isSpan(span)) setShown(span)
    },
  }
}
