import type { ExternalChatId } from '@recado/sdk'
import type { BinaryNode } from 'baileys'

const minute = 60_000
/** A message on an open line comes within this of its sending, and clocks are set as well as this. */
const toleranceMs = 5 * minute
/** WhatsApp keeps what a device has not fetched for so long. */
const keptForMs = 30 * 24 * 60 * minute
const mostKnown = 20_000

/**
 * When messages were sent, by a clock that may be wrong: WhatsApp's, or the one here. What comes on an open line was
 * sent now; what waited was sent as much earlier as WhatsApp's clock says. Never in the future, and never before what
 * came before it in its conversation: messages keep the order in which they arrive.
 */
export class ArrivalTimes {
  readonly #now: () => number
  /** Messages that came on an open line, and when. */
  readonly #live = new Map<string, number>()
  /** The latest time of each conversation. */
  readonly #latest = new Map<ExternalChatId, number>()
  /** How far WhatsApp's clock is ahead of this one. */
  #aheadMs = 0

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** WhatsApp has let this device in, and tells its time. */
  loggedIn({ attrs }: BinaryNode): void {
    const ahead = Number(attrs['t']) * 1_000 - this.#now()
    this.#aheadMs = Math.abs(ahead) > toleranceMs ? ahead : 0
  }

  /** The stanza of a message has arrived. */
  stanza({ attrs: { id, offline } }: BinaryNode): void {
    if (id && !offline) keep(this.#live, id, this.#now())
  }

  /** When a message was sent, that says `said` of itself. */
  of(id: string, chat: ExternalChatId, said: Date | null): Date {
    const now = this.#now()
    const arrived = this.#live.get(id)
    this.#live.delete(id)
    const sent = said === null ? now : said.getTime() - this.#aheadMs
    const isBelieved = now - sent < keptForMs && (arrived === undefined || Math.abs(arrived - sent) <= toleranceMs)
    const at = Math.max(isBelieved ? Math.min(sent, now) : (arrived ?? now), this.#latest.get(chat) ?? 0)
    keep(this.#latest, chat, at)
    return new Date(at)
  }
}

function keep<K>(map: Map<K, number>, key: K, value: number): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > mostKnown) map.delete(map.keys().next().value!)
}
