import { Refused, type Api } from './api.ts'
import { backoffMs, pause, untilSeen } from './backoff.ts'
import { createEventParser, type ServerEvent } from './sse.ts'

/**
 * The server gives a sign of life every 15 s; a line silent for longer than this is dead, whatever the browser
 * believes.
 */
const silenceMs = 45_000

export type Line = 'connecting' | 'connected' | 'lost' | 'busy' | 'resting'

export interface StreamListener {
  onEvent(event: ServerEvent): void
  /** `busy`: the server has no place for it until then. `resting`: newer windows of the same visitor took its place. */
  onLine(state: Line, until?: Date): void
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

/**
 * Follows the conversation until the signal says to stop: reconnects with growing pauses, resuming after the last
 * event.
 */
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
    let replaced = false
    try {
      listener.onLine('connecting')
      alive()
      const response = await api.events(lastEventId, AbortSignal.any([line.signal, stop]))
      listener.onLine('connected')
      await readEvents(
        response,
        (event) => {
          attempt = 0
          if (event.event === 'replaced') replaced = true
          if (event.id !== undefined) lastEventId = event.id
          listener.onEvent(event)
        },
        alive,
      )
    } catch (error) {
      if (stop.aborted) return
      if (error instanceof Refused) {
        if (error.status === 401) return listener.onEnded()
        retryAfterMs = error.retryAfterMs
      }
    } finally {
      clearTimeout(silence)
    }
    if (stop.aborted) return
    if (replaced) {
      listener.onLine('resting')
      await untilSeen(stop)
      continue
    }
    // Everybody is told the same time: who comes back is spread behind it.
    const wait = (retryAfterMs ?? 0) + backoffMs(attempt)
    if (retryAfterMs === undefined) listener.onLine('lost')
    else listener.onLine('busy', new Date(Date.now() + wait))
    await pause(wait, stop)
  }
}
