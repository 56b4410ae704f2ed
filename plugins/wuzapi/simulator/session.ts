import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { WebhookDeliverer, WebhookQueue, type Delivery, type SimulatorClock } from '@recado/sdk/testing/simulator'
import { codeIn } from './code-picture.ts'
import type { Group, Person } from './person.ts'

/** A message that a session has sent, or a person has written to it. */
export interface Said {
  readonly id: string
  readonly chat: string
  readonly own: boolean
  /** Kind of the call that sent it, or of the field that holds what a person wrote. */
  readonly kind: string
  readonly fields: Readonly<Record<string, unknown>>
  text: string
  isDeleted: boolean
  status: string
}

/** Anything else that the gateway was asked to do. */
export interface Act {
  readonly path: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** How a delivery is written. */
export type Format = 'form' | 'json'

export interface SessionFacts {
  readonly name: string
  readonly token: string
  readonly clock: SimulatorClock
  readonly reach: (url: string) => string
  readonly format: () => Format
}

interface Event {
  readonly type: string
  readonly body: object
}

const policy = { tries: 10, firstPauseMs: 50 }
/** The first code lives a minute, the others 20 s, and there are six. */
const firstMs = 60_000
const laterMs = 20_000
const mostCodes = 6
const typedLength = 8

/** One user of the gateway: a session with WhatsApp, its webhook, and what its number writes and hears. */
export class Session {
  readonly id = randomBytes(16).toString('hex')
  readonly name: string
  readonly token: string
  readonly clock: SimulatorClock
  readonly said: Said[] = []
  readonly acts: Act[] = []
  webhook = ''
  events: readonly string[] = []
  hmacKey = ''
  mediaDelivery = 'base64'
  connected = false
  /** The linked number. */
  number: Person | undefined
  typedCode: { readonly number: string; readonly code: string } | undefined
  /** WhatsApp asks for a passkey, which the gateway cannot give. */
  asksForPasskey = false
  isOutdated = false
  /** How far messages get by themselves. */
  receipts: 'none' | 'delivered' | 'read' = 'delivered'
  readonly #format: () => Format
  readonly #deliverer: WebhookDeliverer
  readonly #queue: WebhookQueue<Event>
  #codesSince: number | undefined
  #codes: string[] = []

  constructor({ name, token, clock, reach, format }: SessionFacts) {
    this.name = name
    this.token = token
    this.clock = clock
    this.#format = format
    this.#deliverer = new WebhookDeliverer({ policy, reach })
    this.#queue = new WebhookQueue(this.#deliverer, ([event]) => event && this.request(event.type, event.body))
  }

  get isLoggedIn(): boolean {
    return this.number !== undefined
  }
  /** What the gateway calls its own number: with the device. */
  get jid(): string {
    return this.number === undefined ? '' : `${this.number.number}:7@s.whatsapp.net`
  }
  set copies(count: number) {
    this.#deliverer.copies = count
  }
  thread(chat: string): Said[] {
    return this.said.filter((said) => said.chat === chat)
  }
  idle(): Promise<void> {
    return this.#queue.settled()
  }

  /** Holds deliveries back, and lets them go. */
  hold(): void {
    this.#queue.hold()
  }
  release(): void {
    this.#queue.release()
  }

  /** Tells the webhook, where it wants to hear of it. */
  deliver(type: string, body: object): void {
    if (this.webhook !== '' && (this.events.includes(type) || this.events.includes('All')))
      this.#queue.push({ type, body })
  }

  /** A delivery as it goes out, signed over the bytes of its body. */
  request(type: string, body: object): Delivery {
    const told = { type, ...body }
    const isJson = this.#format() === 'json'
    const facts = { instanceName: this.name, userID: this.id, token: this.token }
    const text = isJson
      ? JSON.stringify({ ...told, ...facts })
      : new URLSearchParams({ instanceName: this.name, jsonData: JSON.stringify(told), token: this.token }).toString()
    return {
      url: this.webhook,
      body: text,
      headers: {
        'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
        ...(this.hmacKey !== '' && {
          'x-hmac-signature': createHmac('sha256', this.hmacKey).update(text).digest('hex'),
        }),
      },
    }
  }

  /* ---- the line to WhatsApp ---- */

  connect(): void {
    if (this.isOutdated) return this.deliver('ClientOutdated', { event: {} })
    this.connected = true
    if (this.isLoggedIn) return this.deliver('Connected', { event: {} })
    this.#codesSince = this.clock.now().getTime()
    this.#codes = Array.from({ length: mostCodes }, () => `2@${randomBytes(48).toString('base64')}`)
  }

