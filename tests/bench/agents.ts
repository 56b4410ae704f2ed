import { socketEvents } from '@recado/contracts'
import { io, type Socket } from 'socket.io-client'
import { benchId } from './cluster.ts'
import { credentials } from './companies.ts'

/** What a socket is told of a conversation, as far as figures need it. */
export interface AgentPush {
  readonly type: string
  readonly payload: { readonly body?: string }
}

/** A signed-in user of a company. */
export interface AgentPlace {
  readonly tenant: number
  readonly user: number
}

/** Sockets of agents, as the shell opens them. */
export class Agents {
  readonly #sockets: Socket[] = []

  /**
   * Connects and resolves when the server has greeted all of them. `onPush` is told everything that comes over
   * `ticketList`.
   */
  async connect(port: number, places: readonly AgentPlace[], onPush?: (push: AgentPush) => void): Promise<void> {
    const atOnce = 20
    for (let start = 0; start < places.length; start += atOnce)
      await Promise.all(places.slice(start, start + atOnce).map((place) => this.#open(port, place, onPush)))
  }

  async #open(port: number, { tenant, user }: AgentPlace, onPush?: (push: AgentPush) => void): Promise<void> {
    const socket = io(`http://127.0.0.1:${port}`, {
      auth: await credentials(tenant, user),
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    })
    this.#sockets.push(socket)
    const events = socketEvents(benchId('tenant', tenant))
    if (onPush) socket.on(events.ticketList, onPush)
    await new Promise<void>((resolve, reject) => {
      socket.once('connect_error', reject)
      socket.once(events.hello, () => resolve())
    })
  }

  close(): void {
    for (const socket of this.#sockets) socket.disconnect()
  }
}

/** `perTenant` users of each of the first `tenants` companies. */
export const places = (tenants: number, perTenant: number): AgentPlace[] =>
  Array.from({ length: tenants * perTenant }, (_, index) => ({
    tenant: 1 + (index % tenants),
    user: 1 + Math.floor(index / tenants),
  }))
