import type { Connection, Message, MessagePage, Ticket, TicketPage } from '@recado/contracts'
import { eventually, type Person } from './app.ts'

/** One company with a connection of a channel, seen by its administrator. What is waited for comes in moments. */
export class ChannelSide {
  readonly admin: Person
  readonly connection: Connection
  constructor(admin: Person, connection: Connection) {
    this.admin = admin
    this.connection = connection
  }

  status(): Promise<Connection> {
    return this.admin.ok<Connection>('GET', `/whatsapp/${this.connection.id}`)
  }
  connected(): Promise<Connection> {
    return eventually(
      () => this.status(),
      ({ status }) => status === 'connected',
    )
  }

  /** Live conversations that a search for these words finds. */
  async tickets(words: string): Promise<Ticket[]> {
    return (
      await this.admin.ok<TicketPage>(
        'GET',
        `/tickets/?status[]=pending&status[]=open&status[]=group&searchParam=${encodeURIComponent(words)}`,
      )
    ).tickets
  }
  /** The only one of them, once it is there. */
  async ticket(words: string, withinMs?: number): Promise<Ticket> {
    return (
      await eventually(
        () => this.tickets(words),
        (found) => found.length === 1,
        withinMs,
      )
    )[0]!
  }
  async open(ticket: Ticket): Promise<Ticket> {
    await this.admin.ok('PUT', `/tickets/${ticket.id}`, { status: 'open' })
    return ticket
  }

  async messages(ticket: Pick<Ticket, 'id'>): Promise<Message[]> {
    return (await this.admin.ok<MessagePage>('GET', `/messages/${ticket.id}?limit=200`)).messages
  }
  async last(ticket: Pick<Ticket, 'id'>, fits: (message: Message) => boolean): Promise<Message> {
    const [found] = await eventually(
      async () => (await this.messages(ticket)).slice(-1),
      ([message]) => message !== undefined && fits(message),
    )
    return found!
  }
  /** A text, or a whole body of the call. */
  send(ticket: Pick<Ticket, 'id'>, body: string | object): Promise<unknown> {
    return this.admin.ok('POST', `/messages/${ticket.id}`, typeof body === 'string' ? { body } : body)
  }
}
