import { useState } from 'react'
import { spanOfPeriod, type FigurePeriod } from '../../figures/figure-period.ts'
import { dayIn, type Span } from '../../figures/span.ts'
import { isSpan } from './span-choice.tsx'

/** Today, where the reader is. */
export const today = (): string => dayIn(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone)

/** A period that is being chosen, and the one that is shown: a day that is being typed changes nothing yet. */
export function useSpan(days: number) {
  const [until] = useState(today)
  const [period, setPeriod] = useState<FigurePeriod>({ kind: 'last', days })
  const [chosen, setChosen] = useState<Span>(() => spanOfPeriod({ kind: 'last', days }, until))
  const [shown, setShown] = useState(chosen)
  return {
    today: until,
    /** What the shown days are. */
    period,
    chosen,
    shown,
    choose(next: FigurePeriod) {
      const span = spanOfPeriod(next, until)
      setChosen(span)
      if (!isSpan(span)) return
      setPeriod(next)
      setShown(span)
    },
  }
}
