import {
  ProviderSimulator,
  type ListenOptions,
  type ScriptedFault,
  type SimulatorAnswer,
  type SimulatorRequest,
} from '@recado/sdk/testing/simulator'
import type { Account } from './account.ts'
import { Customer } from './customer.ts'
import { GatewayAccount } from './gateway.ts'
import { playRoutes } from './play.ts'
import { TwilioAccount } from './twilio.ts'

/** Stands in for Twilio and for a gateway that speaks HTTP, and for the people with the phones. */
export class SmsSimulator extends ProviderSimulator {
  protected readonly page = new URL('page.html', import.meta.url)
  readonly twilio = new Map<string, TwilioAccount>()
  readonly gateways: GatewayAccount[] = []

  static start(options: ListenOptions = {}): Promise<SmsSimulator> {
    return new SmsSimulator().listen(options)
  }

  /** Where the gateway at this place is spoken to. */
  gatewayUrl(account: GatewayAccount): string {
    return `${this.url}/gateway/${this.gateways.indexOf(account)}`
  }

  addTwilio(number: string, reach?: (url: string) => string): TwilioAccount {
    const account = new TwilioAccount(number, this.clock, reach)
    this.twilio.set(account.sid, account)
    return account
  }

  addGateway(number: string, reach?: (url: string) => string): GatewayAccount {
    const account = new GatewayAccount(number, this.clock, reach)
    this.gateways.push(account)
    return account
  }

  customer(account: Account, phone: string): Customer {
    return new Customer(account, phone)
  }

  protected play(request: SimulatorRequest): Promise<SimulatorAnswer> {
    return playRoutes(this, request)
  }

  protected async answer(request: SimulatorRequest): Promise<SimulatorAnswer> {
    const { pathname } = request.url
    const takeFault = (call: string): ScriptedFault | undefined => this.faults.take(call)
    const api = /^\/2010-04-01\/Accounts\/(AC\w+)(\..+|\/.+)$/.exec(pathname)
    if (api)
      return (
        this.twilio.get(api[1]!)?.answer(request, api[2]!, takeFault) ?? {
          status: 401,
          body: { code: 20003, message: 'Authenticate' },
        }
      )
    const gateway = /^\/gateway\/(\d+)(\/.+)$/.exec(pathname)
    return (gateway && this.gateways[Number(gateway[1])]?.answer(request, gateway[2]!, takeFault)) ?? { status: 404 }
  }
}
