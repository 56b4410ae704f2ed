import type { ServerResponse } from 'node:http'
import { loopback, type Loopback } from './loopback.ts'

/** A provider takes its time: so long a send is under way, in milliseconds. */
const answerAfterMs = 200
/** A message that says so is answered when {@link Provider.release} is called. */
export const heldWord = 'held'

/** A message as it came to the provider. `place` is that of the connection among the scene's, `process` the node's. */
export interface Delivered {
  readonly key: string
  readonly text: string
  readonly place: number
  readonly process: number
  readonly at: number
}
interface Order {
  readonly key: string
  readonly texts: readonly string[]
}

/** The provider of all connections, as sends reach it. It accepts everything, and never fails. */
export class Provider {
  readonly delivered: Delivered[] = []
  readonly #held = new Set<() => void>()
  /** Texts that were held once: whoever repeats one is answered. */
  readonly #known = new Set<string>()
  #server: Loopback | undefined

  static async start(): Promise<Provider> {
    const provider = new Provider()
    provider.#server = await loopback((request, body, response) => {
      const process = Number(request.headers['x-hook-process'])
      provider.#take(body as Order, { place: Number(request.url!.slice(1)), process }, response)
    })
    return provider
  }

  /** Where the connection of that place sends to. */
  target(place: number): string {
    return `${this.#server!.url}/${place}`
  }

  /** Answers what it holds. */
  release(): void {
    for (const answer of this.#held) answer()
    this.#held.clear()
  }

  /** The process of the node that sent last through the connection, before a moment. */
  holderOf(place: number, before: number): number | undefined {
    return this.delivered.findLast((delivery) => delivery.place === place && delivery.at <= before)?.process
  }

  close(): Promise<void> {
    return this.#server!.close()
  }

  #take({ key, texts }: Order, from: Pick<Delivered, 'place' | 'process'>, response: ServerResponse): void {
    const text = texts.join()
    this.delivered.push({ key, text, ...from, at: performance.now() })
    const answer = (): void =>
      void response.setHeader('content-type', 'application/json').end(JSON.stringify({ ids: [`out-${key}`] }))
    if (text.startsWith(heldWord) && !this.#known.has(text)) {
      this.#known.add(text)
      this.#held.add(answer)
    } else setTimeout(answer, answerAfterMs)
  }
}
