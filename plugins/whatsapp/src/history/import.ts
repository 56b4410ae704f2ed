import { createInflate } from 'node:zlib'
import { pipeline } from 'node:stream/promises'
import {
  ChannelError,
  type BackfillPage,
  type BackfillQuery,
  type ChannelContactPage,
  type ChannelContactQuery,
  type ConnectionContext,
  type InboundMessage,
} from '@recado/sdk'
import { proto } from 'baileys'
import { standInOrigin } from '../channel/stand-in.ts'
import type { WhatsappConfig } from '../channel/config.ts'
import type { Facts } from '../inbound/facts.ts'
import { openFile } from '../media/download.ts'
import { readRef, refOf } from '../media/reference.ts'
import type { KeptPoll, KeptPolls } from '../polls/kept-polls.ts'
import { lateVotes } from '../polls/late-votes.ts'
import type { HistoryNotices } from './notices.ts'
import { addressesIn, contactsOf, messagesOf, pollsOf, votedPolls, votesOf } from './past.ts'

/** Messages, or people, of one page. */
const pageSize = 200
/** A piece of the past is read whole; bytes after it was unpacked. */
const maxBytes = 128_000_000

/** Where the past of an account comes from. */
export interface PastOf {
  readonly ctx: ConnectionContext<WhatsappConfig>
  readonly notices: HistoryNotices
  readonly polls: KeptPolls
  learn(history: proto.IHistorySync, jids: readonly string[]): Promise<Facts>
}

/**
 * The messages that the phone has offered after linking, piece by piece, and while it still hands over those that come.
 * The cursor names the piece and how many of its messages in the range are stored.
 */
export async function* pastMessages(
  past: PastOf,
  query: BackfillQuery,
  signal: AbortSignal,
): AsyncGenerator<BackfillPage> {
  const wanted = { ...query, groups: query.groups && past.ctx.config.groups }
  for await (const { items, ...page } of pages(
    past,
    query.cursor,
    (history, facts) => messagesOf(history, wanted, facts),
    signal,
    async (history, facts) => {
      const polls = new Map<string, KeptPoll>()
      for (const id of votedPolls(history)) {
        const poll = await past.polls.find(id)
        if (poll) polls.set(id, poll)
      }
      const votes = votesOf(history, wanted, facts, polls)
      for (let at = 0; at < votes.length; at += pageSize) await past.ctx.emit(votes.slice(at, at + pageSize))
      await countLate(past, history, facts, () => messagesOf(history, wanted, facts))
    },
  ))
    yield { events: items, ...page }
}

/** Counts the votes that have waited for polls of a piece of the past, in those of its messages that are stored now. */
export async function countLate(
  { ctx, polls }: Pick<PastOf, 'ctx' | 'polls'>,
  history: proto.IHistorySync,
  facts: Facts,
  stored: () => readonly InboundMessage[],
): Promise<void> {
  const found = pollsOf(history, facts)
  const waiting = await polls.waiting.of([...found.keys()])
  if (waiting.size === 0) return
  const ids = new Set<string>(stored().map(({ id }) => id))
  const late = await lateVotes(
    polls,
    [...waiting.keys()].filter((id) => ids.has(found.get(id)!.target)),
    facts,
  )
  for (let at = 0; at < late.votes.length; at += pageSize) await ctx.emit(late.votes.slice(at, at + pageSize))
  await polls.waiting.forget(late.polls)
}

/** The people whom the past tells of, each once in a run. */
export async function* pastContacts(
  past: PastOf,
  query: ChannelContactQuery,
  signal: AbortSignal,
): AsyncGenerator<ChannelContactPage> {
  const seen = new Set<string>()
  const fresh = (history: proto.IHistorySync, facts: Facts) =>
    contactsOf(history, facts).filter(({ id }) => !seen.has(id))
  for await (const { items, ...page } of pages(past, query.cursor, fresh, signal)) {
    for (const { id } of items) seen.add(id)
    yield { contacts: items, ...page }
  }
}

async function* pages<T>(
  past: PastOf,
  cursor: string | undefined,
  read: (history: proto.IHistorySync, facts: Facts) => T[],
  signal: AbortSignal,
  /** Called once everything of a piece is stored. */
  stored: (history: proto.IHistorySync, facts: Facts) => Promise<void> = () => Promise.resolve(),
): AsyncGenerator<{ items: T[]; cursor: string; progress: number }> {
  let [piece, taken] = positionOf(cursor)
  for (; await past.notices.comes(piece, signal); piece++, taken = 0) {
    const history = await pieceAt(past, piece, signal)
    if (!history) continue
    const facts = await past.learn(history, addressesIn(history))
    await past.polls.keep(pollsOf(history, facts))
    const items = read(history, facts)
    const count = await past.notices.count()
    for (let at = taken; at < items.length; at += pageSize) {
      signal.throwIfAborted()
      const end = Math.min(items.length, at + pageSize)
      yield {
        items: items.slice(at, end),
        cursor: `${piece}:${end}`,
        progress: (piece + end / items.length) / count,
      }
    }
    await stored(history, facts)
  }
}

function positionOf(cursor = '0:0'): [piece: number, taken: number] {
  const [piece = 0, taken = 0] = cursor.split(':').map(Number)
  return [piece, taken]
}

/**
 * A piece of the past, from where it lies. Undefined where WhatsApp does not keep it any more, or it cannot be read.
 */
async function pieceAt(
  { ctx, notices }: PastOf,
  position: number,
  signal: AbortSignal,
): Promise<proto.HistorySync | undefined> {
  const notice = await notices.read(position)
  if (!notice) return undefined
  try {
    return await historyIn(ctx, notice, signal)
  } catch (error) {
    signal.throwIfAborted()
    // What may still be reached later ends this run; the import goes on from its last page.
    if (ChannelError.is(error) && error.kind === 'network') throw error
    ctx.log.warn(
      { err: error, connection: ctx.connection, position },
      'a piece of the past cannot be read; it is left out',
    )
    return undefined
  }
}

/** What a piece of the past holds. @throws where it cannot be had or read */
export const historyIn = async (
  ctx: PastOf['ctx'],
  notice: proto.Message.IHistorySyncNotification,
  signal: AbortSignal,
): Promise<proto.HistorySync> => proto.HistorySync.decode(await unpacked(await sourceOf(ctx, notice, signal), signal))

async function sourceOf(
  ctx: ConnectionContext<WhatsappConfig>,
  notice: proto.Message.IHistorySyncNotification,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>> {
  const inline = notice.initialHistBootstrapInlinePayload
  if (inline && inline.length > 0) return [inline]
  const { mediaKey = null, directPath = null, fileEncSha256 = null } = notice
  const reference = readRef(refOf('history', { mediaKey, fileEncSha256, directPath }) ?? '')
  if (!reference)
    throw new ChannelError({ kind: 'notFound', code: 'REFERENCE', message: 'the piece has no address', certain: true })
  return (await openFile(reference, { fetch: ctx.fetchFile, standIn: standInOrigin(ctx.config) }, signal)).stream
}

/** @throws for what is not packed, and for what is larger than any piece of the past */
async function unpacked(
  packed: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  await pipeline(
    packed,
    createInflate(),
    async (inflated: AsyncIterable<Uint8Array>) => {
      for await (const chunk of inflated) {
        bytes += chunk.length
        if (bytes > maxBytes) throw new Error('a piece of the past is too large')
        chunks.push(chunk)
      }
    },
    { signal },
  )
  return Buffer.concat(chunks)
}
