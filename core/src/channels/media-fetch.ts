import {
  maxInboundFileBytes,
  Refusal,
  type ChannelErrorKind,
  type ChannelErrorShape,
  type ChannelSession,
  type Logger,
  type MediaInfo,
  type PendingMediaPart,
  type RemoteFile,
} from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import { PollPace } from '../base/poll-pace.ts'
import { Recurring } from '../base/recurring.ts'
import type { MediaStore } from '../media/media.ts'
import type { TicketFeed } from '../realtime/ticket-feed.ts'
import { isAnswerTooLarge } from '../security/egress.ts'
import { backoffMs, channelErrorOf, maxAttempts } from './delivery-outcome.ts'

export interface MediaFetchDeps {
  readonly db: Database
  readonly bus: Pick<EventBus, 'emit' | 'on' | 'isConnected'>
  readonly media: MediaStore
  readonly feed: TicketFeed
  readonly log: Logger
  readonly session: (connectionId: string) => ChannelSession | undefined
  readonly openIds: () => readonly string[]
  readonly random?: () => number
}

/** Fetches the files that arrived as references, on the node that holds the connection's session. */
export interface MediaFetches {
  /** Files of this connection are due: call after commit. */
  poke(connectionId: string): void
  start(): void
  close(): Promise<void>
}

interface Claimed {
  tenant_id: string
  message_id: string
  part: number
  connection_id: string
  ref: string
  attempt: number
  content: Partial<PendingMediaPart> | null
}

/** Files are large and providers slow: a few at a time do not crowd out messages. */
const atOnce = 4
const fetchLimitMs = 600_000
/** Renewed while a file comes, so that another node only tries when this one is gone. */
const lease = '90 seconds'
const renewEveryMs = 30_000
/** Finds retries that became due and what a poke missed. */
const sweepMs = 2_000
const sweepAtRestMs = 6_000
/** A later retry is found by the sweep. */
const longestTimerMs = 3_600_000
const awaitedTopic = 'media.awaited'
/** Errors for which a retry is useless. */
const final: ReadonlySet<ChannelErrorKind> = new Set([
  'tooLarge',
  'notFound',
  'unsupported',
  'blocked',
  'invalidRecipient',
])

