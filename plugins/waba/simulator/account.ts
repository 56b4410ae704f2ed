import { randomBytes, randomInt } from 'node:crypto'
import type { SimulatorClock } from '@recado/sdk/testing/simulator'
import { Deliveries } from './deliveries.ts'
import { newId } from './ids.ts'
import { Line, type Business } from './line.ts'
import type { TemplateShelf } from './templates.ts'

/** A WhatsApp business account with the app that is connected to it. */
export class Account implements Business {
  readonly id = newId()
  readonly appId = newId()
  readonly appSecret = randomBytes(16).toString('hex')
  accessToken = `EAA${randomBytes(40).toString('hex')}`
  /** What the token may do. */
  scopes = ['whatsapp_business_messaging', 'whatsapp_business_management']
  isSubscribed = false
  sharedWith: Business['sharedWith']
  /** The app's own address, entered in the dashboard: notices of templates and accounts come to it alone. */
  appCallback: string | undefined
  readonly notices: Deliveries
  readonly lines: Line[] = []
  readonly templates: TemplateShelf
  readonly clock: SimulatorClock
  readonly #reach: ((url: string) => string) | undefined

  constructor(clock: SimulatorClock, templates: TemplateShelf, reach?: (url: string) => string) {
    this.clock = clock
    this.templates = templates
    this.#reach = reach
    this.notices = new Deliveries(
      () => (this.appCallback === undefined ? undefined : { url: this.appCallback, appSecret: this.appSecret }),
      reach,
    )
  }

  addLine(phone = `55114${randomInt(10_000_000, 99_999_999)}`): Line {
    const line = new Line(this, phone, this.#reach)
    this.lines.push(line)
    return line
  }

  /** A notice beside the conversations: of a template, the account, a number's quality. */
  notify(field: string, value: object): void {
    if (this.lines.some(({ provider }) => provider === '360dialog'))
      this.lines.find(({ provider }) => provider === '360dialog')!.deliveries.push({ account: this.id, field, value })
    else this.notices.push({ account: this.id, field, value })
  }

  expireToken(): void {
    this.accessToken = `EAA${randomBytes(40).toString('hex')}`
  }
}
