import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from '@recado/contracts'
import { WebSocketServer, type WebSocket } from 'ws'
import type { EventBus } from '../../core/src/bus/bus.ts'
import { createRealtime } from '../../core/src/realtime/socket-server.ts'
import { benchId } from './cluster.ts'
import { given, serve } from './serve.ts'

/** Which of both serves. */
export interface SocketsArguments {
  readonly kind: 'realtime' | 'ws'
}
export interface SocketsReady {
  readonly port: number
}

const { kind } = given<SocketsArguments>()
const quiet: Logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const tenantId = benchId('tenant', 1)
/** As large as a message with its ticket is. */
const payload = {
  id: benchId('ticket', 1),
  body: 'x'.repeat(400),
  ticket: { id: benchId('ticket', 1), name: 'Cliente 1' },
}
const burst = 50
const listeners = new Map<string, Set<(data: unknown, topic: string) => void>>()
const bus: Pick<EventBus, 'emit' | 'emitElsewhere' | 'on' | 'onInterruption' | 'network'> = {
  network: () => ({ state: 'unused' }),
  onInterruption: () => () => undefined,
  emitElsewhere: () => undefined,
  emit: (topic, data) => {
    for (const heard of listeners.get(topic) ?? []) heard(data, topic)
  },
  on: (topic, heard) => {
    const known = listeners.get(topic) ?? listeners.set(topic, new Set()).get(topic)!
    known.add(heard)
    return () => known.delete(heard)
  },
}

/**
 * Pushes events to every socket when somebody asks: for `/push` all at once, for `/apart` each in a turn of its own.
 */
const server = createServer(async (request, response) => {
  if (request.url !== '/push' && request.url !== '/apart') return void response.writeHead(404).end()
  for (let number = 0; number < burst; number++) {
    push()
    if (request.url === '/apart') await new Promise((resolve) => setImmediate(resolve))
  }
  response.end()
})
const push = kind === 'realtime' ? realtime() : bare()

function realtime(): () => void {
  const viewer = (userId: string) =>
    ({ tenantId, userId, name: 'Atendente', role: 'admin', queueIds: [], locale: 'pt-BR', can: () => true }) as never
  let callers = 0
  const node = createRealtime({
    // As agents of many offices: from one network not that many may come at once.
    addressOf: () => `10.0.${(callers >> 8) & 255}.${callers++ & 255}`,
    server,
    bus,
    log: quiet,
    authenticate: async (token) => ({ viewer: viewer(token), sessionId: token }),
    review: async (sessions) =>
      new Map(sessions.map((session) => [session, { viewer: viewer(session), endsAt: null }])),
    visibilityOf: async () => ({
      hideAssignedToOthers: false,
      hideWithoutQueue: false,
      hideWithBot: false,
      hideContactData: false,
    }),
  })
  return () =>
    node.ticketChanged(tenantId, {
      ticketId: payload.id,
      after: { userId: null, queueId: null, withBot: false },
      pushes: [{ type: 'chat:create', payload: payload as never }],
    })
}

function bare(): () => void {
  const sockets = new Set<WebSocket>()
  new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return () => {
    const text = JSON.stringify({ type: 'chat:create', payload })
    for (const socket of sockets) socket.send(text)
  }
}

await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
serve({ port: (server.address() as AddressInfo).port } satisfies SocketsReady, async () => undefined)
