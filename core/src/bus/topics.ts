import type { Logger } from '@recado/contracts'
import { withoutContext } from '../base/context.ts'
import type { Transport } from './transport.ts'

type Listener = (data: unknown, topic: string) => void
interface Interest {
  readonly listeners: Set<Listener>
  readonly stop: () => void
}

const plain = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/
const pattern = /^([A-Za-z0-9_-]+\.)*([A-Za-z0-9_-]+|>)$/

/** Ephemeral messages by topic. Listeners of this node are served directly, also while the transport is away. */
export class Topics {
  readonly #transport: Transport
  readonly #log: Logger
  readonly #interests = new Map<string, Interest>()

  constructor(transport: Transport, log: Logger) {
    this.#transport = transport
    this.#log = log
  }

  /**
   * Every listener gets a copy as it looks after JSON, on this node as on the others, and never before this returns. It
   * runs outside of the request that emits, as on the other nodes.
   */
  emit(topic: string, data: unknown): void {
    if (!plain.test(topic)) throw new Error(`not a topic: ${topic}`)
    const wire = JSON.stringify(data ?? null)
    this.#transport.emit(topic, wire)
    const interests = [...this.#interests].filter(([wanted]) => covers(wanted, topic))
    if (interests.length === 0) return
    queueMicrotask(() =>
      withoutContext(() => {
        for (const [, interest] of interests) this.#deliver(interest, topic, wire)
      }),
    )
  }

  emitElsewhere(topic: string, data: unknown): void {
    if (!plain.test(topic)) throw new Error(`not a topic: ${topic}`)
    // Without a network there is nobody to write it for.
    if (this.#transport.standing().state !== 'unused') this.#transport.emit(topic, JSON.stringify(data ?? null))
  }

  on(topic: string, listener: Listener): () => void {
    if (!pattern.test(topic)) throw new Error(`not a topic: ${topic}`)
    let interest = this.#interests.get(topic)
    if (!interest) {
      const listeners = new Set<Listener>()
      interest = {
        listeners,
        stop: this.#transport.listen(topic, (from, wire) => this.#deliver({ listeners }, from, wire)),
      }
      this.#interests.set(topic, interest)
    }
    const { listeners, stop } = interest
    // A listener registered twice is called twice, so each registration is a function of its own.
    const registered: Listener = (data, from) => listener(data, from)
    listeners.add(registered)
    return () => {
      listeners.delete(registered)
      if (listeners.size > 0 || this.#interests.get(topic) !== interest) return
      this.#interests.delete(topic)
      stop()
    }
  }

  #deliver({ listeners }: Pick<Interest, 'listeners'>, topic: string, wire: string): void {
    // A listener added meanwhile gets the next message.
    const present = [...listeners]
    for (const listener of present) {
      try {
        listener(JSON.parse(wire), topic)
      } catch (error) {
        this.#log.error({ err: error, topic }, 'a listener of an ephemeral topic failed')
      }
    }
  }
}

const covers = (wanted: string, topic: string): boolean =>
  wanted === topic || wanted === '>' || (wanted.endsWith('.>') && topic.startsWith(wanted.slice(0, -1)))
