import { Refused, type Api } from './api.ts'
import { backoffMs, pause } from './backoff.ts'
import { createEventParser, type ServerEvent } from './sse.ts'

/** The server gives a sign of life every 15 s; a line silent for longer than this is dead, whatever the browser believes. */
const silenceMs = 45_000

export interface StreamListener {
  onEvent(event: ServerEvent): void
  onLine(state: 'connecting' | 'connected' | 'lost'): void
  /** The session is over: connecting again with the same token is useless. */
  onEnded(): void
}

async function readEvents(response: Response, onEvent: (event: ServerEvent) => void, alive: () => void): Promise<void> {
  const parse = createEventParser(onEvent)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    alive()
    parse(value!)
  }
}

/** Follows the conversation until the signal says to stop: reconnects with growing pauses, resuming after the last event. */
export async function follow(api: Api, listener: StreamListener, stop: AbortSignal): Promise<void> {
  let lastEventId: string | undefined
  for (let attempt = 0; !stop.aborted; attempt++) {
    const line = new AbortController()
    let silence: ReturnType<typeof setTimeout> | undefined
    const alive = () => {
      clearTimeout(silence)
      silence = setTimeout(() => line.abort(), silenceMs)
    }
    let retryAfterMs: number | undefined
    try {
      listener.onLine('connecting')
      alive()
      const response = await api.events(lastEventId, AbortSignal.any([line.signal, stop]))
      listener.onLine('connected')
      await readEvents(response, (event) => {
        attempt = 0
        if (event.id !== undefined) lastEventId = event.id
        listener.onEvent(event)
      }, alive)
    } catch (error) {
      if (stop.aborted) return
      if (error instanceof Refused) {
        if (error.status === 401) return listener.onEnded()
        retryAfterMs = error.retryAfterMs
      }
    } finally {
      clearTimeout(silence)
    }
    listener.onLine('lost')
    await pause(Math.max(backoffMs(attempt), retryAfterMs ?? 0), stop)
  }
}
