import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Connection, Ticket } from '@recado/contracts'
import type { Customer, Said } from '../../plugins/waba/simulator/customer.ts'
import type { Line } from '../../plugins/waba/simulator/line.ts'
import { WabaSimulator } from '../../plugins/waba/simulator/waba.ts'
import { eventually, type Person, testApp, type TestApp, type TestAppOptions } from '../harness/app.ts'
import { ChannelSide } from '../harness/channel-side.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'

/** What providers know the node by; a proxy stands before it. */
const publicUrl = 'https://recado.example'

/** One company with its number. */
export class NumberSide extends ChannelSide {
  readonly line: Line
  constructor(admin: Person, line: Line, connection: Connection) {
    super(admin, connection)
    this.line = line
  }

  /** What the customer has got from the business, once it is this many. */
  got(customer: Customer, count: number): Promise<Said[]> {
    return eventually(
      () => this.line.sentTo(customer),
      (found) => found.length === count,
    )
  }

  /** A customer who has written, in a conversation that an agent has taken. */
  async talking(first = 'Ana'): Promise<{ name: string; customer: Customer; ticket: Ticket }> {
    const name = `${first} ${randomUUID().slice(0, 8)}`
    const customer = this.line.customer(name)
    customer.write('Oi')
    return { name, customer, ticket: await this.open(await this.ticket(name)) }
  }
}

/** The settings with which a number is connected. */
export function settingsOf(line: Line, simulator: WabaSimulator): { type: string; config: Record<string, unknown> } {
  const { account } = line
  if (line.provider === '360dialog') return { type: 'waba360', config: { apiKey: line.apiKey, apiRoot: simulator.url } }
  return {
    type: 'waba',
    config: {
      phoneNumberId: line.id,
      businessAccountId: account.id,
      appId: account.appId,
      accessToken: account.accessToken,
      appSecret: account.appSecret,
      verifyToken: 'a verification token',
      version: 'v25.0',
      apiRoot: simulator.url,
    },
  }
}

export interface WabaWorld extends TestApp {
  readonly simulator: WabaSimulator
  readonly mine: NumberSide
  readonly theirs: NumberSide
  connect(admin: Person, line: Line, config?: object): Promise<NumberSide>
}

/** A node with a number in both companies, against the simulated provider. */
export async function wabaWorld(provider: Line['provider'] = 'meta', options: TestAppOptions = {}): Promise<WabaWorld> {
  let base = publicUrl
  const simulator = await WabaSimulator.start({ reach: (url) => url.replace(publicUrl, base) })
  const world = await testApp({
    pluginFolders: [pluginFolder(join(import.meta.dirname, '../../plugins/waba'))],
    ...options,
    app: { egress: { allow: ['127.0.0.0/8'] }, publicUrl, ...options.app },
  })
  base = world.base
  const connect = async (admin: Person, line: Line, config: object = {}): Promise<NumberSide> => {
    const settings = settingsOf(line, simulator)
    return new NumberSide(
      admin,
      line,
      await admin.ok<Connection>('POST', '/whatsapp', {
        name: `WhatsApp ${randomUUID()}`,
        ...settings,
        config: { ...settings.config, ...config },
      }),
    )
  }
  const [mine, theirs] = [
    await connect(await world.signIn(world.a.admin), simulator.addLine(provider)),
    await connect(await world.signIn(world.b.admin), simulator.addLine(provider)),
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
