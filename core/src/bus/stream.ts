import {
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type JsMsg,
  type StreamAPI,
  type StreamInfo,
} from '@nats-io/jetstream'
import { headers, nanos, type NatsConnection } from '@nats-io/transport-node'
import { EventEnvelope } from '@recado/contracts'
import type { LogEvent } from './log.ts'

/** The stream of an installation. Installations do not share a NATS account: their subjects are the same. */
export const streamName = 'recado'
export const streamMaxAgeMs = 72 * 3_600_000

/** Id of the log of an event and its number there. A new database counts from 1 again, beside an old stream. */
const logHeader = 'Recado-Log'
const seqHeader = 'Recado-Seq'

/**
 * Makes the stream if it is not there. One that is there is left as it is: how many replicas it has is for who runs the
 * servers to say. Answers how it stands.
 */
export async function ensureStream(connection: NatsConnection): Promise<StreamInfo> {
  const { streams } = await jetstreamManager(connection)
  return streams.info(streamName).catch((error: unknown) => {
    if (!(error instanceof JetStreamApiError) || error.code !== JetStreamApiCodes.StreamNotFound) throw error
    return makeStream(streams)
  })
}

/** Nodes that make it at the same moment ask for the same. */
function makeStream(streams: StreamAPI): Promise<StreamInfo> {
  return streams.add({
    name: streamName,
    subjects: ['t.>'],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    max_age: nanos(streamMaxAgeMs),
    max_bytes: 1024 ** 3,
    duplicate_window: nanos(120_000),
  })
}

const encoder = new TextEncoder()

export function encode(
  logId: string,
  { seq, event }: LogEvent,
): { subject: string; payload: Uint8Array; headers: ReturnType<typeof headers> } {
  const header = headers()
  header.set(logHeader, logId)
  header.set(seqHeader, String(seq))
  return {
    subject: `t.${event.tenantId}.${event.name}`,
    payload: encoder.encode(JSON.stringify(event)),
    headers: header,
  }
}

/** The event of a message, unless it is of another log or not an event at all. */
export function decode(logId: string, message: JsMsg): LogEvent | undefined {
  const seq = Number(message.headers?.get(seqHeader))
  if (message.headers?.get(logHeader) !== logId || !Number.isSafeInteger(seq)) return undefined
  const parsed = EventEnvelope.safeParse(message.json())
  return parsed.success ? { seq, event: parsed.data } : undefined
}
