import { randomUUID } from 'node:crypto'
import { WebhookDeliverer, WebhookQueue, type Delivery, type SimulatorClock } from '@recado/sdk/testing/simulator'

/** One message between a person and a channel of the hub; `contents` as deliveries and requests have them. */
export interface Said {
  readonly id: string
  readonly person: string
  readonly fromPerson: boolean
  readonly contents: readonly Readonly<Record<string, unknown>>[]
  status: string
}

export interface Subscription {
  readonly id: string
  readonly eventType: string
  readonly webhook: { readonly url: string; readonly headers?: Readonly<Record<string, string>> }
  readonly criteria: { readonly channel: string; readonly direction?: string }
}

const policy = { tries: 8, firstPauseMs: 50 }

/** A channel at the hub, with the people who write there. */
export class HubChannel {
  readonly id = randomUUID()
  readonly kind: string
  readonly account: Account
  readonly said: Said[] = []
  /** States that follow by themselves when a message was accepted. */
  reports: readonly string[] = ['SENT', 'DELIVERED']
  readonly #queue: WebhookQueue<{ readonly eventType: string; readonly body: object }>
  readonly #deliverer: WebhookDeliverer

  constructor(account: Account, kind: string, reach: (url: string) => string) {
    this.account = account
    this.kind = kind
    this.#deliverer = new WebhookDeliverer({ policy, reach })
    this.#queue = new WebhookQueue(this.#deliverer, ([event]) => event && this.#request(event))
  }

  get name(): string {
    return `Loja no ${this.kind}`
  }
  thread(person: string): Said[] {
    return this.said.filter((said) => said.person === person)
  }
  /** How often each delivery comes. */
  set copies(count: number) {
    this.#deliverer.copies = count
  }
  idle(): Promise<void> {
    return this.#queue.settled()
  }

  /** Somebody writes; the person's name is their id, too. */
  say(person: string, ...contents: readonly Readonly<Record<string, unknown>>[]): Said {
    const said: Said = { id: randomUUID(), person, fromPerson: true, contents, status: '' }
    this.said.push(said)
    this.deliver('MESSAGE', {
      direction: 'IN',
      message: {
        id: said.id,
        from: person,
        to: this.id,
        direction: 'IN',
        channel: this.kind,
        visitor: { name: person },
        contents,
      },
    })
    return said
  }
  write(person: string, text: string): Said {
    return this.say(person, { type: 'text', text })
  }

  /** Tells how far a message of the company has got. */
  report(said: Said, code: string, causes: readonly object[] = []): void {
    said.status = code
    this.deliver('MESSAGE_STATUS', {
      messageId: said.id,
      contentIndex: 0,
      messageStatus: { code, timestamp: this.account.clock.now().toISOString(), description: code, causes },
    })
  }

  deliver(eventType: string, event: object): void {
    const body = {
      type: eventType,
      id: randomUUID(),
      timestamp: this.account.clock.now().toISOString(),
      channel: this.kind,
      ...event,
    }
    this.#queue.push({ eventType, body })
  }

  #request({ eventType, body }: { eventType: string; body: object }): Delivery | undefined {
    const found = this.account.subscriptions.find(
      (subscription) => subscription.eventType === eventType && subscription.criteria.channel === this.id,
    )
    return (
      found && {
        url: found.webhook.url,
        body: JSON.stringify({ ...body, subscriptionId: found.id }),
        headers: { 'content-type': 'application/json', ...found.webhook.headers },
      }
    )
  }
}

/** An account of NotificaMe with its channels. */
export class Account {
  token = randomUUID()
  readonly clock: SimulatorClock
  readonly channels: HubChannel[] = []
  subscriptions: Subscription[] = []
  readonly #reach: (url: string) => string

  constructor(clock: SimulatorClock, reach: (url: string) => string) {
    this.clock = clock
    this.#reach = reach
  }

  addChannel(kind: string): HubChannel {
    const channel = new HubChannel(this, kind, this.#reach)
    this.channels.push(channel)
    return channel
  }
}
