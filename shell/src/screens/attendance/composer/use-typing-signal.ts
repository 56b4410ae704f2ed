import { useCallback, useEffect, useRef } from 'react'
import type { LiveStream } from '../../../data/realtime/live-stream.ts'

/** Interval of repeating the sign of typing; without it the other side hides it. Milliseconds. */
const repeat = 3_000

/** Signals to the contact's side that an agent types, and that they stopped. */
export function useTypingSignal(live: Pick<LiveStream, 'typing'>, ticketId: string): (writing: boolean) => void {
  const last = useRef(0)
  useEffect(
    () => () => {
      if (last.current > 0) live.typing(ticketId, 'stop')
      last.current = 0
    },
    [live, ticketId],
  )
  return useCallback(
    (writing) => {
      if (!writing) {
        if (last.current > 0) live.typing(ticketId, 'stop')
        last.current = 0
      } else if (Date.now() - last.current > repeat) {
        last.current = Date.now()
        live.typing(ticketId, 'text')
      }
    },
    [live, ticketId],
  )
}
