import type { SimulatorAnswer, SimulatorRequest } from '@recado/sdk/testing/simulator'
import type { Account } from './account.ts'
import type { Customer } from './customer.ts'

/** What the page needs of the providers that it plays. */
export interface Played {
  readonly gateways: readonly Account[]
  readonly twilio: ReadonlyMap<string, Account>
  customer(account: Account, phone: string): Customer
}

/** What the page asks: the conversation, and everything that the customer and the operator do. */
export async function playRoutes(simulator: Played, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const fields = Object.fromEntries(
    Object.entries(await request.fields()).map(([name, value]) => [name, String(value)]),
  )
  const account = fields['provider'] === 'gateway' ? simulator.gateways[0] : [...simulator.twilio.values()][0]
  if (!account) return { status: 404 }
  const customer = simulator.customer(account, fields['phone'] || '+5511987654321')
  const sms = customer.thread.find(({ id }) => id === fields['message'])
  switch (request.url.pathname) {
    case '/play/state':
      return {
        body: {
          number: account.number,
          webhook: account.webhook ?? '',
          error: account.lastError,
          messages: customer.thread,
        },
      }
    case '/play/webhook':
      account.webhook = fields['url'] || undefined
      break
    case '/play/say':
      void account.insist(account.arrival(customer.write(fields['text'] ?? '')))
      break
    case '/play/report':
      if (sms && !sms.fromCustomer) {
        sms.state = fields['state'] ?? sms.state
        void account.insist(account.receipt(sms, sms.state, sms.state === 'undelivered' ? '30003' : undefined))
      }
      break
    default:
      return { status: 404 }
  }
  return { body: {} }
}
