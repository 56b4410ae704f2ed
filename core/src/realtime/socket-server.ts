import {
  Refusal,
  type ErrorCode,
  type Logger,
  type RefusalCode,
  type SessionEnded,
  type SessionEnding,
  socketEvents,
  type Viewer,
  type VisibilitySettings,
} from '@recado/contracts'
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http'
import { Server, type DefaultEventsMap, type Socket } from 'socket.io'
import { isOwnOrigin } from '../http/same-origin.ts'
import type { SocketStanding } from './socket-standing.ts'
import {
  sessionEndedTopic,
  userChangedTopic,
  type SessionEndedNotice,
  type UserChangedNotice,
} from '../topics/access.ts'
import type { EventBus } from '../bus/bus.ts'
import { addressReader, type AddressOf } from '../http/address.ts'
import { baseHeaders } from '../http/headers.ts'
import { NetworkBudget } from '../http/network-budget.ts'
import { noProxies } from '../base/trusted-proxies.ts'
import { globalSettingsChangedTopic } from '../topics/platform.ts'
import { tenantChangedTopic, type TenantChangedNotice } from '../topics/tenants.ts'
import { settingChangedTopic, type SettingChangedNotice } from '../topics/settings.ts'
import { EventBudget } from './event-budget.ts'
import {
  handshakeMs,
  handshakesPerMinute,
  maxMessageBytes,
  pingEveryMs,
  pongWithinMs,
  resyncSpreadMs,
  rounds,
  socketsPerTenant,
  socketsPerUser,
} from './limits.ts'
import {
  ClientTyping,
  ClientViewing,
  Handshake,
  tenantTopic,
  type NodePush,
  type OnAgentTyping,
  type OnViewing,
  type TenantPush,
} from './messages.ts'
import { Presence } from './presence.ts'
import type { Realtime } from './realtime.ts'
import { StallWatch } from './stall-watch.ts'
import { TenantHub, type Receiver } from './tenant-hub.ts'

export interface RealtimeOptions {
  /** The node's HTTP server; sockets share its port under `/socket.io/`. Give it after its request listener is set. */
  readonly server: HttpServer
  readonly bus: Pick<EventBus, 'emit' | 'emitElsewhere' | 'on' | 'onInterruption' | 'network'>
  /** The same rules as for requests: {@link SocketRules.authenticate}. */
  authenticate(token: string, sessionId: string): Promise<{ viewer: Viewer; sessionId: string }>
  /** Current state of the sessions of open sockets: {@link SocketRules.review}. */
  review(sessionIds: readonly string[]): Promise<ReadonlyMap<string, SocketStanding>>
  visibilityOf(tenantId: string): Promise<VisibilitySettings>
  readonly onAgentTyping?: OnAgentTyping
  readonly onViewing?: OnViewing
  readonly publicUrl?: string | undefined
  /** Determines the address of callers; their connection's own when absent. */
  readonly addressOf?: AddressOf
  readonly log: Logger
}

interface Attached {
  readonly viewer: Viewer
  readonly sessionId: string
  readonly stream: Handshake['stream']
}
type Handshake = ReturnType<typeof Handshake.parse>
/** `warnedOf`: the end that the client was told of. */
type Data = { attached: Attached; warnedOf?: string }
/** Events are named by tenant, so their names are no types; what clients send is parsed. */
type Events = DefaultEventsMap
type AgentSocket = Socket<Events, Events, Events, Data>

const visibilityKeys: readonly string[] = [
  'NotViewAssignedTickets',
  'NotViewTicketsQueueUndefined',
  'NotViewTicketsChatBot',
  'hideContactData',
] satisfies SettingChangedNotice['key'][]