export function createMediaFetches(deps: MediaFetchDeps): MediaFetches {
  const { db, bus, media, feed, log } = deps
  const running = new Set<Promise<void>>()
  const closing = new AbortController()
  const pace = new PollPace({ busyMs: sweepMs, idleMs: sweepAtRestMs, isSignalled: () => bus.isConnected() })
  const round = new Recurring({ name: 'media fetches', everyMs: pace.restMs, log, run: claim })
  let leave: (() => void) | undefined

  async function claim(): Promise<void> {
    const open = deps.openIds().filter((id) => deps.session(id)?.fetchMedia !== undefined)
    const free = atOnce - running.size
    if (open.length === 0 || free === 0) return
    const rows = await db.raw<
      Claimed[]
    >`select * from core.claim_media_fetches(${open}::uuid[], ${lease}::interval, ${free})`
    if (rows.length > 0) pace.worked()
    for (const row of rows) {
      const work: Promise<void> = fetchOne(row)
        .catch((error: unknown) =>
          log.error({ err: error, message: row.message_id }, 'a fetched file could not be settled'),
        )
        .finally(() => {
          running.delete(work)
          void round.now()
        })
      running.add(work)
    }
  }

  async function fetchOne(row: Claimed): Promise<void> {
    const outcome = await bytesOf(row).catch((error: unknown) => ({ error: shapeOf(error) }))
    const ticketId =
      'error' in outcome ? await missed(row, outcome.error) : await stored(row, outcome.info, outcome.name)
    if (ticketId) void feed.show(row.tenant_id, { messages: [{ id: row.message_id, ticketId, type: 'chat:update' }] })
  }

  async function bytesOf(row: Claimed): Promise<{ info: MediaInfo; name: string | undefined }> {
    const signal = AbortSignal.any([AbortSignal.timeout(fetchLimitMs), closing.signal])
    const session = deps.session(row.connection_id)
    if ((row.content?.bytes ?? 0) > maxInboundFileBytes) throw tooLarge()
    // The connection was open when the row was claimed: a moment later it may be on another node.
    if (!session?.fetchMedia) throw new Error('the connection is not open')
    const kept = setInterval(() => void renew(row).catch(() => undefined), renewEveryMs)
    try {
      return await taken(row, await session.fetchMedia(row.ref, signal))
    } finally {
      clearInterval(kept)
    }
  }

  async function renew(row: Claimed): Promise<void> {
    await db.tenant(row.tenant_id, (tx) =>
      tx.execute(sql`
      update core.media_fetch set next_at = now() + ${lease}::interval
       where tenant_id = ${row.tenant_id}
         and message_id = ${row.message_id}
         and part = ${row.part}
         and ref = ${row.ref}
         and state = 'queued'`),
    )
  }

  /** Stored as it comes: no more of it is in memory than a piece. */
  async function taken(row: Claimed, file: RemoteFile): Promise<{ info: MediaInfo; name: string | undefined }> {
    const name = file.name ?? row.content?.name
    const mime = file.mime ?? row.content?.mime
    return {
      name,
      info: await media.put(row.tenant_id, file.stream, {
        ...(name !== undefined && { name }),
        ...(mime !== undefined && { mime }),
        maxBytes: maxInboundFileBytes,
      }),
    }
  }

  async function stored(row: Claimed, info: MediaInfo, name: string | undefined): Promise<string | undefined> {
    const facts = JSON.stringify({ kind: 'media', media: info.id, mime: info.mime, bytes: info.bytes })
    const [message] = await db.tenant(row.tenant_id, (tx) =>
      tx.execute<{ ticket_id: string }>(sql`
      with done as (
        update core.media_fetch set state = 'done'
         where tenant_id = ${row.tenant_id}
           and message_id = ${row.message_id}
           and part = ${row.part}
           and ref = ${row.ref}
           and state = 'queued'
        returning part
      )
      update core.message m
         set parts = jsonb_set(m.parts, array[done.part::text],
           ${JSON.stringify(
             name === undefined ? {} : { name },
           )}::jsonb || ((m.parts -> done.part) - 'state') || ${facts}::jsonb)
        from done
       where m.tenant_id = ${row.tenant_id}
         and m.id = ${row.message_id}
         and m.parts -> done.part ->> 'kind' = 'pendingMedia'
      returning m.ticket_id`),
    )
    return message?.ticket_id
  }

  async function missed(row: Claimed, error: ChannelErrorShape): Promise<string | undefined> {
    const givesUp = final.has(error.kind) || row.attempt >= maxAttempts
    log.warn(
      {
        tenant: row.tenant_id,
        connection: row.connection_id,
        message: row.message_id,
        kind: error.kind,
        code: error.code,
        attempt: row.attempt,
      },
      givesUp ? 'a file cannot be had' : 'a file could not be fetched yet',
    )
    const waitMs = Math.max(error.retryAfterMs ?? 0, backoffMs(row.attempt, deps.random ?? Math.random))
    const [message] = await db.tenant(row.tenant_id, (tx) =>
      tx.execute<{ ticket_id: string }>(sql`
      with settled as (
        update core.media_fetch
           set state = ${givesUp ? 'unavailable' : 'queued'}, next_at = now() + make_interval(secs => ${waitMs / 1000})
         where tenant_id = ${row.tenant_id}
           and message_id = ${row.message_id}
           and part = ${row.part}
           and ref = ${row.ref}
           and state = 'queued'
        returning part, state
      )
      update core.message m set parts = jsonb_set(m.parts, array[settled.part::text, 'state'], '"unavailable"')
        from settled
       where settled.state = 'unavailable'
         and m.tenant_id = ${row.tenant_id}
         and m.id = ${row.message_id}
         and m.parts -> settled.part ->> 'kind' = 'pendingMedia'
      returning m.ticket_id`),
    )
    if (!givesUp) setTimeout(() => void round.now(), Math.min(waitMs, longestTimerMs)).unref()
    return message?.ticket_id
  }

  return {
    poke(connectionId) {
      if (deps.session(connectionId)) void round.now()
      else bus.emit(awaitedTopic, { connectionId })
    },
    start() {
      leave = bus.on(awaitedTopic, (data) => {
        if (deps.session((data as { connectionId: string }).connectionId)) void round.now()
      })
      round.start()
    },
    async close() {
      leave?.()
      await round.stop()
      closing.abort()
      await Promise.allSettled(running)
    },
  }
}

const tooLarge = (): Refusal => new Refusal('ERR_FILE_TOO_LARGE', { limit: maxInboundFileBytes })

/** A file that is refused for what it is stays refused. */
function shapeOf(error: unknown): ChannelErrorShape {
  const refusal = isAnswerTooLarge(error) ? tooLarge() : error
  if (Refusal.is(refusal))
    return {
      kind: refusal.code === 'ERR_FILE_TOO_LARGE' ? 'tooLarge' : 'unsupported',
      code: refusal.code,
      message: refusal.code,
      certain: true,
    }
  return channelErrorOf(error)
}
