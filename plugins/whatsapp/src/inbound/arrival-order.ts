import type { BinaryNode } from 'baileys'

/** A stanza whose message has not come out of Baileys after so long is not waited for any more. */
const comesWithinMs = 5_000

/** The stanza of a message: which one it was, and the addresses of its conversation. */
interface Place {
  readonly number: number
  readonly addresses: readonly string[]
}
interface Coming extends Place {
  readonly until: number
}
interface Held<Message> {
  readonly message: Message
  readonly place: Place | undefined
}

/** What came without a stanza goes last. */
const numberOf = ({ place }: Held<unknown>): number => place?.number ?? Number.MAX_SAFE_INTEGER

/**
 * Puts the messages of a conversation back into the order of their stanzas. Baileys handles several at once, and looks
 * at the addresses of each before it waits for its turn: of somebody new, the second message may come out first.
 */
export class ArrivalOrder<Message> {
  readonly #idOf: (message: Message) => string | null | undefined
  readonly #now: () => number
  /** Stanzas whose message has not come out, by its id. */
  readonly #coming = new Map<string, Coming>()
  readonly #held: Held<Message>[] = []
  #count = 0

  constructor(idOf: (message: Message) => string | null | undefined, now: () => number = () => performance.now()) {
    this.#idOf = idOf
    this.#now = now
  }

  /** A stanza has arrived. What the account's own phone sends to this device alone belongs to no conversation. */
  stanza({ attrs }: BinaryNode): void {
    const { id, category, from, participant, sender_pn, sender_lid, recipient } = attrs
    if (!id || category === 'peer') return
    // In a group the sender is no address of the conversation.
    const addresses = [from, recipient, ...(participant === undefined ? [sender_pn, sender_lid] : [])]
    this.#coming.set(id, {
      number: ++this.#count,
      addresses: addresses.filter((address) => address !== undefined),
      until: this.#now() + comesWithinMs,
    })
  }

  /** Messages have come out. @returns those whose turn it is, with earlier ones that have waited for them */
  came(messages: readonly Message[]): Message[] {
    for (const message of messages) {
      const id = this.#idOf(message)
      const place = id ? this.#coming.get(id) : undefined
      if (id) this.#coming.delete(id)
      this.#held.push({ message, place })
    }
    return this.due()
  }

  /** Messages whose turn has come, among them those that have waited long enough. */
  due(): Message[] {
    const now = this.#now()
    for (const [id, { until }] of this.#coming) if (until <= now) this.#coming.delete(id)
    return this.#take(({ place }) => place === undefined || !this.#isPreceded(place))
  }

  /** When the next message that waits has waited long enough, in milliseconds from now; undefined when none waits. */
  get pauseMs(): number | undefined {
    if (this.#held.length === 0) return undefined
    return Math.max(0, Math.min(...[...this.#coming.values()].map(({ until }) => until)) - this.#now())
  }

  /** Everything that waits, whatever is still to come. */
  all(): Message[] {
    return this.#take(() => true)
  }

  #isPreceded(place: Place): boolean {
    return [...this.#coming.values()].some(
      ({ number, addresses }) =>
        number < place.number && addresses.some((address) => place.addresses.includes(address)),
    )
  }

  #take(isDue: (held: Held<Message>) => boolean): Message[] {
    const due = this.#held.filter(isDue)
    const rest = this.#held.filter((held) => !due.includes(held))
    this.#held.splice(0, this.#held.length, ...rest)
    return due.toSorted((one, other) => numberOf(one) - numberOf(other)).map(({ message }) => message)
  }
}
