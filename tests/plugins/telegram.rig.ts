import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Connection, Message, MessagePage, Ticket, TicketPage } from '@recado/contracts'
import type { Bot } from '../../plugins/telegram/simulator/bot.ts'
import { TelegramSimulator } from '../../plugins/telegram/simulator/telegram.ts'
import { eventually, type Person, testApp, type TestApp } from '../harness/app.ts'
import { freePort } from '../harness/free-port.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'

/** One company with its bot. */
export class BotSide {
  readonly admin: Person
  readonly bot: Bot
  readonly connection: Connection
  constructor(admin: Person, bot: Bot, connection: Connection) {
    this.admin = admin
    this.bot = bot
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
}

export interface TelegramWorld extends TestApp { readonly telegram: TelegramSimulator; readonly mine: BotSide; readonly theirs: BotSide; connect(admin: Person, bot: Bot, config?: object): Promise<BotSide> }

/** A node with a bot in both companies, against the simulated Telegram. */
export async function telegramWorld(transport: 'webhook' | 'polling'): Promise<TelegramWorld> {
  const telegram = await TelegramSimulator.start()
  const port = await freePort()
  const world = await testApp({
    pluginFolders: [pluginFolder(join(import.meta.dirname, '../../plugins/telegram'))],
    app: { port, egress: { allow: ['127.0.0.0/8'] }, ...(transport === 'webhook' && { publicUrl: `http://127.0.0.1:${port}` }) },
  })
  const connect = async (admin: Person, bot: Bot, config: object = {}): Promise<BotSide> => {
    const connection = await admin.ok<Connection>('POST', '/whatsapp', { name: `Bot ${randomUUID()}`, type: 'telegram', config: { token: bot.token, apiRoot: telegram.url, ...config } })
    return new BotSide(admin, bot, connection)
  }
  const [mine, theirs] = [await connect(await world.signIn(world.a.admin), telegram.addBot()), await connect(await world.signIn(world.b.admin), telegram.addBot())]
  await Promise.all([mine.connected(), theirs.connected()])
  const close = world.close.bind(world)
  return Object.assign(world, { telegram, mine, theirs, connect, close: async () => { await close(); await telegram.close() } })
}
