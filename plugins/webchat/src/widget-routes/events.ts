import {
  mint,
  type ConnectionRouteContext,
  type ExternalChatId,
  type ExternalMessageId,
  type HistoryEntry,
  type RouteRequest,
  type StreamEvent,
} from '@recado/sdk'
import { agentReadKey, onPoke, type Poke } from '../channel/poke.ts'
import { requireVisitor } from '../visitor/authenticate.ts'
import { chatOf, type Visitor } from '../visitor/visitor.ts'
import { PokeQueue } from './poke-queue.ts'
import type { routes } from './routes.ts'
import { Position, shownAgentOf, toThreadMessage } from './thread.ts'

/** Messages read at once, and how far back edits and removals are caught up with. */
const pageSize = 50

/** Refuses before the stream begins, while a status can still be answered. */
export async function streamEvents(
  { headers, lastEventId, signal }: RouteRequest<typeof routes.events>,
  ctx: ConnectionRouteContext,
): Promise<AsyncIterable<StreamEvent>> {
  const visitor = await requireVisitor(headers, ctx)
  const replaced = await ctx.visitors.stream(visitor.id)
  const stop = AbortSignal.any([signal, ctx.connection.signal, replaced])
  return conversationEvents(
    new Conversation(ctx, visitor, Position.safeParse(lastEventId).data),
    ctx,
    chatOf(visitor),
    { stop, replaced },
  )
}

/** End of a stream: any reason, or a newer one that took its place. */
interface Ending {
  readonly stop: AbortSignal
  readonly replaced: AbortSignal
}

/**
 * The conversation of one visitor as server-sent events: `hello` once; `agent`, who attends it; `message` with the
 * position as its id, in order and without gaps; `refresh` with messages that may have changed; `live` once the waiting
 * messages were sent; `typing`, `read`; `replaced` last, if a newer stream of the same visitor takes its place. It
 * listens before it reads, so that nothing falls between the two.
 */
async function* conversationEvents(
  conversation: Conversation,
  ctx: ConnectionRouteContext,
  chat: ExternalChatId,
  { stop, replaced }: Ending,
): AsyncGenerator<StreamEvent> {
  const queue = new PokeQueue()
  const stopListening = onPoke(ctx.connection.topics, chat, (poke) => queue.push(poke))
  const close = () => queue.close()
  stop.addEventListener('abort', close, { once: true })
  if (stop.aborted) close()
  try {
    yield {
      event: 'hello',
      data: { agentReadAt: (await ctx.connection.state.get<string>(agentReadKey(chat))) ?? null },
    }
    yield await conversation.agent()
    const resumed = conversation.position !== undefined
    yield* conversation.readOn()
    if (resumed) yield await conversation.refresh()
    yield { event: 'live', data: {} }
    for (let pokes = await queue.take(); pokes !== undefined; pokes = await queue.take()) {
      const news = pokes.filter((poke) => poke.kind === 'message')
      if (news.length > 0) yield* conversation.readOn(news.flatMap(({ id }) => id ?? []))
      for (const poke of pokes) yield* conversation.react(poke)
    }
    if (replaced.aborted) yield { event: 'replaced', data: {} }
  } finally {
    stopListening()
    stop.removeEventListener('abort', close)
  }
}

/** Reads one visitor's conversation forward from a position. */
class Conversation {
  readonly #ctx: ConnectionRouteContext
  readonly #visitor: Visitor
  position: string | undefined

  constructor(ctx: ConnectionRouteContext, visitor: Visitor, position: string | undefined) {
    this.#ctx = ctx
    this.#visitor = visitor
    this.position = position
  }

  #read(after?: string): Promise<readonly HistoryEntry[]> {
    return this.#ctx.connection.history.read(chatOf(this.#visitor), {
      limit: pageSize,
      ...(after === undefined ? {} : { after }),
    })
  }

  /**
   * Everything since the position, reporting what the visitor was given as delivered; `announced` are ids known from
   * pokes.
   */
  async *readOn(announced: readonly string[] = []): AsyncGenerator<StreamEvent> {
    for (;;) {
      const after = this.position
      const page = await this.#read(after)
      for (const entry of page) {
        yield { id: entry.position, event: 'message', data: toThreadMessage(entry, this.#visitor, this.#ctx) }
        this.position = entry.position
      }
      await this.#reportDelivered(page, announced)
      if (after === undefined || page.length < pageSize) return
    }
  }

  /** A message may be read before core has written down its external id; then only the poke knows it. */
  async #reportDelivered(page: readonly HistoryEntry[], announced: readonly string[]): Promise<void> {
    const stored = page.flatMap((entry) => (entry.fromContact ? [] : (entry.externalId ?? [])))
    const at = new Date()
    const receipts = [...new Set([...stored, ...announced])].map(
      (id) => ({ type: 'receipt', target: mint<ExternalMessageId>(id), state: 'delivered', at }) as const,
    )
    if (receipts.length > 0) await this.#ctx.connection.emit(receipts)
  }

  /** The newest messages once more: edits and removals that happened while nobody listened. */
  async refresh(): Promise<StreamEvent> {
    const page = await this.#read()
    return { event: 'refresh', data: page.map((entry) => toThreadMessage(entry, this.#visitor, this.#ctx)) }
  }

  /** Who attends the conversation now. */
  async agent(): Promise<StreamEvent> {
    return { event: 'agent', data: { agent: await shownAgentOf(this.#ctx, this.#visitor) } }
  }

  async *react(poke: Poke): AsyncGenerator<StreamEvent> {
    switch (poke.kind) {
      case 'message':
        return
      case 'typing':
        yield { event: 'typing', data: { mode: poke.mode } }
        return
      case 'agent':
        yield await this.agent()
        return
      case 'read':
        yield { event: 'read', data: { at: poke.at } }
        return
      case 'edited':
      case 'removed': {
        const entry = (await this.#read()).find(({ externalId }) => externalId === poke.id)
        if (!entry) return
        const changed = poke.kind === 'removed' ? { ...entry, deleted: true } : { ...entry, parts: poke.parts }
        yield { event: 'refresh', data: [toThreadMessage(changed, this.#visitor, this.#ctx)] }
      }
    }
  }
}
