import { createHash, randomBytes } from 'node:crypto'
import type { SimulatorClock } from '@recado/sdk/testing/simulator'
import { Customer, type Said } from './customer.ts'
import { Deliveries } from './deliveries.ts'
import { newId } from './ids.ts'
import type { TemplateShelf } from './templates.ts'

/** The business account that a number belongs to, with the app that is connected to it. */
export interface Business {
  readonly id: string
  readonly appId: string
  readonly appSecret: string
  accessToken: string
  scopes: string[]
  isSubscribed: boolean
  /** The app that the account was shared with by Embedded Signup, instead of its own. */
  sharedWith: { readonly id: string; readonly secret: string } | undefined
  appCallback: string | undefined
  readonly templates: TemplateShelf
  readonly clock: SimulatorClock
  readonly lines: readonly Line[]
  addLine(phone?: string): Line
  expireToken(): void
}

export interface StoredMedia {
  readonly id: string
  readonly bytes: Uint8Array
  readonly mime: string
  readonly sha256: string
  readonly until: number
  readonly name?: string | undefined
}

const day = 24 * 3_600_000

/** A phone number of a business, at Meta or carried by 360dialog. */
export class Line {
  readonly id = newId()
  readonly phone: string
  readonly account: Business
  apiKey = randomBytes(16).toString('hex')
  provider: 'meta' | '360dialog' = 'meta'
  name = 'Loja Exemplo'
  quality = 'GREEN'
  limit = 'TIER_1K'
  webhook: { readonly url: string; readonly headers?: Readonly<Record<string, string>> } | undefined
  /** Which states follow by themselves when a message was accepted. */
  reports: readonly string[] = ['sent', 'delivered']
  /** Messages are asked for a 24-hour window; how a closed one shows: in the answer, or as a status. */
  closedWindowShows: 'answer' | 'status' = 'status'
  /** Used in the Business app as well. */
  isOnBusinessApp = false
  isRegistered = true
  /** Of its two-step verification, once it was registered with one. */
  pin: string | undefined
  /** What the Business app holds, and whether its owner lets the past be shared. */
  readonly addressBook: { readonly name: string; readonly phone: string }[] = []
  readonly past: { readonly phone: string; readonly body: string; readonly at: number }[] = []
  sharesPast = true
  /** Kinds of data of the Business app that were asked for. */
  readonly askedAppData: string[] = []
  readonly said: Said[] = []
  readonly media = new Map<string, StoredMedia>()
  readonly customers: Customer[] = []
  readonly deliveries: Deliveries
  /** Messages whose writing was shown to the customer. */
  readonly typingShownFor: string[] = []

  constructor(account: Business, phone: string, reach?: (url: string) => string) {
    this.account = account
    this.phone = phone
    const proof = () => (this.provider === 'meta' ? { appSecret: account.sharedWith?.secret ?? account.appSecret } : {})
    this.deliveries = new Deliveries(
      () => (this.webhook === undefined ? undefined : { ...this.webhook, ...proof() }),
      reach,
    )
  }

  customer(name: string, phone?: string): Customer {
    const customer = new Customer(this, name, phone)
    this.customers.push(customer)
    return customer
  }
  /** Who answers to a phone number or a user id now. */
  findCustomer(id: string): Customer | undefined {
    return this.customers.find((customer) => customer.phone === id || customer.bsuid === id)
  }

  /** Takes token and key away; what is answered gives them back. */
  withdrawAccess(): () => void {
    const { apiKey, account } = this
    const { accessToken } = account
    this.apiKey = randomBytes(16).toString('hex')
    account.expireToken()
    return () => {
      this.apiKey = apiKey
      account.accessToken = accessToken
    }
  }

  newMessageId(): string {
    return `wamid.${randomBytes(24).toString('base64').replaceAll('/', '_')}`
  }

  keep(bytes: Uint8Array, mime: string, liveDays: number, name?: string): StoredMedia {
    const media = {
      id: newId(),
      bytes,
      mime,
      sha256: createHash('sha256').update(bytes).digest('base64'),
      until: this.account.clock.now().getTime() + liveDays * day,
      name,
    }
    this.media.set(media.id, media)
    return media
  }

  /** A value of the field `messages`, or another one, with everything that each has. */
  push(value: object, field = 'messages'): void {
    const { account, phone, id } = this
    this.deliveries.push({
      account: account.id,
      field,
      value: {
        messaging_product: 'whatsapp',
        metadata: { display_phone_number: phone, phone_number_id: id },
        ...value,
      },
    })
  }

  /** Tells that a message got this far. */
  report(said: Said, status: string, errors?: readonly object[]): void {
    said.status = status
    const { customer } = said
    this.push({
      statuses: [
        {
          id: said.id,
          status,
          timestamp: String(this.account.clock.seconds()),
          ...(customer.isPhoneKnown && { recipient_id: customer.phone }),
          ...(customer.bsuid !== undefined && { recipient_user_id: customer.bsuid }),
          ...(said.key !== undefined && { biz_opaque_callback_data: said.key }),
          ...(errors && { errors }),
          ...(status !== 'failed' && {
            pricing: { billable: true, pricing_model: 'PMP', category: 'service', type: 'regular' },
          }),
        },
      ],
    })
  }

  /** Messages that were sent to a customer, oldest first. */
  sentTo(customer: Customer): Said[] {
    return this.said.filter((said) => said.customer === customer && !said.fromCustomer)
  }
}
