import { Faults, serveSimulator, type RunningSimulator, type SimulatorAnswer, type SimulatorRequest } from '@recado/sdk/testing/simulator'
import type { Account } from './account.ts'
import { Customer } from './customer.ts'
import { GatewayAccount } from './gateway.ts'
import { playPage, playRoutes } from './play.ts'
import { TwilioAccount, type Fault } from './twilio.ts'

/** Stands in for Twilio and for a gateway that speaks HTTP, and for the people with the phones. */
export class SmsSimulator implements AsyncDisposable {
  readonly twilio = new Map<string, TwilioAccount>()
  readonly gateways: GatewayAccount[] = []
  /** What goes wrong with the next `send`. */
  readonly faults = new Faults<Fault>()
  #running: RunningSimulator | undefined

  static async start(options: { port?: number; host?: string } = {}): Promise<SmsSimulator> {
    const simulator = new SmsSimulator()
    simulator.#running = await serveSimulator((request) => simulator.#handle(request), options)
    return simulator
  }

  get url(): string { return this.#running!.url }
  /** Where the gateway at this place is spoken to. */
  gatewayUrl(account: GatewayAccount): string { return `${this.url}/gateway/${this.gateways.indexOf(account)}` }

  addTwilio(number: string, reach?: (url: string) => string): TwilioAccount {
    const account = new TwilioAccount(number, reach)
    this.twilio.set(account.sid, account)
    return account
  }

  addGateway(number: string, reach?: (url: string) => string): GatewayAccount {
    const account = new GatewayAccount(number, reach)
    this.gateways.push(account)
    return account
  }

  customer(account: Account, phone: string): Customer { return new Customer(account, phone) }

  async close(): Promise<void> { await this.#running?.close() }
  [Symbol.asyncDispose](): Promise<void> { return this.close() }

  async #handle(request: SimulatorRequest): Promise<SimulatorAnswer> {
    const { pathname } = request.url
    if (pathname === '/') return { headers: { 'content-type': 'text/html; charset=utf-8' }, body: await playPage() }
    const api = /^\/2010-04-01\/Accounts\/(AC\w+)(\..+|\/.+)$/.exec(pathname)
    if (api) return this.twilio.get(api[1]!)?.answer(request, api[2]!, this.faults) ?? { status: 401, body: { code: 20003, message: 'Authenticate' } }
    const gateway = /^\/gateway\/(\d+)(\/.+)$/.exec(pathname)
    if (gateway) return this.gateways[Number(gateway[1])]?.answer(request, gateway[2]!, this.faults) ?? { status: 404 }
    return playRoutes(this, request)
  }
}
