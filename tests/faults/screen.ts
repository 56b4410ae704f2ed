import {
  socketEvents,
  socketReconnection,
  type StreamHello,
  type StreamPosition,
  type Ticket,
  type TicketListPush,
  type TicketPage,
} from '@recado/contracts'
import { io, type Socket } from 'socket.io-client'
import { newerTicket } from '../../shell/src/data/tickets/ticket-merge.ts'
import type { Person } from '../harness/app.ts'
import type { FaultNode } from './node.ts'
import { pause } from './observer.ts'

/** What an agent sees of a conversation in the list. */
export type Shown = Readonly<Record<string, { readonly unread: number; readonly last: string }>>
const seenOf = (tickets: Iterable<Ticket>): Shown =>
  Object.fromEntries(
    [...tickets].map((ticket) => [ticket.id, { unread: ticket.unreadMessages, last: ticket.lastMessage ?? '' }]),
  )
const listPath = '/tickets/?status[]=pending&status[]=open&limit=200'
const reloadMs = 100

/**
 * An agent's open list, kept as the shell keeps it: loaded once, then changed by pushes alone, loaded anew when the
 * stream says that something may be missing.
 */
export class Screen {
  readonly node: FaultNode
  readonly #person: () => Promise<Person>
  readonly #socket: Socket
  readonly #tickets = new Map<string, Ticket>()
  #position: StreamPosition | undefined
  #loading: Promise<void> = Promise.resolve()
  #isLoaded = false
  #isClosed = false

  /** @param person who looks, at this node */
  constructor(node: FaultNode, tenantId: string, person: () => Promise<Person>) {
    this.node = node
    this.#person = person
    const { delay, delayMax, timeout } = socketReconnection
    this.#socket = io(node.base, {
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: delay,
      reconnectionDelayMax: delayMax,
      timeout,
      auth: (send) =>
        void person().then(({ login }) =>
          send({ token: login.token, sessionid: login.sessionId, stream: this.#position }),
        ),
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
    if (push.type === 'chat:create') this.#keep(push.payload.ticket)
    else if (push.type === 'ticket:create' || push.type === 'ticket:update') this.#keep(push.payload)
  }

  #keep(ticket: Ticket): void {
    this.#tickets.set(ticket.id, newerTicket(this.#tickets.get(ticket.id), ticket))
  }

  #load(): void {
    this.#loading = this.#loading.then(async () => {
      while (!this.#isClosed) {
        const page = await (await this.#person()).call<TicketPage>('GET', listPath).catch(() => undefined)
        if (page?.status === 200) {
          this.#tickets.clear()
          for (const ticket of page.body.tickets) this.#tickets.set(ticket.id, ticket)
          this.#isLoaded = true
          return
        }
        await pause(reloadMs)
      }
    })
  }

  /** What the screen shows now, without asking the server. */
  get shown(): Shown {
    return seenOf(this.#tickets.values())
  }
  /** Whether it has been loaded and is told of changes. */
  get isLive(): boolean {
    return this.#isLoaded && this.#socket.connected
  }

  /** What a screen would show that was opened now. */
  async fresh(): Promise<Shown> {
    return seenOf((await (await this.#person()).ok<TicketPage>('GET', listPath)).tickets)
  }

  close(): void {
    this.#isClosed = true
    this.#socket.disconnect()
  }
}
