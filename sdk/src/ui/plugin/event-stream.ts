import type { ErrorBody } from '@recado/contracts'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { ApiError } from './api-error.ts'

/** Events of an open stream, their data read as JSON. @throws ApiError for an `error` event, or a lost network */
export async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): AsyncGenerator<{ event: string; data: unknown }> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const data: unknown = JSON.parse(value.data)
      if (value.event === 'error') {
        const { error, ...facts } = data as ErrorBody
        throw new ApiError(error, 200, facts)
      }
      yield { event: value.event ?? 'message', data }
    }
  } catch (cause) {
    if (ApiError.is(cause)) throw cause
    throw new ApiError(signal?.aborted ? 'ERR_ABORTED' : 'ERR_NETWORK', 0, {}, { cause })
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}
