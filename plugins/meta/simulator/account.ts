import { createHmac, randomBytes } from 'node:crypto'
import {
  WebhookDeliverer,
  WebhookQueue,
  type Delivery,
  type Faults,
  type ScriptedFault,
} from '@recado/sdk/testing/simulator'
import { newId, newToken } from './ids.ts'
import { Person, type Said } from './person.ts'
import { TemplateShelf } from './templates.ts'
import type { Entry, World } from './world.ts'

/** An app of a developer: it signs what is delivered, to one address for each kind of object. */
export class App {
  readonly id = newId()
  readonly secret = randomBytes(16).toString('hex')
  readonly callbacks = new Map<string, string>()
}

/** The whole stand-in, as calls and the page see it. */
export interface Meta extends World {
  readonly accounts: readonly Account[]
  readonly faults: Faults<ScriptedFault>
  /** Whether an address is asked for its verification token before it is taken, as Meta does. */
  readonly provesCallbacks: boolean
}

const policy = { tries: 8, firstPauseMs: 50 }

/** A page of Facebook, or a professional account of Instagram, with its people. */
export class Account {
  readonly id = newId()
  readonly app: App
  readonly product: 'facebook' | 'instagram'
  readonly world: World
  readonly name: string
  readonly username = 'loja.exemplo'
  token = newToken()
  /** The page that an account of Instagram is linked to, in whose name its conversations are routed. */
  readonly page: { readonly id: string; token: string } | undefined
  /** Tokens that were made of it; all of them open the account. */
  readonly renewed = new Set<string>()
  /** Fields of webhooks that the account gives the app. */
  fields: readonly string[] = []
  readonly people: Person[] = []
  readonly said: Said[] = []
  readonly templates = new TemplateShelf()
  /** Whether the page lets this app take conversations, and the app that they go back to. */
  routesHere = true
  defaultApp: string | undefined
  /** Whether messages are reported as delivered by themselves. */
  reportsDelivery = true
  readonly typing = new Set<Person>()
  readonly #queue: WebhookQueue<Entry>
  readonly #deliverer: WebhookDeliverer

  constructor(world: World, product: Account['product'], app = new App()) {
    this.world = world
    this.product = product
    this.app = app
    if (product === 'instagram') this.page = { id: newId(), token: newToken() }
    this.name = product === 'facebook' ? 'Loja Exemplo' : 'Loja Exemplo Oficial'
    this.#deliverer = new WebhookDeliverer({ policy, reach: (url) => world.reach(url) })
    this.#queue = new WebhookQueue(this.#deliverer, (entries) => this.#request(entries))
  }

  /** `object` of this account's webhooks. */
  get object(): 'page' | 'instagram' {
    return this.product === 'facebook' ? 'page' : 'instagram'
  }

  /** Nobody can do anything in the name of the account any more. */
  withdrawTokens(): void {
    this.token = newToken()
    this.renewed.clear()
  }

  person(name: string): Person {
    const known = this.people.find((person) => person.name === name)
    if (known) return known
    const person = new Person(this, name)
    this.people.push(person)
    return person
  }

  /** What the account has said to somebody, oldest first. */
  sentTo(person: Person): Said[] {
    return this.said.filter((said) => said.person === person && !said.fromPerson)
  }

  /** How often each delivery comes. */
  set copies(count: number) {
    this.#deliverer.copies = count
  }
  hold(): void {
    this.#queue.hold()
  }
  release(order?: 'asCame' | 'reversed'): void {
    this.#queue.release(order)
  }
  idle(): Promise<void> {
    return this.#queue.settled()
  }

  push(entry: Entry): void {
    this.#queue.push(entry)
  }

  /** The body of a delivery with these entries. */
  bodyOf(entries: readonly Entry[]): string {
    const time = this.world.clock.now().getTime()
    return JSON.stringify({
      object: this.object,
      entry: entries.map((entry) => ({
        id: this.id,
        time,
        ...('messaging' in entry && { messaging: [entry.messaging] }),
        ...('standby' in entry && { standby: [entry.standby] }),
        ...('change' in entry && { changes: [entry.change] }),
      })),
    })
  }

  signed(body: string): Record<string, string> {
    return { 'x-hub-signature-256': `sha256=${createHmac('sha256', this.app.secret).update(body).digest('hex')}` }
  }

  #request(entries: readonly Entry[]): Delivery | undefined {
    const url = this.app.callbacks.get(this.object)
    if (url === undefined || this.fields.length === 0) return undefined
    const body = this.bodyOf(entries)
    return { url, body, headers: { 'content-type': 'application/json', ...this.signed(body) } }
  }
}