/**
 * Socket.IO for signed-in users. The tenant and what a user sees come from the session alone; nothing a client names
 * decides what it is sent. Each node serves its own sockets and hands pushes to the others over the bus.
 */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { bus, log, publicUrl, addressOf = addressReader(noProxies, log) } = options
  const presence = new Presence({ bus, onLost: () => resyncAll() })
  const hubs = new Map<string, { readonly hub: TenantHub; readonly leave: () => void }>()
  const sessions = new Map<string, Set<AgentSocket>>()
  /** Sessions that ended while one of their sockets may have been between authentication and connection. */
  const endedLately = new Map<string, ErrorCode>()
  /**
   * Users whose rights changed while one of their sockets may have been opening: the rights it was authenticated with
   * may be old.
   */
  const changedLately = new Set<string>()
  /** Companies with pushes while the other nodes could not receive them. */
  const unheard = new Set<string>()
  const stalls = new StallWatch()
  /** By user: sockets that were let in and do not listen yet. They count, or many at once would all be let in. */
  const arriving = new Map<string, Set<AgentSocket>>()

  const handshakes = new NetworkBudget({ points: handshakesPerMinute, seconds: 60 })

  const io = new Server<Events, Events, Events, Data>(options.server, {
    serveClient: false,
    transports: ['websocket', 'polling'],
    maxHttpBufferSize: maxMessageBytes,
    perMessageDeflate: false,
    httpCompression: false,
    pingInterval: pingEveryMs,
    pingTimeout: pongWithinMs,
    connectTimeout: handshakeMs,
    cleanupEmptyChildNamespaces: true,
    allowRequest: (request, decide) => {
      const { origin, host } = request.headers
      const query = new URL(request.url ?? '', 'http://localhost').searchParams
      const forwardedFor = [request.headers['x-forwarded-for'] ?? []].flat().join(',')
      const isInBudget = handshakes.take(addressOf(forwardedFor, request.socket.remoteAddress)) === undefined
      const isOwn = origin === undefined || isOwnOrigin(origin, host, publicUrl)
      decide(null, isInBudget && isOwn && !query.has('token') && !query.has('sessionid'))
    },
  })

  // Answers of the transport come past the routes, and past what is added to theirs.
  const answerHeaders = Object.entries(baseHeaders(publicUrl?.startsWith('https:') ?? false))
  io.engine.use((_request: IncomingMessage, response: ServerResponse, next: () => void) => {
    for (const [name, value] of answerHeaders) response.setHeader(name, value)
    next()
  })

  function hubOf(tenantId: string): TenantHub {
    const known = hubs.get(tenantId)
    if (known) return known.hub
    const hub = new TenantHub(tenantId, options)
    const leave = bus.on(tenantTopic(tenantId), (data) => {
      const { node, push } = data as NodePush
      if (node === presence.node) return
      if (push.kind === 'restart') restartSoon(hub)
      else hub.push(push)
    })
    hubs.set(tenantId, { hub, leave })
    presence.set(tenantId, true)
    return hub
  }

  /** Pushes of another node may have been lost: their receivers fetch again, spread so that not all do at once. */
  function resyncAll(companies: readonly string[] = [...hubs.keys()]): void {
    for (const { hub } of companies.flatMap((id) => hubs.get(id) ?? [])) restartSoon(hub)
  }

  function restartSoon(hub: TenantHub): void {
    setTimeout(() => hub.push({ kind: 'restart' }), Math.random() * resyncSpreadMs).unref()
  }

  /**
   * The other nodes can be reached again, for the first time or after a cut: both sides fetch what they missed. With
   * companies: they cannot be reached yet, and something happened in these.
   */
  function onInterruption(companies?: readonly string[]): void {
    resyncAll(companies)
    if (companies !== undefined) return
    presence.ask()
    for (const tenantId of unheard) toOthers(tenantId, { kind: 'restart' })
    unheard.clear()
  }

  const isCut = (): boolean => bus.network().state === 'down'

  function toTenant(tenantId: string, push: TenantPush): void {
    hubs.get(tenantId)?.hub.push(push)
    if (isCut()) unheard.add(tenantId)
    else toOthers(tenantId, push)
  }

  function toOthers(tenantId: string, push: TenantPush): void {
    bus.emitElsewhere(tenantTopic(tenantId), { node: presence.node, push } satisfies NodePush)
  }

  function closeSession({ sessionId, code }: SessionEndedNotice): void {
    endedLately.set(sessionId, code)
    dismissAll(sessionId, code)
  }

  function dismissAll(sessionId: string, code: RefusalCode): void {
    for (const socket of sessions.get(sessionId) ?? []) dismiss(socket, code)
  }

  io.use((socket, next) => {
    attach(socket).then(
      () => next(),
      (error: unknown) => {
        if (!Refusal.is(error)) log.error({ err: error }, 'a socket could not be authenticated')
        const code = Refusal.is(error) ? error.code : 'ERR_UNAVAILABLE'
        next(Object.assign(new Error(code), { data: { error: code } }))
      },
    )
  })

  function arrived(socket: AgentSocket): void {
    const { userId } = socket.data.attached.viewer
    const arrivals = arriving.get(userId)
    if (arrivals?.delete(socket) && arrivals.size === 0) arriving.delete(userId)
  }

  async function attach(socket: AgentSocket): Promise<void> {
    const handshake = Handshake.safeParse(socket.handshake.auth)
    if (!handshake.success) throw new Refusal('ERR_SESSION_ENDED')
    const { token, sessionid, stream } = handshake.data
    const { viewer, sessionId } = await options.authenticate(token, sessionid)
    if (socket.conn.readyState !== 'open') return
    const hub = hubs.get(viewer.tenantId)?.hub
    const arrivals = arriving.get(viewer.userId) ?? new Set()
    if ((hub?.socketsOf(viewer.userId) ?? 0) + arrivals.size >= socketsPerUser || (hub?.size ?? 0) >= socketsPerTenant)
      throw new Refusal('ERR_TOO_MANY_REQUESTS')
    socket.data.attached = { viewer, sessionId, stream }
    arriving.set(viewer.userId, arrivals.add(socket))
    // A socket that closes before it listens is reported nowhere else.
    socket.conn.once('close', () => arrived(socket))
  }

  io.on('connection', (socket) => {
    const { viewer, sessionId, stream } = socket.data.attached
    arrived(socket)
    const ended = endedLately.get(sessionId)
    if (ended) return dismiss(socket, ended)
    forgetHandshake(socket)
    const hub = hubOf(viewer.tenantId)
    const receiver = receiverOf(socket)
    sessions.set(sessionId, (sessions.get(sessionId) ?? new Set()).add(socket))
    stalls.add(socket)
    guard(socket)
    socket.on('disconnect', () => {
      stalls.remove(socket)
      hub.leave(viewer.userId, receiver)
      options.onViewing?.({ page: socket.id, sessionId, viewer }, { ticketId: null, focused: false })
      const others = sessions.get(sessionId)
      if (others?.delete(socket) && others.size === 0) sessions.delete(sessionId)
    })
    hub.join(viewer, receiver, stream ?? undefined)
    if (changedLately.has(viewer.userId)) reviewSoon(() => [sessionId])
    const events = socketEvents(viewer.tenantId)
    socket.on(events.viewing, (message: unknown) => {
      const viewing = ClientViewing.safeParse(message)
      if (viewing.success) options.onViewing?.({ page: socket.id, sessionId, viewer }, viewing.data)
    })
    socket.on(events.clientTyping, (message: unknown) => {
      const typing = ClientTyping.safeParse(message)
      if (!typing.success) return
      try {
        options.onAgentTyping?.(viewer, typing.data.ticketId, typing.data.mode)
      } catch (error) {
        log.error({ err: error, tenantId: viewer.tenantId }, 'typing could not be passed on')
      }
    })
  })

  function guard(socket: AgentSocket): void {
    const budget = new EventBudget(performance.now())
    socket.use((_event, next) => {
      const verdict = budget.take(performance.now())
      if (verdict === 'pass') next()
      if (verdict !== 'cut') return
      log.warn(
        { tenantId: socket.data.attached.viewer.tenantId, userId: socket.data.attached.viewer.userId },
        'a socket that floods is cut off',
      )
      socket.conn.close(true)
    })
  }

  /**
   * Brings rights up to date and closes sockets that may not stay; changes announced on the bus are found again here.
   */
  async function review(sessionIds: readonly string[]): Promise<void> {
    if (sessionIds.length === 0) return
    const standings = await options.review(sessionIds)
    for (const sessionId of sessionIds) {
      const standing = standings.get(sessionId)
      if (!standing || 'code' in standing) dismissAll(sessionId, standing?.code ?? 'ERR_SESSION_ENDED')
      else {
        hubs.get(standing.viewer.tenantId)?.hub.refresh(standing.viewer)
        if (standing.endsAt) warn(sessionId, standing.endsAt)
      }
    }
  }

  function warn(sessionId: string, endsAt: Date): void {
    const ending: SessionEnding = { at: endsAt.toISOString(), code: 'ERR_LOGIN_HOURS_RESTRICTED' satisfies ErrorCode }
    for (const socket of sessions.get(sessionId) ?? []) {
      if (socket.data.warnedOf === ending.at) continue
      socket.data.warnedOf = ending.at
      socket.emit(endingEvent, ending)
    }
  }
  // One after the other: of two at once, the one that read earlier could write later and bring old rights back.
  let reviews = Promise.resolve()
  function reviewSoon(choose: () => readonly string[]): void {
    reviews = reviews
      .then(() => review(choose()))
      .catch((error: unknown) =>
        log.warn({ err: error }, 'sessions of open sockets could not be reviewed; the next round tries again'),
      )
  }
  const sessionsOf = (fits: (viewer: Viewer) => boolean): string[] =>
    [...sessions]
      .filter(([, sockets]) => [...sockets].some((socket) => fits(socket.data.attached.viewer)))
      .map(([sessionId]) => sessionId)

  const subscriptions = [
    bus.on(sessionEndedTopic, (data) => closeSession(data as SessionEndedNotice)),
    bus.on(userChangedTopic, (data) => {
      const { tenantId, userId } = data as UserChangedNotice
      hubs.get(tenantId)?.hub.forgetAbsent(userId)
      changedLately.add(userId)
      reviewSoon(() => sessionsOf((viewer) => viewer.userId === userId))
    }),
    bus.on(tenantChangedTopic, (data) => {
      const { tenantId, licence } = data as TenantChangedNotice
      if (licence) hubs.get(tenantId)?.hub.push({ kind: 'licence' })
      reviewSoon(() => sessionsOf((viewer) => viewer.tenantId === tenantId))
    }),
    bus.onInterruption(onInterruption),
    bus.on(globalSettingsChangedTopic, () => reviewSoon(() => [...sessions.keys()])),
    bus.on(settingChangedTopic, (data) => {
      const { tenantId, key } = data as SettingChangedNotice
      if (visibilityKeys.includes(key)) hubs.get(tenantId)?.hub.push({ kind: 'restart' })
      if (key === 'requireSecondFactor') reviewSoon(() => sessionsOf((viewer) => viewer.tenantId === tenantId))
    }),
  ]

  const round = setInterval(() => {
    for (const socket of stalls.stalled(performance.now())) {
      log.warn(
        { tenantId: (socket as AgentSocket).data.attached.viewer.tenantId },
        'a socket that takes nothing is dropped; it reconnects and catches up',
      )
      socket.conn.close(true)
    }
    endedLately.clear()
    changedLately.clear()
    for (const [tenantId, { hub, leave }] of hubs) {
      hub.sweep()
      if (!hub.isEmpty) continue
      leave()
      hubs.delete(tenantId)
      presence.set(tenantId, false)
    }
    reviewSoon(() => [...sessions.keys()])
  }, rounds)
  round.unref()

  return {
    ticketChanged: (tenantId, change) => toTenant(tenantId, { kind: 'ticket', change }),
    typing: (tenantId, facts, push) => toTenant(tenantId, { kind: 'typing', facts, push }),
    presence: (tenantId, facts, push) => toTenant(tenantId, { kind: 'presence', facts, push }),
    connectionChanged: (tenantId, push) => toTenant(tenantId, { kind: 'connection', push }),
    userChanged: (tenantId, push) => toTenant(tenantId, { kind: 'user', push }),
    contactChanged: (tenantId, push) => toTenant(tenantId, { kind: 'contact', push }),
    pluginPushed: (tenantId, users, push, isFleeting) =>
      toTenant(tenantId, { kind: 'plugin', users, push, isFleeting }),
    bellChanged: (tenantId, users) => toTenant(tenantId, { kind: 'bell', users }),
    pluginsChanged: (tenantId) => toTenant(tenantId, { kind: 'plugins' }),
    pluginsReplaced() {
      for (const { hub } of hubs.values()) hub.push({ kind: 'plugins' })
    },
    streamOf: (viewer) => hubOf(viewer.tenantId).positionOf(viewer),
    endSession: (sessionId, code) =>
      bus.emit(sessionEndedTopic, { sessionId, code: code as ErrorCode } satisfies SessionEndedNotice),
    resync: (tenantId) => toTenant(tenantId, { kind: 'restart' }),
    hasListeners: (tenantId) => presence.anywhere(tenantId) || isCut(),
    sockets: () => io.of('/').sockets.size,
    async close() {
      clearInterval(round)
      for (const leave of subscriptions) leave()
      for (const { leave } of hubs.values()) leave()
      hubs.clear()
      presence.close()
      // The HTTP server belongs to somebody else, so only the sockets are closed; clients see a lost connection and
      // come back.
      io.engine.close()
    },
  }
}

const { session: sessionEvent, ending: endingEvent } = socketEvents('')

function dismiss(socket: AgentSocket, code: RefusalCode): void {
  socket.emit(sessionEvent, { code } satisfies SessionEnded)
  socket.disconnect(true)
}

function receiverOf(socket: AgentSocket): Receiver {
  return {
    send: (event, payload) => void socket.emit(event, payload),
    deliver(delivery) {
      const { conn } = socket
      if (conn.readyState !== 'open') return
      // Frames that were written already pass through engine.io as they are; its types do not name the option.
      if (conn.transport.name === 'websocket') conn.write('', { wsPreEncodedFrame: [delivery.frames] } as object)
      else for (const packet of delivery.packets()) conn.write(packet)
    },
    sendVolatile: (event, payload) => void socket.volatile.emit(event, payload),
  }
}

/** The first HTTP request and the token would otherwise stay in memory as long as the socket is open. */
function forgetHandshake(socket: AgentSocket): void {
  socket.handshake.auth = {}
  ;(socket.conn as { request: unknown }).request = null
}
