import { ApiError, useApi } from '@recado/sdk/ui'
import { useCallback, useEffect, useRef, useState } from 'react'

/** What a text rests on. */
export interface StreamedSource {
  readonly article: string
  readonly title: string
  readonly text: string
}

/** A text that comes in pieces. `error` is what was thrown; what had come by then stays. */
export interface StreamedText {
  readonly text: string
  readonly sources: readonly StreamedSource[]
  readonly state: 'idle' | 'coming' | 'done' | 'failed'
  readonly error: unknown
}

const nothing: StreamedText = { text: '', sources: [], state: 'idle', error: undefined }

/** Reads the pieces of a route of the plugin. Another start, `stop` and the end of the component end the one before. */
export function useStream() {
  const api = useApi()
  const [streamed, setStreamed] = useState<StreamedText>(nothing)
  const running = useRef<AbortController>(undefined)
  const stop = useCallback(() => running.current?.abort(), [])
  useEffect(() => stop, [stop])
  const start = useCallback(
    async (path: string, body: unknown): Promise<void> => {
      running.current?.abort()
      const own = new AbortController()
      running.current = own
      setStreamed({ ...nothing, state: 'coming' })
      try {
        for await (const { event, data } of api.events(path, body, { signal: own.signal })) {
          const { text, sources = [] } = data as { text: string; sources?: StreamedSource[] }
          if (event === 'piece') setStreamed((before) => ({ ...before, text: before.text + text }))
          else setStreamed({ text, sources, state: 'done', error: undefined })
        }
        // A line that ends without the whole was cut.
        setStreamed((before) =>
          before.state === 'coming' ? { ...before, state: 'failed', error: new ApiError('ERR_NETWORK', 0) } : before,
        )
      } catch (error) {
        if (!own.signal.aborted) setStreamed((before) => ({ ...before, state: 'failed', error }))
      }
    },
    [api],
  )
  return { streamed, start, stop }
}
