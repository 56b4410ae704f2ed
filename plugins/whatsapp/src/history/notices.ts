import type { SealedState } from '@recado/sdk'
import { proto, type WASocket } from 'baileys'
import * as z from 'zod'
import type { HeldFrames } from '../socket/held-frames.ts'

/** A phone hands over its past in tens of pieces; what comes beyond this is no past of a phone. */
const mostNotices = 5_000
/** So long after the last piece no further one is expected. */
const quietMs = 60_000

const indexKey = 'history'
const Index = z.object({ next: z.int().nonnegative(), lastAt: z.number(), isComplete: z.boolean() })
type Index = z.output<typeof Index>

const { FULL } = proto.HistorySync.HistorySyncType

/**
 * Pieces of the past that a phone has offered after linking: where each lies and what opens it, sealed, a row each. The
 * messages themselves stay with WhatsApp until an import asks for them.
 */
export class HistoryNotices {
  readonly #sealed: SealedState
  readonly #waiting = new Set<() => void>()
  readonly #openedAt = Date.now()
  #order: Promise<unknown> = Promise.resolve()

  constructor(sealed: SealedState) {
    this.#sealed = sealed
  }

  /**
   * Keeps one more piece; resolves when it is stored. One that came twice is kept twice: its messages are known then.
   */
  keep(notice: proto.Message.IHistorySyncNotification): Promise<void> {
    const kept = this.#order.then(async () => {
      const { next } = await this.#index()
      if (next >= mostNotices) return
      const index: Index = {
        next: next + 1,
        lastAt: Date.now(),
        isComplete: notice.syncType === FULL && (notice.progress ?? 0) >= 100,
      }
      await this.#sealed.write(
        new Map([
          [indexKey, Buffer.from(JSON.stringify(index))],
          [keyOf(next), proto.Message.HistorySyncNotification.encode(notice).finish()],
        ]),
      )
      for (const heard of this.#waiting) heard()
    })
    this.#order = kept.catch(() => undefined)
    return kept
  }

  /** How many pieces there are so far. */
  async count(): Promise<number> {
    return (await this.#index()).next
  }

  async read(position: number): Promise<proto.Message.HistorySyncNotification | undefined> {
    const bytes = (await this.#sealed.read([keyOf(position)])).get(keyOf(position))
    return bytes && proto.Message.HistorySyncNotification.decode(bytes)
  }

  /** Waits for the piece at this position. False once the phone has said all, or is silent. */
  async comes(position: number, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const { heard, stop } = this.#hear()
      try {
        const { next, lastAt, isComplete } = await this.#index()
        if (next > position) return true
        const leftMs = Math.max(lastAt, next === 0 ? this.#openedAt : 0) + quietMs - Date.now()
        if (isComplete || leftMs <= 0) return false
        await until(heard, AbortSignal.any([signal, AbortSignal.timeout(leftMs)]))
        signal.throwIfAborted()
      } finally {
        stop()
      }
    }
  }

  #hear() {
    const { promise: heard, resolve } = Promise.withResolvers<void>()
    this.#waiting.add(resolve)
    return { heard, stop: () => this.#waiting.delete(resolve) }
  }

  async #index(): Promise<Index> {
    const bytes = (await this.#sealed.read([indexKey])).get(indexKey)
    return bytes ? Index.parse(JSON.parse(Buffer.from(bytes).toString())) : { next: 0, lastAt: 0, isComplete: false }
  }
}

const keyOf = (position: number): string => `${indexKey}/${position}`

function until(heard: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const stop = (): void => resolve()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  return Promise.race([heard, ended]).finally(() => signal.removeEventListener('abort', stop))
}

/**
 * Hands over every piece of the past that the account's own phone offers, and holds the receipts back until `keep` has
 * stored it: with them the phone counts it as given. Baileys tells of it as of a message, before it works on it.
 */
export function hearHistory(
  socket: WASocket,
  held: HeldFrames,
  keep: (notice: proto.Message.IHistorySyncNotification) => Promise<void>,
): void {
  const { ev } = socket
  const emit = ev.emit.bind(ev)
  ev.emit = (event, data) => {
    if (event === 'messages.upsert')
      for (const { key, message } of (data as { messages: proto.IWebMessageInfo[] }).messages) {
        const notice = key?.fromMe ? message?.protocolMessage?.historySyncNotification : undefined
        const id = key?.id ? [key.id] : []
        if (!notice) held.peerRead(id)
        else {
          held.taken(id)
          void keep(notice).then(
            () => held.stored(id),
            () => undefined,
          )
        }
      }
    return emit(event, data)
  }
}
