import { ApiError, useApi } from '@recado/sdk/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { PromptDraft } from '../../prompts/prompt.ts'
import type { ReplayedTurn } from '../../replay/routes.ts'

export interface Replayed {
  readonly turns: readonly ReplayedTurn[]
  readonly state: 'idle' | 'coming' | 'done' | 'failed'
  readonly error: unknown
}

const nothing: Replayed = { turns: [], state: 'idle', error: undefined }

/** Reads a replay turn by turn. Another start and the end of the component end the one before. */
export function useReplay() {
  const api = useApi()
  const [replayed, setReplayed] = useState<Replayed>(nothing)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const start = useCallback(
    async (body: { prompt: PromptDraft; id: string | undefined; ticketId: string }): Promise<void> => {
      running.current?.abort()
      const own = new AbortController()
      running.current = own
      setReplayed({ ...nothing, state: 'coming' })
      try {
        for await (const { event, data } of api.events('prompts/replay', body, { signal: own.signal })) {
          if (event === 'turn') setReplayed((before) => ({ ...before, turns: [...before.turns, data as ReplayedTurn] }))
          else setReplayed((before) => ({ ...before, state: 'done' }))
        }
        // A line that ends without the whole was cut.
        setReplayed((before) =>
          before.state === 'coming' ? { ...before, state: 'failed', error: new ApiError('ERR_NETWORK', 0) } : before,
        )
      } catch (error) {
        if (!own.signal.aborted) setReplayed((before) => ({ ...before, state: 'failed', error }))
      }
    },
    [api],
  )
  return { replayed, start }
}
