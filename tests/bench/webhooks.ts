import { createHmac, randomUUID } from 'node:crypto'
import { Pool } from 'undici'
import { benchId } from './cluster.ts'
import { contactsPerTenant, hookSecret, signingSecret } from './companies.ts'

/** Of a hundred messages so many are from people who have never written. */
export const strangersPerHundred = 2
export const text = 'Bom dia! Gostaria de saber se o pedido 48213 já saiu para entrega, obrigado.'

const below = (limit: number): number => Math.floor(Math.random() * limit)
/** Who writes this time, as the provider names them. */
export const someone = (): string =>
  below(100) < strangersPerHundred ? `new-${randomUUID()}` : `c${1 + below(contactsPerTenant)}`
export const someTenant = (tenants: number): number => 1 + below(tenants)

/** A webhook as it goes over the wire. */
export interface SignedRequest {
  readonly method: 'POST'
  readonly path: string
  readonly body: string
  readonly headers: Record<string, string>
}

export function signed(tenant: number, events: readonly object[]): SignedRequest {
  const body = JSON.stringify({ events })
  const signature = createHmac('sha256', signingSecret).update(body).digest('hex')
  return {
    method: 'POST',
    path: `/hooks/hook/${benchId('connection', tenant)}/${hookSecret}`,
    body,
    headers: { 'content-type': 'application/json', 'x-hook-signature': signature },
  }
}

/** The provider of the fixture channel, over kept connections. */
export class Provider {
  readonly #pool: Pool
  constructor(port: number, connections: number) {
    this.#pool = new Pool(`http://127.0.0.1:${port}`, { connections })
  }

  /** Sends one signed message to a company and returns when it was answered; throws when it was not accepted. */
  message(tenant: number, said = text, from = someone()): Promise<void> {
    return this.post(tenant, [
      {
        type: 'message',
        id: randomUUID(),
        chat: from,
        from: { id: from, name: `Cliente ${from}` },
        text: said,
        at: new Date().toISOString(),
      },
    ])
  }

  post(tenant: number, events: readonly object[]): Promise<void> {
    return this.send(signed(tenant, events))
  }

  async send(request: SignedRequest): Promise<void> {
    const answer = await this.#pool.request(request)
    await answer.body.dump()
    if (answer.statusCode !== 200) throw new Error(`a webhook was answered with ${answer.statusCode}`)
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}
