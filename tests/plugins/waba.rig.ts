import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Connection, Message, MessagePage, Ticket, TicketPage } from '@recado/contracts'
import type { Customer } from '../../plugins/waba/simulator/customer.ts'
import type { Line, Said } from '../../plugins/waba/simulator/line.ts'
import { WabaSimulator } from '../../plugins/waba/simulator/waba.ts'
import { eventually, type Person, testApp, type TestApp, type TestAppOptions } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'

/** What providers know the node by; a proxy stands before it. */
const publicUrl = 'https://recado.example'

/** One company with its number. */
export class NumberSide {
  readonly admin: Person
  readonly line: Line
  readonly connection: Connection
  constructor(admin: Person, line: Line, connection: Connection) {
    this.admin = admin
    this.line = line
    this.connection = connection
  }

  status(): Promise<Connection> { return this.admin.ok<Connection>('GET', `/whatsapp/${this.connection.id}`) }
  connected(): Promise<Connection> { return eventually(() => this.status(), ({ status }) => status === 'connected') }

  async tickets(name: string): Promise<Ticket[]> {
    return (await this.admin.ok<TicketPage>('GET', `/tickets/?status[]=pending&status[]=open&status[]=group&searchParam=${encodeURIComponent(name)}`)).tickets
  }
  /** The only conversation with somebody of this name, once it is there. */
  async ticket(name: string): Promise<Ticket> { return (await eventually(() => this.tickets(name), (found) => found.length === 1))[0]! }
  async messages(ticket: Pick<Ticket, 'id'>): Promise<Message[]> { return (await this.admin.ok<MessagePage>('GET', `/messages/${ticket.id}?limit=200`)).messages }
  async last(ticket: Pick<Ticket, 'id'>, fits: (message: Message) => boolean): Promise<Message> {
    const [found] = await eventually(async () => (await this.messages(ticket)).slice(-1), ([message]) => message !== undefined && fits(message))
    return found!
  }
  async open(ticket: Ticket): Promise<Ticket> {
    await this.admin.ok('PUT', `/tickets/${ticket.id}`, { status: 'open' })
    return ticket
  }
  send(ticket: Ticket, body: unknown): Promise<unknown> { return this.admin.ok('POST', `/messages/${ticket.id}`, typeof body === 'string' ? { body } : body) }
  /** What the customer has got from the business, once it is this many. */
  got(customer: Customer, count: number): Promise<Said[]> { return eventually(() => this.line.sentTo(customer), (found) => found.length === count) }

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
    config: { phoneNumberId: line.id, businessAccountId: account.id, appId: account.appId, accessToken: account.accessToken, appSecret: account.appSecret, verifyToken: 'a verification token', version: 'v25.0', apiRoot: simulator.url },
  }
}

export interface WabaWorld extends TestApp { readonly simulator: WabaSimulator; readonly mine: NumberSide; readonly theirs: NumberSide; connect(admin: Person, line: Line, config?: object): Promise<NumberSide> }

/** A node with a number in both companies, against the simulated provider. */
export async function wabaWorld(provider: Line['provider'] = 'meta', options: TestAppOptions = {}): Promise<WabaWorld> {
  let base = publicUrl
  const simulator = await WabaSimulator.start({ reach: (url) => url.replace(publicUrl, base) })
  const world = await testApp({ pluginFolders: [pluginFolder(join(import.meta.dirname, '../../plugins/waba'))], ...options, app: { egress: { allow: ['127.0.0.0/8'] }, publicUrl, ...options.app } })
  base = world.base
  const connect = async (admin: Person, line: Line, config: object = {}): Promise<NumberSide> => {
    const settings = settingsOf(line, simulator)
    return new NumberSide(admin, line, await admin.ok<Connection>('POST', '/whatsapp', { name: `WhatsApp ${randomUUID()}`, ...settings, config: { ...settings.config, ...config } }))
  }
  const [mine, theirs] = [await connect(await world.signIn(world.a.admin), simulator.addLine(provider)), await connect(await world.signIn(world.b.admin), simulator.addLine(provider))]
  await Promise.all([mine.connected(), theirs.connected()])
  const close = world.close.bind(world)
  return Object.assign(world, { simulator, mine, theirs, connect, close: async () => { await close(); await simulator.close() } })
}
