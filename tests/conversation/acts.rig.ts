import { randomUUID } from 'node:crypto'
import type { Message, MessagePage, Ticket, TicketPage } from '@recado/contracts'
import { eventually, type Person } from '../harness/app.ts'
import type { HookChannel, HookWorld } from './far-side.ts'

/** A clock that runs with the wall and can be put forward; tokens and limits of the node follow it. */
export class MovableClock {
  #ahead = 0
  now = (): Date => new Date(Date.now() + this.#ahead)
  /** Milliseconds. Put it back with `reset` at the end of the test. */
  advance(ms: number): void {
    this.#ahead += ms
  }
  reset(): void {
    this.#ahead = 0
  }
}

/** Conversations of one person with customers who write through the provider. */
export class Desk {
  readonly #world: HookWorld
  readonly person: Person
  constructor(world: HookWorld, person: Person) {
    this.#world = world
    this.person = person
  }

  /** A new customer's ticket, taken by this person. */
  async talking(channel: HookChannel = this.#world.channel): Promise<Talk> {
    const who = randomUUID()
    const firstId = `in-${who}`
    await channel.post([
      {
        type: 'message',
        id: firstId,
        chat: who,
        from: { id: who, name: `Cliente ${who}` },
        text: 'Oi',
        at: new Date().toISOString(),
      },
    ])
    const page: TicketPage = await this.person.ok('GET', '/tickets/?status[]=pending&limit=200&showAll=true')
    const ticket = page.tickets.find((entry) => entry.name === `Cliente ${who}`)!
    await this.person.ok('PUT', `/tickets/${ticket.id}`, { status: 'open' })
    return new Talk(this.#world, this.person, ticket, who, firstId)
  }
}

export class Talk {
  readonly #world: HookWorld
  readonly #person: Person
  readonly ticket: Ticket
  readonly who: string
  /** The provider's id of what the customer said first. */
  readonly firstId: string
  constructor(world: HookWorld, person: Person, ticket: Ticket, who: string, firstId: string) {
    this.#world = world
    this.#person = person
    this.ticket = ticket
    this.who = who
    this.firstId = firstId
  }

  get delivered() {
    return this.#world.far.delivered.filter((entry) => entry.chat === this.who)
  }
  get acted() {
    return this.#world.far.acted.filter((entry) => entry.chat === this.who)
  }

  async messages(): Promise<Message[]> {
    return (await this.#person.ok<MessagePage>('GET', `/messages/${this.ticket.id}`)).messages
  }
  async first(): Promise<Message> {
    return (await this.messages())[0]!
  }
  /** One message once it fits. */
  see(id: string, fits: (message: Message) => boolean): Promise<Message> {
    return eventually(
      async () => (await this.messages()).find((message) => message.id === id),
      (message) => message !== undefined && fits(message),
    ) as Promise<Message>
  }
  /** Says something and waits until the provider has it. */
  async say(body: string): Promise<Message> {
    const message = await this.write(body)
    return this.see(message.id, ({ status }) => status === 'sent')
  }
  /** Says something and waits for nothing. */
  async write(body: string): Promise<Message> {
    await this.#person.ok('POST', `/messages/${this.ticket.id}`, { body })
    return (await this.messages()).at(-1)!
  }
}
