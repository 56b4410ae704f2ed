import type { Findings } from './findings.ts'
import { outOfOrder, repeated, within, type Observer } from './observer.ts'
import type { FaultScene } from './scene.ts'

const handledWithinMs = 20_000

interface Message { readonly id: string; readonly ticket: string }

/** A plugin that is to be given one event for each message that was stored, in the order of its ticket. */
export class Events implements Observer {
  readonly #scene: FaultScene
  readonly #tag: string
  #from = 0

  constructor(scene: FaultScene, tag: string) {
    this.#scene = scene
    this.#tag = tag
  }

  start(): void { this.#from = this.#scene.testimonies.all.length }
  async stop(): Promise<void> { /* Messages end with those who write them. */ }

  async findings(): Promise<Partial<Findings>> {
    const messages = await this.#scene.cluster.owner<Message[]>`
      select id, ticket_id as ticket from core.message where not from_me and starts_with(body, ${this.#tag}) order by position`
    const handled = (): string[] => this.#scene.testimonies.all.slice(this.#from).flatMap((said) => (said.about === 'event' ? [said.messageId] : []))
    await within(handledWithinMs, () => new Set(handled()).size >= messages.length)
    const own = new Set(messages.map(({ id }) => id))
    const seen = handled().filter((id) => own.has(id))
    const turn = new Map([...new Set(seen)].map((id, index) => [id, index]))
    return {
      eventsLost: messages.filter(({ id }) => !turn.has(id)).length,
      eventsAgain: repeated(seen),
      eventsDisordered: [...Map.groupBy(messages, ({ ticket }) => ticket).values()]
        .reduce((sum, ofTicket) => sum + outOfOrder(ofTicket.flatMap(({ id }) => turn.get(id) ?? [])), 0),
    }
  }
}
