import { socketEvents, socketReconnection, type StreamHello, type StreamPosition, type Ticket, type TicketListPush, type TicketPage } from '@recado/contracts'
import { io, type Socket } from 'socket.io-client'
import type { Person } from '../harness/app.ts'

/** What an agent sees of a conversation in the list. */
export type Shown = Readonly<Record<string, { readonly unread: number; readonly last: string }>>
const seenOf = (tickets: readonly Ticket[]): Shown => Object.fromEntries(tickets.map((ticket) => [ticket.id, { unread: ticket.unreadMessages, last: ticket.lastMessage ?? '' }]))
const listPath = '/tickets/?status[]=pending&status[]=open&limit=200'

/**
 * An agent's open list, kept as the shell keeps it: loaded once, then changed by pushes alone, loaded anew when the stream
 * says that something may be missing.
 */
export class Screen {
  readonly #person: Person
  readonly #socket: Socket
  #shown: Record<string, { unread: number; last: string }> = {}
  #position: StreamPosition | undefined
  #loading: Promise<void> = Promise.resolve()

  constructor(base: string, tenantId: string, person: Person) {
    this.#person = person
    const { delay, delayMax, timeout } = socketReconnection
    this.#socket = io(base, {
      transports: ['websocket'], forceNew: true, reconnectionDelay: delay, reconnectionDelayMax: delayMax, timeout,
      auth: (send) => send({ token: person.login.token, sessionid: person.login.sessionId, stream: this.#position }),
    })
    const events = socketEvents(tenantId)
    this.#socket.on(events.hello, (hello: StreamHello) => {
      const { epoch, seq, resync } = hello
      const isNew = this.#position === undefined || resync
      this.#position = { epoch, seq }
      if (isNew) this.#load()
    })
    this.#socket.on(events.ticketList, (push: TicketListPush & { seq: number }) => {
      if (this.#position) this.#position = { ...this.#position, seq: push.seq }
      // A page that is being loaded may be older than what comes meanwhile.
      this.#loading = this.#loading.then(() => this.#take(push))
    })
  }

  #take(push: TicketListPush): void {
    if (push.type === 'chat:create') Object.assign(this.#shown, seenOf([push.payload.ticket]))
    else if (push.type === 'ticket:create' || push.type === 'ticket:update') Object.assign(this.#shown, seenOf([push.payload]))
  }

  #load(): void {
    this.#loading = this.#loading.then(async () => {
      for (;;) {
        const page = await this.#person.call<TicketPage>('GET', listPath).catch(() => undefined)
        if (page?.status === 200) return void (this.#shown = { ...seenOf(page.body.tickets) })
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    })
  }

  /** What the screen shows now, without asking the server. */
  get shown(): Shown { return this.#shown }
  get isLive(): boolean { return this.#socket.connected }

  /** What a screen would show that was opened now. */
  async fresh(): Promise<Shown> { return seenOf((await this.#person.ok<TicketPage>('GET', listPath)).tickets) }

  close(): void { this.#socket.disconnect() }
}
