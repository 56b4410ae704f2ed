import {
  withFault,
  type ScriptedFault,
  type ScriptedRefusal,
  type SimulatorAnswer,
  type SimulatorRequest,
} from '@recado/sdk/testing/simulator'
import { createHmac, randomUUID } from 'node:crypto'
import { Account, type Delivery, type Sms } from './account.ts'

const maxBody = 1_600
const words: Readonly<Record<string, 'STOP' | 'START'>> = {
  STOP: 'STOP',
  UNSUBSCRIBE: 'STOP',
  START: 'START',
  YES: 'START',
}

/** An account at Twilio with one number. */
export class TwilioAccount extends Account {
  readonly sid = `AC${randomUUID().replaceAll('-', '')}`
  readonly numberSid = `PN${randomUUID().replaceAll('-', '')}`
  token = randomUUID().replaceAll('-', '')
  status = 'active'
  balance = '12.34'
  readonly optedOut = new Set<string>()
  readonly #files = new Map<string, { readonly bytes: Uint8Array; readonly mime: string }>()

  /** A message with a file; Twilio hands out its address, not its bytes. */
  picture(sms: Sms, bytes: Uint8Array, mime: string): Delivery {
    const path = `/Messages/${sms.id}/Media/ME${randomUUID().replaceAll('-', '')}`
    this.#files.set(path, { bytes, mime })
    return this.arrival(sms, {
      NumMedia: '1',
      MediaUrl0: `https://api.twilio.com/2010-04-01/Accounts/${this.sid}${path}`,
      MediaContentType0: mime,
    })
  }

  sign(url: string, fields: Readonly<Record<string, string>>): Delivery {
    const text =
      url +
      Object.keys(fields)
        .sort()
        .map((name) => name + fields[name])
        .join('')
    return {
      url,
      body: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': createHmac('sha1', this.token).update(text).digest('base64'),
      },
    }
  }

  arrival(sms: Sms, more: Readonly<Record<string, string>> = {}): Delivery {
    const word = words[sms.text.trim().toUpperCase()]
    if (word === 'STOP') this.optedOut.add(sms.customer)
    if (word === 'START') this.optedOut.delete(sms.customer)
    return this.sign(this.webhook ?? '', {
      ...this.#base(sms),
      From: sms.customer,
      To: this.number,
      Body: sms.text,
      NumMedia: '0',
      NumSegments: '1',
      SmsStatus: 'received',
      ...(word && { OptOutType: word }),
      ...more,
    })
  }

  receipt(sms: Sms, state: string, errorCode?: string): Delivery {
    return this.sign(sms.callback ?? this.webhook ?? '', {
      ...this.#base(sms),
      From: this.number,
      To: sms.customer,
      MessageStatus: state,
      SmsStatus: state,
      ...(errorCode !== undefined && { ErrorCode: errorCode }),
    })
  }

  /** Answers the API below `/2010-04-01`. */
  async answer(
    request: SimulatorRequest,
    path: string,
    takeFault: (call: string) => ScriptedFault | undefined,
  ): Promise<SimulatorAnswer> {
    const given = Buffer.from(request.headers.get('authorization')?.replace(/^Basic /, '') ?? '', 'base64').toString()
    if (given !== `${this.sid}:${this.token}`) return refusal(401, 20003, 'Authenticate')
    const fields = Object.fromEntries(
      Object.entries(await request.fields()).map(([name, value]) => [name, String(value)]),
    )
    const call = `${request.method} ${path}`
    if (call === 'GET .json') return { body: { sid: this.sid, friendly_name: 'Simulated', status: this.status } }
    if (call === 'GET /Balance.json') return { body: { account_sid: this.sid, balance: this.balance, currency: 'USD' } }
    if (call === 'GET /IncomingPhoneNumbers.json')
      return { body: { incoming_phone_numbers: fields['PhoneNumber'] === this.number ? [this.#number()] : [] } }
    if (call === `POST /IncomingPhoneNumbers/${this.numberSid}.json`) {
      this.webhook = fields['SmsUrl'] || undefined
      return { body: this.#number() }
    }
    const file = request.method === 'GET' ? this.#files.get(path) : undefined
    if (file) return { headers: { 'content-type': file.mime }, body: file.bytes }
    return call === 'POST /Messages.json'
      ? withFault(takeFault('send'), () => this.#send(fields), plannedRefusal)
      : refusal(404, 20404, 'The requested resource was not found')
  }

  #send(fields: Readonly<Record<string, string>>): SimulatorAnswer {
    const { To = '', Body = '', StatusCallback } = fields
    if (!/^\+\d{7,15}$/.test(To)) return refusal(400, 21211, `The 'To' number ${To} is not a valid phone number.`)
    if (Body === '') return refusal(400, 21602, 'Message body is required.')
    if ([...Body].length > maxBody)
      return refusal(400, 21617, 'The concatenated message body exceeds the 1600 character limit')
    if (fields['From'] !== this.number)
      return refusal(400, 21659, `'From' ${fields['From']} is not a Twilio phone number`)
    if (this.optedOut.has(To)) return refusal(400, 21610, 'Attempt to send to unsubscribed recipient')
    const sms = this.add({
      id: `SM${randomUUID().replaceAll('-', '')}`,
      customer: To,
      fromCustomer: false,
      text: Body,
      state: 'queued',
      callback: StatusCallback,
    })
    return { status: 201, body: { sid: sms.id, status: 'queued', num_segments: '1', price: null, error_code: null } }
  }

  #number() {
    return {
      sid: this.numberSid,
      phone_number: this.number,
      sms_url: this.webhook ?? '',
      sms_application_sid: '',
      capabilities: { sms: true, voice: false },
    }
  }
  #base(sms: Sms) {
    return { AccountSid: this.sid, ApiVersion: '2010-04-01', MessageSid: sms.id, SmsSid: sms.id }
  }
}

const refusal = (status: number, code: number, message: string, retryAfter?: number): SimulatorAnswer => ({
  status,
  headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
})

export const plannedRefusal = ({ status, code = 20_000 + status, retryAfter }: ScriptedRefusal): SimulatorAnswer =>
  refusal(status, code, 'planned fault', retryAfter)
