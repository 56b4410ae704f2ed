import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Connection } from '@recado/contracts'
import type { Account } from '../../plugins/whatsapp/simulator/account.ts'
import { WhatsappSimulator } from '../../plugins/whatsapp/simulator/whatsapp.ts'
import { eventually, type Person, testApp, type TestApp } from '../harness/app.ts'
import { ChannelSide } from '../harness/channel-side.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'

let numbers = 5511900000000
/** The name of a site on this machine, the only one that nodes of these tests know. */
export const shopName = 'loja.test'

/** One company with its number. */
export class NumberSide extends ChannelSide {
  readonly simulator: WhatsappSimulator
  readonly account: Account
  constructor(admin: Person, connection: Connection, simulator: WhatsappSimulator) {
    super(admin, connection)
    this.simulator = simulator
    this.account = simulator.account(String(++numbers))
  }

  /** The connection as an administrator reads it now. */
  read(): Promise<Connection> {
    return this.admin.ok<Connection>('GET', `/whatsapp/${this.connection.id}`)
  }

  /** The connection once it fits. */
  reaches(fits: (connection: Connection) => boolean): Promise<Connection> {
    return eventually(() => this.read(), fits)
  }

  /** The phone of the account scans the code that the channels screen shows. */
  async scan(): Promise<void> {
    const { qrcode } = await this.reaches((connection) => connection.qrcode !== undefined)
    this.simulator.scan(this.account, qrcode!)
    await this.reaches(({ status }) => status === 'connected')
  }
}

export interface WhatsappWorld extends TestApp {
  readonly simulator: WhatsappSimulator
  readonly mine: NumberSide
  readonly theirs: NumberSide
  /** Another number of a company, not linked yet. */
  number(admin: Person, settings?: object): Promise<NumberSide>
}

/** A node with a linked number in both companies, against the simulated WhatsApp, and with these plugins besides. */
export async function whatsappWorld(plugins: readonly string[] = []): Promise<WhatsappWorld> {
  const simulator = await WhatsappSimulator.start()
  const world = await testApp({
    pluginFolders: ['whatsapp', ...plugins].map((id) => pluginFolder(join(import.meta.dirname, '../../plugins', id))),
    app: {
      egress: { allow: ['127.0.0.0/8'], resolve: async (name) => (name === shopName ? ['127.0.0.1'] : []) },
    },
  })
  const number = async (admin: Person, settings: object = {}): Promise<NumberSide> => {
    const connection = await admin.ok<Connection>('POST', '/whatsapp', {
      name: `WhatsApp ${randomUUID()}`,
      type: 'whatsapp',
      config: { server: simulator.url, ...settings },
    })
    return new NumberSide(admin, connection, simulator)
  }
  const mine = await number(await world.signIn(world.a.admin))
  const theirs = await number(await world.signIn(world.b.admin))
  await Promise.all([mine.scan(), theirs.scan()])
  const close = world.close.bind(world)
  return Object.assign(world, {
    simulator,
    mine,
    theirs,
    number,
    close: async () => {
      await close()
      await simulator.close()
    },
  })
}
