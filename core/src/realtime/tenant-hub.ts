import { socketEvents, type Logger, type StreamPosition, type Viewer, type VisibilitySettings } from '@recado/contracts'
import { withoutContext } from '../base/context.ts'
import { audienceOf, presenceFor, typingFor } from './audience.ts'
import { replayWindowMs } from './limits.ts'
import type { TenantPush } from './messages.ts'
import { SharedPush, type Delivery } from './shared-push.ts'
import { UserStream } from './user-stream.ts'

/** A connected client, as far as delivering is concerned. */
export interface Receiver {
  send(event: string, payload: object): void
  deliver(delivery: Delivery): void
  /** May be lost: worthless when late. */
  sendVolatile(event: string, payload: object): void
}

/** Pushes in one delivery: fewer than a stream keeps, and small enough for a client that is slow. */
const mostTogether = 64

interface Listener {
  readonly stream: UserStream
  readonly receivers: Set<Receiver>
  /** Number of its latest pushes that leave together, at the end of the batch that they are in. */
  unsent: number
  /** When the last receiver left. */
  idleSince: number
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
    const listener = this.#listenerOf(viewer)
    this.#adopt(listener, viewer)
    listener.receivers.add(receiver)
    const { hello, missed } = listener.stream.resume(position, performance.now())
    receiver.send(this.#events.hello, hello)
    if (missed.length > 0) receiver.deliver(missed)
  }

  /**
   * Begins the stream of a user whose client reads before it connects, and keeps it as for one that left. The rights of
   * a stream that there is stay: those of a request may be older.
   */
  positionOf(viewer: Viewer): StreamPosition {
    const listener = this.#listenerOf(viewer)
    if (listener.receivers.size === 0) listener.idleSince = performance.now()
    return listener.stream.position
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

  #listenerOf(viewer: Viewer): Listener {
    const known = this.#listeners.get(viewer.userId)
    if (known) return known
    const listener: Listener = { stream: new UserStream(viewer), receivers: new Set(), unsent: 0, idleSince: 0 }
    this.#listeners.set(viewer.userId, listener)
    return listener
  }

  #adopt(listener: Listener, viewer: Viewer): void {
    const known = listener.stream.viewer
    listener.stream.viewer = viewer
    if (known.role !== viewer.role || known.queueIds.toSorted().join() !== viewer.queueIds.toSorted().join())
      this.#restart(listener)
  }

  #restart(listener: Listener): void {
    this.#flush(listener)
    const hello = listener.stream.restart()
    for (const receiver of listener.receivers) receiver.send(this.#events.hello, hello)
  }

  #flush(listener: Listener): void {
    if (listener.unsent === 0) return
    const delivery = listener.stream.latest(listener.unsent)
    listener.unsent = 0
    for (const receiver of listener.receivers) receiver.deliver(delivery)
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
      if (settings) {
        for (const push of batch) this.#deliver(push, settings)
        for (const listener of this.#listeners.values()) this.#flush(listener)
      } else for (const listener of this.#listeners.values()) this.#restart(listener)
    }
    this.#draining = false
  }

  #deliver(push: TenantPush, settings: VisibilitySettings): void {
    switch (push.kind) {
      case 'ticket': {
        const now = performance.now()
        const told = audienceOf(push.change, settings, (each) => new SharedPush(this.#events.ticketList, each, now))
        return this.#tell(told)
      }
      case 'typing':
        return this.#tellNow(this.#events.typing, (viewer) => typingFor(viewer, push.facts, push.push, settings))
      case 'presence':
        return this.#tellNow(this.#events.presence, (viewer) => presenceFor(viewer, push.facts, push.push, settings))
      case 'connection':
        return this.#tellWhoMay('channels.read', this.#events.connection, push.push)
      case 'user':
        return this.#tellWhoMay('users.read', this.#events.user, push.push)
      case 'contact':
        return this.#tellWhoMay('contacts.read', this.#events.contact, push.push)
      case 'plugin': {
        const named = new Set(push.users)
        if (push.isFleeting)
          return this.#tellNow(this.#events.pluginFleeting, ({ userId }) => (named.has(userId) ? push.push : undefined))
        const told = [new SharedPush(this.#events.plugin, push.push, performance.now())]
        return this.#tell(({ userId }) => (named.has(userId) ? told : []))
      }
      case 'bell': {
        const named = new Set(push.users)
        const told = [new SharedPush(this.#events.bell, {}, performance.now())]
        return this.#tell(({ userId }) => (named.has(userId) ? told : []))
      }
      case 'plugins':
      case 'licence': {
        const told = [new SharedPush(this.#events[push.kind], {}, performance.now())]
        return this.#tell(() => told)
      }
      case 'restart':
        for (const listener of this.#listeners.values()) this.#restart(listener)
    }
  }

  #tell(toldTo: (viewer: Viewer) => readonly SharedPush[]): void {
    for (const listener of this.#listeners.values())
      for (const push of toldTo(listener.stream.viewer)) {
        listener.stream.append(push)
        if (listener.receivers.size > 0) listener.unsent++
        if (listener.unsent >= mostTogether) this.#flush(listener)
      }
  }

  #tellWhoMay(permission: Parameters<Viewer['can']>[0], event: string, push: object): void {
    const told = [new SharedPush(event, push, performance.now())]
    this.#tell((viewer) => (viewer.can(permission) ? told : []))
  }

  /** Not numbered, and lost for who is away. */
  #tellNow(event: string, toldTo: (viewer: Viewer) => object | undefined): void {
    for (const listener of this.#listeners.values()) {
      const told = listener.receivers.size > 0 ? toldTo(listener.stream.viewer) : undefined
      if (!told) continue
      this.#flush(listener)
      for (const receiver of listener.receivers) receiver.sendVolatile(event, told)
    }
  }
}