  /** The code to scan now; undefined where there is none. The last one ends the session. */
  code(): string | undefined {
    if (this.#codesSince === undefined) return undefined
    const age = this.clock.now().getTime() - this.#codesSince
    const code = this.#codes[age < firstMs ? 0 : 1 + Math.floor((age - firstMs) / laterMs)]
    if (code === undefined) {
      this.#codesSince = undefined
      this.connected = false
      this.deliver('QRTimeout', { event: 'timeout' })
    }
    return code
  }

  /** A phone scans a code, as text or as its picture. @returns whether it was linked */
  scan(number: Person, scanned: string): boolean {
    if (this.code() !== codeIn(scanned) || this.asksForPasskey) return false
    this.#link(number)
    return true
  }

  pair(number: string): string {
    const code = randomBytes(typedLength / 2)
      .toString('hex')
      .toUpperCase()
    this.typedCode = { number, code }
    return `${code.slice(0, typedLength / 2)}-${code.slice(typedLength / 2)}`
  }
  /** The code is typed on the phone of its number. @returns whether it was linked */
  type(number: Person, code: string): boolean {
    const isRight = this.typedCode?.number === number.number && this.typedCode.code === code.replaceAll('-', '')
    if (!isRight || this.asksForPasskey) return false
    this.#link(number)
    return true
  }

  #link(number: Person): void {
    this.#codesSince = undefined
    this.typedCode = undefined
    this.number = number
    this.connected = true
    this.deliver('PairSuccess', { event: { ID: this.jid, LID: number.lid, BusinessName: '', Platform: 'android' } })
    this.deliver('Connected', { event: {} })
  }

  #end(type: string, event: object): void {
    this.connected = false
    this.deliver(type, { event })
  }
  /** The phone takes the device out. */
  unlink(): void {
    this.number = undefined
    this.#end('LoggedOut', { OnConnect: false, Reason: 401 })
  }
  /** Another program signs in with the same device. */
  replace(): void {
    this.#end('StreamReplaced', {})
  }
  outdate(): void {
    this.isOutdated = true
    this.#end('ClientOutdated', {})
  }
  ban(): void {
    this.#end('TemporaryBan', { Code: 101, Expire: 3_600_000_000_000 })
  }
  disconnect(): void {
    this.connected = false
    this.#codesSince = undefined
  }

  /* ---- what people do ---- */

  /** Somebody writes, in a chat of two or in a group. `own`: on the phone of the number itself. */
  say(
    person: Person,
    message: Readonly<Record<string, unknown>>,
    { group, own = false, by = 'phone', id = newId(), tellsNumber = true }: SayOptions = {},
  ): Said {
    const chat = group?.jid ?? person.jid
    const [kind = 'none'] = Object.keys(message)
    const said: Said = {
      id,
      chat,
      own,
      kind,
      fields: message,
      text: textIn(message),
      isDeleted: false,
      status: '',
    }
    this.said.push(said)
    const author = own ? this.number! : person
    const [sender, alt] = by === 'phone' ? [author.jid, author.lid] : [author.lid, author.jid]
    const other = by === 'phone' ? person.jid : person.lid
    this.deliver('Message', {
      event: {
        Info: {
          Chat: group?.jid ?? other,
          Sender: `${sender.replace('@', ':3@')}`,
          IsFromMe: own,
          IsGroup: group !== undefined,
          AddressingMode: by === 'phone' ? 'pn' : 'lid',
          SenderAlt: tellsNumber && !own ? alt : '',
          RecipientAlt: tellsNumber && own && !group ? (by === 'phone' ? person.lid : person.jid) : '',
          ID: id,
          Type: kind === 'conversation' ? 'text' : 'media',
          PushName: author.name,
          Timestamp: this.clock.now().toISOString(),
          Category: '',
          Edit: '',
        },
        Message: message,
        IsEphemeral: false,
        IsViewOnce: false,
        IsEdit: false,
      },
    })
    return said
  }
  write(person: Person, text: string, options: SayOptions = {}): Said {
    return this.say(person, { conversation: text }, options)
  }

  /** Tells how far messages of the session have got with somebody. */
  receipt(person: Person, ids: readonly string[], state: 'Delivered' | 'Read' | 'Played'): void {
    for (const said of this.said) if (ids.includes(said.id)) said.status = state.toLowerCase()
    this.deliver('ReadReceipt', {
      state,
      event: {
        Chat: person.jid,
        Sender: person.jid,
        IsFromMe: false,
        IsGroup: false,
        MessageIDs: ids,
        Timestamp: this.clock.now().toISOString(),
        Type: state === 'Delivered' ? '' : state.toLowerCase(),
      },
    })
  }

  typing(person: Person, state: 'composing' | 'paused', media: '' | 'audio' = ''): void {
    this.deliver('ChatPresence', {
      event: { Chat: person.jid, Sender: person.jid, IsFromMe: false, IsGroup: false, State: state, Media: media },
    })
  }
}

export interface SayOptions {
  readonly group?: Group
  readonly own?: boolean
  readonly by?: 'phone' | 'lid'
  readonly id?: string
  /** Whether a message under the other id tells the number. */
  readonly tellsNumber?: boolean
}

export const newId = (): string => `3A${randomUUID().replaceAll('-', '').slice(0, 18).toUpperCase()}`

/** What a reader of the page sees of a message. */
function textIn(message: Readonly<Record<string, unknown>>): string {
  const [content] = Object.values(message)
  if (typeof content === 'string') return content
  const { text, caption } = (content ?? {}) as { text?: unknown; caption?: unknown }
  return typeof text === 'string' ? text : typeof caption === 'string' ? caption : ''
}
