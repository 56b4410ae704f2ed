import type { Findings } from './findings.ts'
import { outOfOrder, repeated, within, type Observer } from './observer.ts'
import type { FaultScene } from './scene.ts'

const handledWithinMs = 20_000

interface Message {
  readonly id: string
  readonly ticket: string
}

/** A plugin that is to be given one event for each message that was stored, in the order of its ticket. */
export class Events implements Observer {
  readonly #scene: FaultScene
  readonly #tag: string
  details: readonly string[] = []
  #from = 0

  constructor(scene: FaultScene, tag: string) {
    this.#scene = scene
    this.#tag = tag
  }

  start(): void {
    this.#from = this.#scene.testimonies.all.length
  }
  async stop(): Promise<void> {
    /* Messages end with those who write them. */
  }

  async findings(): Promise<Partial<Findings>> {
    const messages = await this.#scene.cluster.owner<Message[]>`
      select id, ticket_id as ticket
        from core.message
       where not from_me and starts_with(body, ${this.#tag})
       order by position`
    const handled = (): string[] =>
      this.#scene.testimonies.all.slice(this.#from).flatMap((said) => (said.about === 'event' ? [said.messageId] : []))
    await within(handledWithinMs, () => new Set(handled()).size >= messages.length)
    const own = new Set(messages.map(({ id }) => id))
    const seen = handled().filter((id) => own.has(id))
    this.details = await this.#waiting()
    const turn = new Map([...new Set(seen)].map((id, index) => [id, index]))
    return {
      eventsLost: messages.filter(({ id }) => !turn.has(id)).length,
      eventsAgain: repeated(seen),
      eventsDisordered: [...Map.groupBy(messages, ({ ticket }) => ticket).values()].reduce(
        (sum, ofTicket) => sum + outOfOrder(ofTicket.flatMap(({ id }) => turn.get(id) ?? [])),
        0,
      ),
    }
  }

  /** What the bus says of events that were not handled yet. */
  async #waiting(): Promise<string[]> {
    const { owner } = this.#scene.cluster
    const parked = await owner`
      select key, count(*)::integer, min(seq), max(attempts) as attempts, min(error) as error,
             min(next_at) - now() as "dueIn"
        from bus.parked where consumer like 'plugin.witness.%' group by key`
    const cursors = await owner`
        select name, epoch, (select seq from bus.head) - seq as behind
          from bus.cursor
         where name like 'plugin.witness.%'`
    const outbox = await owner`select count(*)::integer as outbox from bus.outbox`
    return [
      ...parked,
      ...cursors.filter(({ behind }) => behind !== '0'),
      ...outbox.filter(({ outbox }) => outbox > 0),
    ].map((row) => JSON.stringify(row))
  }
}
