import { randomInt } from 'node:crypto'
import type { SimulatorClock } from '@recado/sdk/testing/simulator'

type Json = Readonly<Record<string, unknown>>
export type MediaType = 'image' | 'video' | 'audio' | 'voice' | 'document' | 'sticker'

/** The number of the business that a customer writes to, as far as they need it. */
interface Addressed {
  readonly account: { readonly clock: SimulatorClock }
  readonly phone: string
  readonly said: Said[]
  newMessageId(): string
  keep(
    bytes: Uint8Array,
    mime: string,
    liveDays: number,
    name?: string,
  ): { readonly id: string; readonly sha256: string }
  push(value: object, field?: string): void
  report(said: Said, status: string): void
}

/** One message between a customer and the number. `message` is its JSON as webhooks or requests have it. */
export interface Said {
  readonly id: string
  readonly customer: Customer
  readonly fromCustomer: boolean
  readonly message: Readonly<Record<string, unknown>>
  readonly key: string | undefined
  status: string | undefined
  readonly reactions: Record<string, string>
  isRead?: boolean
  revoked?: boolean
}

const newBsuid = (): string => `BR.${randomInt(10 ** 11, 10 ** 14)}${randomInt(1_000, 9_999)}`
const newPhone = (): string => `55119${randomInt(60_000_000, 99_999_999)}`

/** A person on WhatsApp, as one number of a business gets to know them. */
export class Customer {
  readonly line: Addressed
  readonly name: string
  phone: string
  /** Business-scoped user id; undefined plays a provider that does not send it yet. */
  bsuid: string | undefined = newBsuid()
  username: string | undefined
  /** A username hides the number. */
  isPhoneKnown = true
  /** Moment of the last message to the business: a window of 24 hours follows. */
  lastSaidAt: number | undefined
  isBlocked = false

  constructor(line: Addressed, name: string, phone = newPhone()) {
    this.line = line
    this.name = name
    this.phone = phone
  }

  get thread(): Said[] {
    return this.line.said.filter((said) => said.customer === this)
  }

