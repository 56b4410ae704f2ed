import type { Message, MessagePage, Ticket, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { ModelSimulator } from '../../plugins/ai/simulator/simulator.ts'
import { createEventParser } from '../../plugins/webchat/widget/frame/sse.ts'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'
import { Visitor } from './webchat.rig.ts'

/** An image of one pixel; those with other numbers are other files. */
export const png = (at: number) =>
  new Uint8Array(
    Buffer.concat([
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
        'base64',
      ),
      Buffer.from([at]),
    ]),
  )

/** The beginning of an Ogg Opus stream, as a visitor records one. */
export const ogg = new Uint8Array(
  Buffer.concat([
    Buffer.from('OggS\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x13OpusHead', 'latin1'),
    Buffer.alloc(64),
  ]),
)

export interface StreamedEvent {
  readonly event: string
  readonly data: Record<string, unknown>
}

/** A node whose companies ask a simulated provider, with visitors of the first one. */
export class AiRig {
  readonly node: TestApp
  readonly models: ModelSimulator
  /** Administrator and agent of the first company, administrator of the other one. */
  readonly ana: Person
  readonly ugo: Person
  readonly bia: Person
  readonly #visitors: Visitor[] = []

  private constructor(node: TestApp, models: ModelSimulator, [ana, ugo, bia]: readonly Person[]) {
    this.node = node
    this.models = models
    this.ana = ana!
    this.ugo = ugo!
    this.bia = bia!
  }

  static async start(): Promise<AiRig> {
    const models = await ModelSimulator.start()
    const node = await testApp({ channel: 'webchat', app: { egress: { allow: ['127.0.0.0/8'] } } })
    const people = await Promise.all([node.a.admin, node.a.user, node.b.admin].map((user) => node.signIn(user)))
    const rig = new AiRig(node, models, people)
    for (const admin of [rig.ana, rig.bia]) await rig.settings({}, admin)
    return rig
  }

  async close(): Promise<void> {
    for (const visitor of this.#visitors) visitor.close()
    await this.node.close()
    await this.models.close()
  }

  /** Sets the plugin anew, with the simulated provider, and with replies and summaries where somebody asks. */
  settings(more: object = {}, person = this.ana): Promise<unknown> {
    const { baseUrl: url, apiKey } = this.models
    const settings = { url, apiKey, model: 'gpt-6-luna', suggestReplies: true, summarizeAsked: true, ...more }
    return person.ok('PUT', '/api/plugins/ai', { enabled: true, settings })
  }

  /** Saves settings with a key that the provider takes at that time, and refuses from then on. */
  async withdrawn(key: string, save: () => Promise<unknown>, models = this.models): Promise<void> {
    models.withdrawable = key
    await save()
    models.withdrawable = undefined
  }

  async waiting(): Promise<Ticket[]> {
    const path = '/tickets?status[]=pending&status[]=open&showAll=true&limit=200'
    return (await this.ana.ok<TicketPage>('GET', path)).tickets
  }

  read(id: string): Promise<Ticket> {
    return this.ana.ok<Ticket>('GET', `/tickets/${id}`)
  }

  async messagesOf(id: string): Promise<Message[]> {
    return (await this.ana.ok<MessagePage>('GET', `/messages/${id}`)).messages
  }

  /** What the company said in a ticket, in its order. */
  async told(id: string): Promise<string[]> {
    return (await this.messagesOf(id)).filter(({ fromMe }) => fromMe).map(({ body }) => body)
  }

  /** Ids of the tags of a ticket. */
  async tagsOf(id: string): Promise<string[]> {
    return (await this.read(id)).tags.map((tag) => tag.id)
  }

  /** Waits until the company has said this. */
  saying(id: string, wanted: string): Promise<string[]> {
    return eventually(
      () => this.told(id),
      (all) => all.includes(wanted),
    )
  }

  /** Waits until no responder has the ticket any more. */
  withPeople(id: string): Promise<Ticket> {
    return eventually(
      () => this.read(id),
      ({ withBot }) => !withBot,
    )
  }

  /** A visitor who has written nothing yet. */
  async stranger(profile?: { name: string; email: string }): Promise<Visitor> {
    const one = new Visitor(this.node.base, this.node.a.connection)
    this.#visitors.push(one)
    await one.session(profile && { profile })
    return one
  }

  /** A visitor who has written. */
  async visitor(
    text: string,
    profile?: { name: string; email: string },
  ): Promise<{ visitor: Visitor; ticket: Ticket }> {
    const one = await this.stranger(profile)
    await one.say(text)
    const [ticket] = await eventually(
      async () => (await this.waiting()).filter(({ lastMessage }) => lastMessage.includes(text)),
      (found) => found.length > 0,
    )
    return { visitor: one, ticket: ticket! }
  }

  /** Events of a stream, as the browser gets them; a refusal is one event with its status. */
  async events(path: string, body: object, person = this.ana): Promise<StreamedEvent[]> {
    const response = await fetch(this.node.base + path, {
      method: 'POST',
      headers: { ...person.credentials, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
      return [{ event: String(response.status), data: (await response.json()) as Record<string, unknown> }]
    const seen: StreamedEvent[] = []
    const parse = createEventParser(({ event, data }) => seen.push({ event, data: JSON.parse(data) as never }))
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) parse(text)
    return seen
  }

  rewrite(ticketId: string, text: string, wish: object, person = this.ana): Promise<StreamedEvent[]> {
    return this.events('/p/ai/rewrite', { ticketId, text, wish }, person)
  }
}

/** Starts a rig for the tests of a file, and ends it after them. What was asked is forgotten before each test. */
export function forTests(): { readonly rig: AiRig } {
  let started: AiRig | undefined
  beforeAll(async () => {
    started = await AiRig.start()
  })
  beforeEach(() => {
    started!.models.exchanges.length = 0
  })
  afterAll(() => started?.close())
  return {
    get rig(): AiRig {
      return started!
    },
  }
}
