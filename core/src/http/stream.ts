import type { StreamEvent } from '@recado/contracts'

const heartbeatMs = 15_000
/** Time that a browser waits before it connects again, in milliseconds. */
const retryMs = 3_000

/**
 * Server-sent events (WHATWG HTML 9.2). Events are taken from the source only as fast as the client reads them; a
 * comment every 15 s keeps proxies from closing the line. The source ends with the client, and `failed` is told what
 * it threw: by then the status is sent, so that the client sees an `error` event and the end.
 */
export function eventStream(
  source: AsyncIterable<StreamEvent>,
  stop: AbortSignal,
  failed: (error: unknown) => string,
): ReadableStream<Uint8Array> {
  const events = source[Symbol.asyncIterator]()
  const text = new TextEncoder()
  let heartbeat: NodeJS.Timeout | undefined
  let ended = false
  const end = (): void => {
    if (ended) return
    ended = true
    clearInterval(heartbeat)
    // A waiting source answers only when its own signal aborts it; its end is not awaited.
    void Promise.resolve(events.return?.()).catch(() => undefined)
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(text.encode(`retry: ${retryMs}\n\n`))
        heartbeat = setInterval(() => {
          if (!ended && (controller.desiredSize ?? 0) > 0) controller.enqueue(text.encode(': alive\n\n'))
        }, heartbeatMs)
        const stopped = (): void => {
          if (ended) return
          end()
          controller.close()
        }
        if (stop.aborted) stopped()
        else stop.addEventListener('abort', stopped, { once: true })
      },
      async pull(controller) {
        try {
          const next = await events.next()
          if (ended) return
          if (!next.done) return controller.enqueue(text.encode(encodeEvent(next.value)))
        } catch (error) {
          if (ended) return
          controller.enqueue(text.encode(encodeEvent({ event: 'error', data: { error: failed(error) } })))
        }
        end()
        controller.close()
      },
      cancel: end,
    },
    { highWaterMark: 16 },
  )
}

/** One event on the wire. Ids and names are cut at a line break, which would otherwise start a field of its own. */
export function encodeEvent(event: StreamEvent): string {
  const line = (name: string, value: string | undefined) =>
    value === undefined ? '' : `${name}: ${value.split(/[\r\n\0]/, 1)[0]}\n`
  return `${line('id', event.id)}${line('event', event.event)}data: ${JSON.stringify(event.data) ?? 'null'}\n\n`
}
