import type { LiveEvents } from '@recado/sdk/ui'
import type { Socket } from 'socket.io-client'
import { socketEvents, socketReconnection, type SessionEnding, type StreamHello } from '../../base/contracts.ts'
import { StreamPosition } from './stream-position.ts'

/** `lost` after the last attempt: only the user, or the network coming back, tries again. */
export type LiveStatus = 'connecting' | 'live' | 'reconnecting' | 'lost'

/** Details of a `resync`. */
export interface StreamGap {
  /** The stream has just begun: data fetched before it may lack later changes. */
  readonly isFirst: boolean
}

export interface LiveStreamOptions {
  tenantId: string
  credentials(): { token: string; sessionid: string } | null
  /** The handshake was refused because the access token has expired. */
  renew(token: string): Promise<boolean>
  onSessionEnded(code: string): void
  /** The session goes on, but no push comes until the privacy notice is answered. */
  onConsentMissing(): void
  /** The company requires a second factor that the user has not set up. */
  onEnrolmentMissing(): void
}

/** With these the server closes the socket and not the session. */
const unsettled: readonly string[] = ['ERR_LGPD_CONSENT', 'ERR_SECOND_FACTOR_ENROLMENT', 'ERR_LICENSE_BLOCKED']

/** The socket of the signed-in user: pushes by name, a gap told as `resync`, and what the client says to the server. */
export class LiveStream implements LiveEvents {
  readonly #options: LiveStreamOptions
  readonly #events: ReturnType<typeof socketEvents>
  readonly #position = new StreamPosition()
  readonly #handlers = new Map<string, Set<(data: unknown) => void>>()
  readonly #listeners = new Set<() => void>()
  #socket: Socket | null = null
  #status: LiveStatus = 'connecting'
  /** Grows with every opening and closing: results that an earlier one awaits are dropped. */
  #turn = 0
  #greeted = false
  #viewing: string | null = null
  #focused = false

  constructor(options: LiveStreamOptions) {
    this.#options = options
    this.#events = socketEvents(options.tenantId)
  }

  /**
   * Says where the stream stood before anything was read, before {@link open}: the server sends what followed, so that
   * nothing has to be read twice. Without it the first hello is told as a gap.
   */
  beginAt(position: { epoch: string; seq: number } | undefined): void {
    // A server that has not been updated yet says nothing of it.
    if (position) this.#position.beginAt(position)
  }

  /** Loads the socket's code, which the first screen does without, and connects. */
  async open(): Promise<void> {
    const turn = ++this.#turn
    const { io } = await import('socket.io-client')
    if (turn !== this.#turn) return
    const { attempts, delay, delayMax, timeout, transports } = socketReconnection
    const socket = io({
      transports: [...transports],
      reconnectionAttempts: attempts,
      reconnectionDelay: delay,
      reconnectionDelayMax: delayMax,
      timeout,
      // Without it the second transport is never tried where something on the way refuses the first.
      tryAllTransports: true,
      auth: (send) => send({ ...this.#options.credentials(), stream: this.#position.resumeFrom }),
    })
    this.#socket = socket
    socket.on(this.#events.hello, (hello: StreamHello) => {
      const isFirst = !this.#greeted
      this.#greeted = true
      if (this.#position.hello(hello)) this.#emit('resync', { isFirst } satisfies StreamGap)
      this.#emit('connected', null)
      this.#move('live')
      this.#tellViewing()
    })
    for (const name of [
      'ticketList',
      'typing',
      'presence',
      'connection',
      'user',
      'plugins',
      'licence',
      'contact',
      'plugin',
      'pluginFleeting',
      'bell',
    ] as const)
      socket.on(this.#events[name], (push: { seq?: number } | undefined) => this.#push(name, push))
    socket.on(this.#events.session, ({ code }: { code?: string } = {}) => this.#dismissed(code ?? 'ERR_SESSION_ENDED'))
    socket.on(this.#events.ending, (ending: SessionEnding) => this.#emit('ending', ending))
    socket.on('connect', () => this.#move('live'))
    socket.on('disconnect', (reason) => {
      // Already told why, and that it is no use to come back.
      if (this.#socket !== socket || this.#status === 'lost') return
      this.#move('reconnecting')
      // The library does not come back by itself after the server has closed the socket.
      if (reason === 'io server disconnect' && this.#options.credentials()) socket.connect()
    })
    socket.on('connect_error', (error) => {
      void this.#refused(error)
    })
    socket.io.on('reconnect_failed', () => this.#move('lost'))
    addEventListener('online', this.retry)
  }

  close(): void {
    this.#turn++
    removeEventListener('online', this.retry)
    const socket = this.#socket
    this.#socket = null
    socket?.disconnect()
  }

  retry = (): void => {
    if (this.#status === 'live' || !this.#socket) return
    this.#move('reconnecting')
    this.#socket.connect()
  }

  status = (): LiveStatus => this.#status

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  on(event: string, handler: (data: unknown) => void): () => void {
    const name = event === 'whatsapp' ? 'connection' : event
    const handlers = this.#handlers.get(name) ?? new Set()
    this.#handlers.set(name, handlers.add(handler))
    return () => handlers.delete(handler)
  }

  /** Signals to the contact, if the channel can, that an agent is typing. */
  typing(ticketId: string, mode: 'text' | 'stop'): void {
    this.#socket?.volatile.emit(this.#events.clientTyping, { ticketId, mode })
  }

  /** Announces the open ticket; repeated after each reconnection. */
  viewing(ticketId: string | null): void {
    this.#viewing = ticketId
    this.#tellViewing()
  }

  /** Reports whether somebody is using this page. The server drops it within a minute: repeat it while it holds. */
  attended(focused: boolean): void {
    if (!focused && !this.#focused) return
    this.#focused = focused
    this.#tellViewing()
  }

  /** Whether the user has this ticket before their eyes. */
  isSeen = (ticketId: string): boolean => this.#focused && this.#viewing === ticketId

  #tellViewing(): void {
    this.#socket?.emit(this.#events.viewing, { ticketId: this.#viewing, focused: this.#focused })
  }

  #push(name: string, push: { seq?: number } | undefined): void {
    const verdict = this.#position.push(push?.seq)
    if (verdict === 'ignore') return
    if (verdict === 'takeAfterGap') this.#emit('resync', { isFirst: false } satisfies StreamGap)
    this.#emit(name, push)
  }

  #dismissed(code: string): void {
    if (!unsettled.includes(code)) return this.#options.onSessionEnded(code)
    this.#move('lost')
    if (code === 'ERR_LGPD_CONSENT') this.#options.onConsentMissing()
    else if (code === 'ERR_SECOND_FACTOR_ENROLMENT') this.#options.onEnrolmentMissing()
  }

  async #refused(error: Error): Promise<void> {
    if (!this.#socket) return
    if (this.#socket.active) return this.#move('reconnecting')
    const token = this.#options.credentials()?.token
    if (error.message === 'ERR_SESSION_EXPIRED' && token && (await this.#options.renew(token).catch(() => false)))
      this.#socket?.connect()
    else if (unsettled.includes(error.message)) this.#dismissed(error.message)
    else if (/^ERR_(SESSION|INVALID|USER|LOGIN_HOURS)/.test(error.message) && error.message !== 'ERR_SESSION_EXPIRED')
      this.#options.onSessionEnded(error.message)
    else this.#move('lost')
  }

  #emit(name: string, data: unknown): void {
    for (const handler of this.#handlers.get(name) ?? []) handler(data)
  }

  #move(status: LiveStatus): void {
    if (this.#status === status) return
    this.#status = status
    for (const listener of this.#listeners) listener()
  }
}
