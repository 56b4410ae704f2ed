import { ApiError, useApi } from '@recado/sdk/ui'
import { useEffect, useRef, useState } from 'react'
import type { SimulationPart, WouldFire } from '../../simulation/simulation.ts'
import type { Supposed } from '../../simulation/supposed.ts'
import type { SentRule } from '../editor/draft.ts'

/** Results of a simulation so far. */
export interface Simulated {
  /** What was sent, as {@link sentAs}, to know whether something else is on the screen by now. */
  readonly sent: string
  readonly tickets: number
  readonly fired: number
  readonly firedTickets: number
  readonly samples: readonly WouldFire[]
  readonly problems: SimulationPart['problems']
  /** There is no more to be asked; else it was stopped. */
  readonly isWhole: boolean
}

/** A rule and the answer that is supposed for it, in a form that can be compared. */
export const sentAs = (rule: SentRule, answer: Supposed | null): string => JSON.stringify([rule, answer])

/** Samples that are kept of all parts. */
const mostSamples = 20

const added = (before: Simulated | undefined, sent: string, part: SimulationPart): Simulated => ({
  sent,
  isWhole: part.nextCursor === null,
  tickets: (before?.tickets ?? 0) + part.tickets,
  fired: (before?.fired ?? 0) + part.fired,
  firedTickets: (before?.firedTickets ?? 0) + part.firedTickets,
  samples: [...(before?.samples ?? []), ...part.samples].slice(0, mostSamples),
  problems: [
    ...(before?.problems ?? []),
    ...part.problems.filter(({ at }) => !before?.problems.some((known) => known.at === at)),
  ],
})

/** Asks for one part after the other until there is no more, or nobody wants to know. */
export function useSimulation() {
  const api = useApi()
  const [found, setFound] = useState<Simulated>()
  const [isRunning, setRunning] = useState(false)
  const running = useRef<AbortController>(undefined)
  const cancel = () => running.current?.abort()
  useEffect(() => cancel, [])

  /** @throws ApiError of a part that was refused; earlier results stay */
  const run = async (rule: SentRule, answer: Supposed | null): Promise<void> => {
    cancel()
    const own = new AbortController()
    running.current = own
    const sent = sentAs(rule, answer)
    setFound(undefined)
    setRunning(true)
    try {
      let all: Simulated | undefined
      let cursor: string | null = null
      do {
        const part: SimulationPart = await api.post<SimulationPart>(
          'simulations',
          { rule, answer, cursor },
          { signal: own.signal },
        )
        if (own.signal.aborted) return
        all = added(all, sent, part)
        setFound(all)
        cursor = part.nextCursor
      } while (cursor !== null)
    } catch (thrown) {
      if (!(ApiError.is(thrown) && thrown.code === 'ERR_ABORTED')) throw thrown
    } finally {
      if (running.current === own) setRunning(false)
    }
  }
  return { found, isRunning, run, cancel }
}
