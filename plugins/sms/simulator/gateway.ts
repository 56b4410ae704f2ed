import {
  withFault,
  type ScriptedFault,
  type ScriptedRefusal,
  type SimulatorAnswer,
  type SimulatorRequest,
} from '@recado/sdk/testing/simulator'
import { createHmac, randomUUID } from 'node:crypto'
import { Account, type Delivery, type Sms } from './account.ts'

/** An account at a gateway of the plain kind: JSON in, JSON out, HMAC over what it delivers. */
export class GatewayAccount extends Account {
  readonly token = randomUUID()
  readonly secret = randomUUID()
  credits = 100
  /** Where it is set, what is sent has to name it as `account`, and the number as `from`. */
  email: string | undefined
  /** It calls by GET, with everything in the address. */
  callsByGet = false

  sign(events: Readonly<Record<string, string>>): Delivery {
    if (this.callsByGet) return this.#signedQuery(new URLSearchParams(events).toString())
    const body = JSON.stringify(events)
    return {
      url: this.webhook ?? '',
      body,
      headers: {
        'content-type': 'application/json',
        'x-signature': createHmac('sha256', this.secret).update(body).digest('hex'),
      },
    }
  }

  arrival(sms: Sms): Delivery {
    return this.sign({
      id: sms.id,
      from: sms.customer.replace('+', ''),
      to: this.number,
      text: sms.text,
      timestamp: sms.at,
    })
  }
  receipt(sms: Sms, state: string, errorCode?: string): Delivery {
    return this.sign({
      id: sms.id,
      status: state,
      ...(errorCode !== undefined && { error: errorCode }),
      timestamp: new Date().toISOString(),
    })
  }

  #signedQuery(query: string): Delivery {
    return {
      method: 'GET',
      url: `${this.webhook ?? ''}?${query}&x-signature=${createHmac('sha256', this.secret)
        .update(query)
        .digest('hex')}`,
      body: '',
      headers: {},
    }
  }

  /** Answers `POST /send` and `GET /balance`. */
  async answer(
    request: SimulatorRequest,
    path: string,
    takeFault: (call: string) => ScriptedFault | undefined,
  ): Promise<SimulatorAnswer> {
    if (request.headers.get('authorization') !== `Bearer ${this.token}`)
      return { status: 401, body: { error: 'invalid token' } }
    if (path === '/balance') return { body: { balance: this.credits } }
    if (path !== '/send') return { status: 404 }
    const fields = await request.fields()
    return withFault(takeFault('send'), () => this.#send(fields), plannedRefusal)
  }

  #send({ to, text, account, from }: Readonly<Record<string, unknown>>): SimulatorAnswer {
    if (this.email !== undefined && account !== this.email) return { status: 401, body: { error: 'unknown account' } }
    if (this.email !== undefined && from !== this.number) return { status: 403, body: { error: 'unknown number' } }
    if (this.credits === 0) return { status: 402, body: { error: 'no credits' } }
    if (typeof to !== 'string' || !/^\d{5,15}$/.test(to) || typeof text !== 'string' || text === '')
      return { status: 400, body: { error: 'to and text are needed' } }
    this.credits--
    const sms = this.add({ id: randomUUID(), customer: `+${to}`, fromCustomer: false, text, state: 'accepted' })
    return { status: 202, body: { id: sms.id, status: 'accepted' } }
  }
}

export const plannedRefusal = ({ status, retryAfter }: ScriptedRefusal): SimulatorAnswer => ({
  status,
  headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  body: { error: 'planned fault' },
})
