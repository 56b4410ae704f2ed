import { randomInt, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Connection, Ticket } from '@recado/contracts'
import type { Account } from '../../plugins/sms/simulator/account.ts'
import type { Customer } from '../../plugins/sms/simulator/customer.ts'
import { GatewayAccount } from '../../plugins/sms/simulator/gateway.ts'
import { SmsSimulator } from '../../plugins/sms/simulator/simulator.ts'
import type { TwilioAccount } from '../../plugins/sms/simulator/twilio.ts'
import { type Person, testApp, type TestApp, type TestAppOptions } from '../harness/app.ts'
import { ChannelSide } from '../harness/channel-side.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'

/** What providers know the node by; a proxy stands before it. */
export const publicUrl = 'https://recado.example'

/** One company with its number at one provider. */
export class SmsSide<A extends Account = Account> extends ChannelSide {
  readonly account: A
  readonly simulator: SmsSimulator
  constructor(admin: Person, account: A, connection: Connection, simulator: SmsSimulator) {
    super(admin, connection)
    this.account = account
    this.simulator = simulator
  }

  customer(phone = `+55119${randomInt(60_000_000, 99_999_999)}`): Customer {
    return this.simulator.customer(this.account, phone)
  }
  /** A customer who has written, in a conversation that an agent has taken. */
  async talking(phone?: string): Promise<{ customer: Customer; ticket: Ticket }> {
    const customer = this.customer(phone)
    await customer.say('Oi')
    return { customer, ticket: await this.open(await this.ticket(customer.phone)) }
  }
}

export type Provider = 'twilio' | 'gateway'
export interface SmsWorld extends TestApp {
  readonly simulator: SmsSimulator
  readonly mine: SmsSide
  readonly theirs: SmsSide
  connect(admin: Person, account: Account, config?: object): Promise<SmsSide>
}

/** A node with a number in both companies, against the simulated providers; with more plugins from `folders`. */
export async function smsWorld(
  provider: Provider,
  { folders = [], app = {} }: { readonly folders?: readonly string[]; readonly app?: TestAppOptions['app'] } = {},
): Promise<SmsWorld> {
  const simulator = await SmsSimulator.start()
  const world = await testApp({
    pluginFolders: [pluginFolder(join(import.meta.dirname, '../../plugins/sms')), ...folders],
    app: { egress: { allow: ['127.0.0.0/8'] }, publicUrl, ...app },
  })
  const throughProxy = (url: string): string => url.replace(publicUrl, world.base)
  const connect = async (admin: Person, account: Account, config: object = {}): Promise<SmsSide> => {
    const settings =
      account instanceof GatewayAccount
        ? gatewaySettings(simulator, account)
        : twilioSettings(simulator, account as TwilioAccount)
    const connection = await admin.ok<Connection>('POST', '/whatsapp', {
      name: `SMS ${randomUUID()}`,
      ...settings,
      config: { ...settings.config, ...config },
    })
    if (account instanceof GatewayAccount) account.webhook = connection.webhookUrl
    return new SmsSide(admin, account, connection, simulator)
  }
  const account = (): Account =>
    provider === 'gateway'
      ? simulator.addGateway(String(randomInt(20_000, 29_999)), throughProxy)
      : simulator.addTwilio(`+5511400${randomInt(10_000, 99_999)}`, throughProxy)
  const [mine, theirs] = [
    await connect(await world.signIn(world.a.admin), account()),
    await connect(await world.signIn(world.b.admin), account()),
  ]
  await Promise.all([mine.connected(), theirs.connected()])
  const close = world.close.bind(world)
  return Object.assign(world, {
    simulator,
    mine,
    theirs,
    connect,
    close: async () => {
      await close()
      await simulator.close()
    },
  })
}

const twilioSettings = (simulator: SmsSimulator, { sid, token, number }: TwilioAccount) => ({
  type: 'sms',
  config: { accountSid: sid, authToken: token, from: number, apiRoot: simulator.url },
})
const gatewaySettings = (simulator: SmsSimulator, account: GatewayAccount) => ({
  type: 'smsgateway',
  config: {
    url: `${simulator.gatewayUrl(account)}/send`,
    token: account.token,
    from: account.number,
    balanceUrl: `${simulator.gatewayUrl(account)}/balance`,
    errorPath: 'error',
    webhookSecret: account.secret,
  },
})
