import { randomUUID } from 'node:crypto'
import type { Findings } from './findings.ts'
import { pause, repeated, within, type Aftermath, type Observer } from './observer.ts'
import { heldWord } from './provider.ts'
import type { FaultScene } from './scene.ts'

/** Milliseconds between two messages of one conversation. With more, the budget of a user would be spent. */
const everyMs = 2_000
const retryMs = 100
const settledWithinMs = 15_000

interface Accepted {
  readonly text: string
  readonly at: number
}
interface Stored {
  readonly body: string
  readonly status: string
  readonly place: number
}

/** Agents who write in all conversations, and do not give up before a node has taken what they wrote. */
export class Sends implements Observer {
  readonly #scene: FaultScene
  readonly #tag: string
  readonly #accepted: Accepted[] = []
  #writing: Promise<void>[] = []
  #stopped = false

  constructor(scene: FaultScene, tag: string) {
    this.#scene = scene
    this.#tag = tag
  }

  start(): void {
    this.#writing = this.#scene.conversations.map(async ({ writing }, index) => {
      await pause((everyMs * index) / this.#scene.conversations.length)
      while (!this.#stopped) {
        await this.#write(writing, `${this.#tag} ${randomUUID()}`, index)
        await pause(everyMs)
      }
    })
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#writing)
  }

  /** Has a send under way on every connection, which the provider does not answer before it is told to. */
  async hold(): Promise<void> {
    const { conversations, provider } = this.#scene
    const texts = conversations.map(() => `${heldWord} ${this.#tag} ${randomUUID()}`)
    await Promise.all(conversations.map(({ waiting }, index) => this.#write(waiting, texts[index]!, index)))
    const areHeld = (): boolean => texts.every((text) => provider.delivered.some((delivery) => delivery.text === text))
    if (!(await within(settledWithinMs, areHeld))) throw new Error('not every connection sends')
  }

  /** Whether no message is under way that was held on one of these connections. */
  async areSettled(places: readonly number[]): Promise<boolean> {
    const rows = await this.#stored()
    return rows.every(
      ({ body, status, place }) => !body.startsWith(heldWord) || !places.includes(place) || status !== 'pending',
    )
  }

  async findings({ losses }: Aftermath): Promise<Partial<Findings>> {
    await within(settledWithinMs, async () => (await this.#stored()).every(({ status }) => status !== 'pending'))
    const rows = await this.#stored()
    const { delivered } = this.#scene.provider
    // What a node was sending when it was lost, nobody else can know.
    const isExcused = (text: string): boolean =>
      losses.some(({ process, at }) => {
        const sent = delivered.find((delivery) => delivery.text === text)
        return sent === undefined
          ? this.#accepted.some((message) => message.text === text && message.at < at)
          : sent.process === process
      })
    const stored = new Set(rows.map(({ body }) => body))
    const own = delivered.filter(({ text }) => text.includes(this.#tag)).map(({ text }) => text)
    return {
      sends: this.#accepted.length,
      unsettled: rows.filter(({ status }) => status === 'pending').length,
      failed:
        rows.filter(({ status }) => status === 'failed').length +
        this.#accepted.filter(({ text }) => !stored.has(text)).length,
      unknown: rows.filter(({ status, body }) => status === 'unknown' && !isExcused(body)).length,
      sentTwice: repeated(own),
    }
  }

  async #stored(): Promise<readonly Stored[]> {
    const { cluster, hooks, conversations } = this.#scene
    const tickets = conversations.flatMap(({ writing, waiting }) => [writing, waiting])
    const rows = await cluster.owner<{ body: string; status: string; connection: string }[]>`
      select body, status, connection_id as connection from core.message
       where ticket_id = any (${tickets}::uuid[]) and from_me and position(${this.#tag} in body) > 0`
    return rows.map(({ body, status, connection }) => ({
      body,
      status,
      place: hooks.findIndex(({ connectionId }) => connectionId === connection),
    }))
  }

  /** Repeated with the same key, a message is stored once. */
  async #write(ticketId: string, text: string, turn: number): Promise<void> {
    const idFront = randomUUID()
    const { nodes } = this.#scene
    for (let attempt = turn; ; attempt++) {
      const writer = await this.#scene.person('admin', nodes[attempt % nodes.length]!.base)
      const answer = await writer.call('POST', `/messages/${ticketId}`, { body: text, idFront }).catch(() => undefined)
      if (answer !== undefined && answer.status < 300) return void this.#accepted.push({ text, at: performance.now() })
      if (this.#stopped) return
      await pause(retryMs)
    }
  }
}
