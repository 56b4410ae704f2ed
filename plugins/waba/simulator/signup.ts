import { randomBytes } from 'node:crypto'
import type { SimulatorAnswer, SimulatorClock, SimulatorRequest } from '@recado/sdk/testing/simulator'
import { newId } from './ids.ts'
import type { Business, Line } from './line.ts'
import { badParameter, Refused } from './refused.ts'

/** What a person shares in the dialog. */
interface Consent {
  readonly account: Business
  readonly returnTo: string
  readonly until: number
}

const tenMinutes = 600_000

/** Embedded Signup: the dialog, the exchange of its codes, and what the tokens are good for. */
export class Signup {
  /** An app whose owner connects numbers of other businesses, with its configuration of the login. */
  readonly app = { id: newId(), configId: newId(), secret: randomBytes(16).toString('hex') }
  /** Businesses whose owner may come to the dialog. */
  readonly businesses: Business[] = []
  readonly #codes = new Map<string, Consent>()
  readonly #clock: SimulatorClock

  constructor(clock: SimulatorClock) {
    this.#clock = clock
  }

  /**
   * `GET /{version}/dialog/oauth`: the page where a person shares a number, or does not. `reach` leads a public address
   * to where it is served.
   */
  page(url: URL, reach: (url: string) => string): SimulatorAnswer {
    const problem = this.#problemOf(url)
    if (problem !== undefined) return { status: 400, body: problem }
    const buttons = this.businesses.flatMap(({ lines }, index) =>
      lines.map(
        ({ phone }) =>
          `<p><a href="${escaped(reach(this.share(url.href, this.businesses[index]!)))}">Share +${phone}</a></p>`,
      ),
    )
    return {
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Embedded Signup, simulated</title>
<link rel="icon" href="data:,"><h1>Connect your WhatsApp Business app</h1>${buttons.join('')}
<p><a href="${escaped(reach(this.refuse(url.href)))}">Cancel</a></p>`,
    }
  }

  /** What the person is led to after sharing a business; `dialog` is the address of the dialog. */
  share(dialog: string, account: Business): string {
    const { searchParams: asked } = new URL(dialog)
    const returnTo = asked.get('redirect_uri')!
    const code = `AQ${randomBytes(60).toString('base64url')}`
    this.#codes.set(code, { account, returnTo, until: this.#clock.now().getTime() + tenMinutes })
    return `${returnTo}?${new URLSearchParams({ code, state: asked.get('state')! })}`
  }

  /** The same after leaving the dialog. */
  refuse(dialog: string): string {
    const { searchParams: asked } = new URL(dialog)
    return `${asked.get('redirect_uri')!}?${new URLSearchParams({
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
      state: asked.get('state')!,
    })}`
  }

  /** `POST /{version}/oauth/access_token`: a code is good once, for ten minutes, for the address it was made for. */
  async exchange(request: SimulatorRequest): Promise<SimulatorAnswer> {
    const { client_id: id, client_secret: secret, redirect_uri: returnTo, code } = await request.fields()
    if (id !== this.app.id || secret !== this.app.secret) throw new Refused(400, 1, 'Error validating client secret.')
    const consent = this.#codes.get(String(code))
    this.#codes.delete(String(code))
    if (!consent) throw badParameter('This authorization code has been used.')
    if (consent.until < this.#clock.now().getTime()) throw badParameter('This authorization code has expired.')
    if (consent.returnTo !== returnTo)
      throw badParameter('Error validating verification code. Please make sure your redirect_uri is identical.')
    consent.account.sharedWith = this.app
    return { body: { access_token: consent.account.accessToken, token_type: 'bearer' } }
  }

  /** What is wrong with a call of the dialog. */
  #problemOf({ searchParams: asked }: URL): string | undefined {
    const wanted = {
      client_id: this.app.id,
      config_id: this.app.configId,
      response_type: 'code',
      override_default_response_type: 'true',
    }
    for (const [name, value] of Object.entries(wanted))
      if (asked.get(name) !== value) return `Invalid parameter: ${name}`
    if (!URL.canParse(asked.get('redirect_uri') ?? '')) return 'Invalid parameter: redirect_uri'
    const extras = JSON.parse(asked.get('extras') ?? '{}') as Record<string, unknown>
    return extras['version'] === 'v4' && extras['featureType'] === 'whatsapp_business_app_onboarding'
      ? undefined
      : 'Invalid parameter: extras'
  }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** `POST /{number}/register`: with a PIN, and not for a number of the Business app. */
export async function registerLine(line: Line, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const { pin } = await request.fields()
  if (line.isOnBusinessApp) throw badParameter('The number is used in the WhatsApp Business app.')
  if (typeof pin !== 'string' || !/^\d{6}$/.test(pin)) throw badParameter('pin must be 6 digits')
  line.pin = pin
  line.isRegistered = true
  return { body: { success: true } }
}

/** `POST /{number}/smb_app_data`: contacts or the past of the Business app come to the webhook, each once. */
export async function sendAppData(line: Line, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const { messaging_product: product, sync_type: kind } = await request.fields()
  if (product !== 'whatsapp') throw badParameter('messaging_product must be whatsapp')
  if (!line.isOnBusinessApp) throw badParameter('The number is not used in the WhatsApp Business app.')
  if (kind !== 'smb_app_state_sync' && kind !== 'history') throw badParameter('sync_type is unknown')
  if (line.askedAppData.includes(kind)) throw badParameter('The synchronization was performed already.')
  line.askedAppData.push(kind)
  if (!line.account.isSubscribed || !line.webhook)
    return { body: { messaging_product: 'whatsapp', request_id: newId() } }
  if (kind === 'history') pushPast(line)
  else pushContacts(line)
  return { body: { messaging_product: 'whatsapp', request_id: newId() } }
}

function pushContacts(line: Line): void {
  line.push(
    {
      state_sync: line.addressBook.map(({ name, phone }) => ({
        type: 'contact',
        contact: { full_name: name, first_name: name.split(' ')[0], phone_number: phone },
        action: 'add',
        metadata: { timestamp: String(line.account.clock.seconds()) },
      })),
    },
    'smb_app_state_sync',
  )
}

function pushPast(line: Line): void {
  if (!line.sharesPast) {
    line.push(
      {
        history: [
          {
            errors: [
              {
                code: 2593109,
                title: 'History sync is turned off by the business from the WhatsApp Business App',
                message: 'History sync is turned off by the business from the WhatsApp Business App',
              },
            ],
          },
        ],
      },
      'history',
    )
    return
  }
  line.push(
    {
      history: [
        {
          metadata: { phase: 2, chunk_order: 1, progress: 100 },
          threads: line.past.map(({ phone, body, at }) => ({
            id: phone,
            messages: [{ from: phone, id: line.newMessageId(), timestamp: String(at), type: 'text', text: { body } }],
          })),
        },
      ],
    },
    'history',
  )
}
