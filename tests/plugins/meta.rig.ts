import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Connection, Ticket } from '@recado/contracts'
import type { Account } from '../../plugins/meta/simulator/account.ts'
import { MetaSimulator } from '../../plugins/meta/simulator/meta.ts'
import type { Person as Customer, Said } from '../../plugins/meta/simulator/person.ts'
import { eventually, type Person, testApp, type TestApp } from '../harness/app.ts'
import { ChannelSide } from '../harness/channel-side.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'

/** What Meta knows the node by; a proxy stands before it. */
const publicUrl = 'https://recado.example'

/** One company with its page or account. */
export class AccountSide extends ChannelSide {
  readonly account: Account
  constructor(admin: Person, account: Account, connection: Connection) {
    super(admin, connection)
    this.account = account
  }

  /** What the customer has got from the company, once it is this many. */
  got(customer: Customer, count: number): Promise<Said[]> {
    return eventually(
      () => this.account.sentTo(customer),
      (found) => found.length === count,
    )
  }

  /** A customer who has written, in a conversation that an agent has taken. */
  async talking(): Promise<{ name: string; customer: Customer; ticket: Ticket }> {
    const name = `Ana ${randomUUID().slice(0, 8)}`
    const customer = this.account.person(name)
    customer.write('Oi')
    return { name, customer, ticket: await this.open(await this.ticket(name)) }
  }
}

/** The settings with which an account is connected. */
export const settingsOf = (
  { id, app, token, product, page }: Account,
  simulator: MetaSimulator,
  config: object = {},
) => ({
  name: `${product} ${randomUUID()}`,
  type: product,
  config: {
    accountId: id,
    appId: app.id,
    accessToken: token,
    appSecret: app.secret,
    verifyToken: 'a verification token',
    apiRoot: simulator.url,
    ...(page && { pageId: page.id, pageToken: page.token }),
    ...config,
  },
})

export interface MetaWorld extends TestApp {
  readonly simulator: MetaSimulator
  readonly mine: AccountSide
  readonly theirs: AccountSide
  connect(admin: Person, account: Account, config?: object): Promise<AccountSide>
}

/** A node with an account in both companies, against the simulated Meta. */
export async function metaWorld(product: Account['product'], otherPlugins: readonly string[] = []): Promise<MetaWorld> {
  let base = publicUrl
  const simulator = await MetaSimulator.start({ reach: (url) => url.replace(publicUrl, base) })
  const world = await testApp({
    pluginFolders: [pluginFolder(join(import.meta.dirname, '../../plugins/meta')), ...otherPlugins],
    app: { egress: { allow: ['127.0.0.0/8'] }, publicUrl },
  })
  base = world.base
  const connect = async (admin: Person, account: Account, config?: object): Promise<AccountSide> =>
    new AccountSide(
      admin,
      account,
      await admin.ok<Connection>('POST', '/whatsapp', settingsOf(account, simulator, config)),
    )
  const [mine, theirs] = [
    await connect(await world.signIn(world.a.admin), simulator.addAccount(product)),
    await connect(await world.signIn(world.b.admin), simulator.addAccount(product)),
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