  /** Says anything a message can be: `{ type: 'text', text: { body } }`, `{ type: 'location', location }`… */
  say(
    content: Json & { readonly type: string },
    {
      replyTo,
      ...extra
    }: {
      replyTo?: Said | undefined
      referral?: Json
      context?: Json
      group_id?: string
      errors?: readonly Json[]
    } = {},
  ): Said {
    const message = {
      ...this.#from(),
      ...content,
      ...(replyTo && { context: { from: this.line.phone, id: replyTo.id } }),
      ...extra,
    }
    const said: Said = {
      id: message.id,
      customer: this,
      fromCustomer: true,
      message,
      key: undefined,
      status: undefined,
      reactions: {},
    }
    this.line.said.push(said)
    this.lastSaidAt = this.line.account.clock.now().getTime()
    this.line.push({ contacts: [this.#profile()], messages: [message] })
    return said
  }

  write(body: string, replyTo?: Said): Said {
    return this.say({ type: 'text', text: { body } }, { replyTo })
  }

  send(
    kind: MediaType,
    bytes: Uint8Array,
    mime: string,
    { caption, name, replyTo }: { caption?: string; name?: string; replyTo?: Said } = {},
  ): Said {
    const { id, sha256 } = this.line.keep(bytes, mime, 7, name)
    const type = kind === 'voice' ? 'audio' : kind
    return this.say(
      {
        type,
        [type]: {
          id,
          mime_type: mime,
          sha256,
          ...(caption !== undefined && { caption }),
          ...(name !== undefined && kind === 'document' && { filename: name }),
          ...(type === 'audio' && { voice: kind === 'voice' }),
          ...(kind === 'sticker' && { animated: false }),
        },
      },
      { replyTo },
    )
  }

  react(said: Said, emoji: string | null): void {
    if (emoji === null) delete said.reactions['customer']
    else said.reactions['customer'] = emoji
    this.line.push({
      contacts: [this.#profile()],
      messages: [
        { ...this.#from(), type: 'reaction', reaction: { message_id: said.id, ...(emoji !== null && { emoji }) } },
      ],
    })
  }

  /** Taps a button, a row of a list, or a quick reply of a template. */
  tap(said: Said, id: string): Said {
    const { message } = said
    const choices = choicesOf(message)
    const label = choices.find((choice) => choice.id === id)?.title ?? id
    if (message['type'] === 'template')
      return this.say({ type: 'button', button: { payload: id, text: label } }, { replyTo: said })
    const kind = (message['interactive'] as Json | undefined)?.['type'] === 'list' ? 'list_reply' : 'button_reply'
    return this.say(
      { type: 'interactive', interactive: { type: kind, [kind]: { id, title: label } } },
      { replyTo: said },
    )
  }

  /** Only where the number is used in the Business app too. */
  edit(said: Said, body: string): void {
    this.line.push({
      contacts: [this.#profile()],
      messages: [
        {
          ...this.#from(),
          type: 'edit',
          edit: { original_message_id: said.id, message: { type: 'text', text: { body } } },
        },
      ],
    })
  }
  revoke(said: Said): void {
    said.revoked = true
    this.line.push({
      contacts: [this.#profile()],
      messages: [{ ...this.#from(), type: 'revoke', revoke: { original_message_id: said.id } }],
    })
  }

  /** What the customer's phone does with a message of the business. */
  mark(said: Said, status: 'delivered' | 'read' | 'played'): void {
    this.line.report(said, status)
  }

  /** A new number brings a new user id; WhatsApp says so in three ways. */
  changeNumber(phone = newPhone()): void {
    const { phone: oldPhone, bsuid: oldId, line } = this
    const message = { id: line.newMessageId(), timestamp: String(line.account.clock.seconds()), type: 'system' }
    this.phone = phone
    if (oldId !== undefined) this.bsuid = newBsuid()
    const ids = { ...(this.isPhoneKnown && { wa_id: phone }), ...(this.bsuid !== undefined && { user_id: this.bsuid }) }
    if (this.isPhoneKnown)
      line.push({
        messages: [
          {
            ...message,
            from: oldPhone,
            system: {
              type: 'user_changed_number',
              body: `User ${this.name} changed from ${oldPhone} to ${phone}`,
              ...ids,
            },
          },
        ],
      })
    if (oldId === undefined) return
    line.push({
      messages: [
        {
          ...message,
          id: line.newMessageId(),
          system: {
            type: 'user_changed_user_id',
            body: `User ${this.name} changed from ${oldId} to ${this.bsuid}`,
            ...ids,
          },
        },
      ],
    })
    line.push(
      {
        contacts: [this.#profile()],
        user_id_update: [
          {
            ...(this.isPhoneKnown && { wa_id: phone }),
            detail: `User id for ${this.name} has been updated.`,
            user_id: { previous: oldId, current: this.bsuid },
            timestamp: message.timestamp,
          },
        ],
      },
      'user_id_update',
    )
  }

  takeUsername(username: string): void {
    this.username = username
    this.isPhoneKnown = false
  }

  #profile(): Json {
    return {
      profile: { name: this.name, ...(this.username !== undefined && { username: this.username }) },
      ...(this.isPhoneKnown && { wa_id: this.phone }),
      ...(this.bsuid !== undefined && { user_id: this.bsuid }),
    }
  }
  #from() {
    return {
      ...(this.isPhoneKnown && { from: this.phone }),
      ...(this.bsuid !== undefined && { from_user_id: this.bsuid }),
      id: this.line.newMessageId(),
      timestamp: String(this.line.account.clock.seconds()),
    }
  }
}

/** What can be tapped on a message of the business. */
export function choicesOf(message: Json): { id: string; title: string }[] {
  const action = (
    message['interactive'] as
      | {
          action?: {
            buttons?: { reply: { id: string; title: string } }[]
            sections?: { rows: { id: string; title: string }[] }[]
          }
        }
      | undefined
  )?.action
  return [...(action?.buttons ?? []).map(({ reply }) => reply), ...(action?.sections ?? []).flatMap(({ rows }) => rows)]
}
