import { socketEvents, type Logger, type Viewer, type VisibilitySettings } from '@recado/contracts'
import { withoutContext } from '../base/context.ts'
import { presenceFor, pushesFor, typingFor } from './audience.ts'
import { replayWindowMs } from './limits.ts'
import type { TenantPush } from './messages.ts'
import { UserStream } from './user-stream.ts'

/** A connected client, as far as delivering is concerned. */
export interface Receiver {
  send(event: string, payload: object): void
  /** May be lost: worthless when late. */
  sendVolatile(event: string, payload: object): void
}

interface Listener {
  readonly stream: UserStream
  readonly receivers: Set<Receiver>
  /** When the last receiver left. */ idleSince: number
}

/**
 * The streams of one tenant on this node. Pushes are delivered in the order in which they were handed in, each decided
 * for each user by the settings as they are then. When the settings cannot be read nothing is pushed and everybody has
 * to fetch again.
 */
export class TenantHub {
  readonly #tenantId: string
  readonly #events: ReturnType<typeof socketEvents>
  readonly #visibilityOf: (tenantId: string) => Promise<VisibilitySettings>
  readonly #log: Logger
  readonly #listeners = new Map<string, Listener>()
  #pending: TenantPush[] = []
  #draining = false

  constructor(tenantId: string, options: { visibilityOf(tenantId: string): Promise<VisibilitySettings>; log: Logger }) {
    this.#tenantId = tenantId
    this.#events = socketEvents(tenantId)
    this.#visibilityOf = options.visibilityOf
    this.#log = options.log
  }

  get size(): number {
    return [...this.#listeners.values()].reduce((sum, { receivers }) => sum + receivers.size, 0)
  }
  get isEmpty(): boolean {
    return this.#listeners.size === 0
  }
  socketsOf(userId: string): number {
    return this.#listeners.get(userId)?.receivers.size ?? 0
  }

  /** Adds a client and tells it, before anything else, where its stream stands and what it missed. */
  join(viewer: Viewer, receiver: Receiver, position: Parameters<UserStream['resume']>[0]): void {
    const listener = this.#listeners.get(viewer.userId) ?? {
      stream: new UserStream(viewer),
      receivers: new Set<Receiver>(),
      idleSince: 0,
    }
    this.#listeners.set(viewer.userId, listener)
    this.#adopt(listener, viewer)
    listener.receivers.add(receiver)
    const { hello, missed } = listener.stream.resume(position, performance.now())
    receiver.send(this.#events.hello, hello)
    for (const { event, payload } of missed) receiver.send(event, payload)
  }

  leave(userId: string, receiver: Receiver): void {
    const listener = this.#listeners.get(userId)
    if (listener?.receivers.delete(receiver) && listener.receivers.size === 0) listener.idleSince = performance.now()
  }

  push(push: TenantPush): void {
    this.#pending.push(push)
    if (!this.#draining) void withoutContext(() => this.#drain())
  }

  /** Rights of a connected user as they are now. */
  refresh(viewer: Viewer): void {
    const listener = this.#listeners.get(viewer.userId)
    if (listener) this.#adopt(listener, viewer)
  }

  /** The rights of a user changed: pushes kept for absent clients were chosen by the old ones. */
  forgetAbsent(userId: string): void {
    if (this.socketsOf(userId) === 0) this.#listeners.delete(userId)
  }

  /** Drops streams that nobody came back for. */
  sweep(): void {
    const now = performance.now()
    for (const [userId, { receivers, idleSince }] of this.#listeners)
      if (receivers.size === 0 && now - idleSince > replayWindowMs) this.#listeners.delete(userId)
  }

  #adopt(listener: Listener, viewer: Viewer): void {
    const known = listener.stream.viewer
    listener.stream.viewer = viewer
    if (known.role !== viewer.role || known.queueIds.toSorted().join() !== viewer.queueIds.toSorted().join())
      this.#restart(listener)
  }

  #restart({ stream, receivers }: Listener): void {
    const hello = stream.restart()
    for (const receiver of receivers) receiver.send(this.#events.hello, hello)
  }

  async #drain(): Promise<void> {
    this.#draining = true
    while (this.#pending.length > 0) {
      const settings = await this.#visibilityOf(this.#tenantId).catch((error: unknown) => {
        this.#log.error(
          { err: error, tenantId: this.#tenantId },
          'pushes are dropped because the visibility settings cannot be read',
        )
        return undefined
      })
      const batch = this.#pending
      this.#pending = []
      if (settings) for (const push of batch) this.#deliver(push, settings)
      else for (const listener of this.#listeners.values()) this.#restart(listener)
    }
    this.#draining = false
  }

  #deliver(push: TenantPush, settings: VisibilitySettings): void {
    const now = performance.now()
    for (const listener of this.#listeners.values()) {
      const { stream, receivers } = listener
      const tell = (event: string, payload: object): void => {
        const entry = stream.append(event, payload, now)
        for (const receiver of receivers) receiver.send(event, entry.payload)
      }
      switch (push.kind) {
        case 'ticket':
          for (const told of pushesFor(stream.viewer, push.change, settings)) tell(this.#events.ticketList, told)
          break
        case 'typing': {
          const told = receivers.size > 0 ? typingFor(stream.viewer, push.facts, push.push, settings) : undefined
          if (told) for (const receiver of receivers) receiver.sendVolatile(this.#events.typing, told)
          break
        }
        case 'presence': {
          const told = receivers.size > 0 && presenceFor(stream.viewer, push.facts, push.push, settings)
          if (told) for (const receiver of receivers) receiver.sendVolatile(this.#events.presence, told)
          break
        }
        case 'connection':
          if (stream.viewer.can('channels.read')) tell(this.#events.connection, push.push)
          break
        case 'user':
          if (stream.viewer.can('users.read')) tell(this.#events.user, push.push)
          break
        case 'contact':
          if (stream.viewer.can('contacts.read')) tell(this.#events.contact, push.push)
          break
        case 'plugins':
          tell(this.#events.plugins, {})
          break
        case 'licence':
          tell(this.#events.licence, {})
          break
        case 'restart':
          this.#restart(listener)
      }
    }
  }
}
