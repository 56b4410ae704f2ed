import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Bindings } from './gate.ts'
import type { Http } from './server.ts'

export interface Listener {
  /** For sockets, which share the port. */
  readonly server: Server
  /** The port in use; the one asked for unless that was 0. */
  readonly port: number
  /**
   * Goes on serving, and ends each connection after its next answer, so that clients with open connections move to
   * another node.
   */
  drain(): void
  /** Takes no new requests, lets running ones end for `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>
}

/** Limits of the wire: 16 KB of headers within 10 s, a whole request within 2 minutes (S7-002). */
const wire = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
} as const

const invalid = '{"error":"ERR_VALIDATION"}'

/** The server of a node before it listens: sockets attach to it first, so that no client is served by half of it. */
export function createWire(http: Http): Server {
  const answer = getRequestListener((request, bindings) => http.app.fetch(request, bindings as Bindings), {
    errorHandler: () => new Response(invalid, { status: 400, headers: { 'content-type': 'application/json' } }),
  })
  return createServer({ ...wire }, (incoming, outgoing) => {
    if (!hasSeveralHosts(incoming.rawHeaders)) return void answer(incoming, outgoing)
    outgoing.writeHead(400, { 'content-type': 'application/json', connection: 'close' }).end(invalid)
  })
}

/** A proxy and this server could each believe another one of them (RFC 9112, 3.2). */
const hasSeveralHosts = (rawHeaders: readonly string[]): boolean =>
  rawHeaders.filter((each, index) => index % 2 === 0 && each.length === 4 && each.toLowerCase() === 'host').length > 1

const sweepMs = 50

/** Serves HTTP on one port. Rejects with the system's error when the port cannot be had. */
export async function listen(
  http: Http,
  address: { readonly host: string; readonly port: number },
  server = createWire(http),
): Promise<Listener> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address.port, address.host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const bound = server.address()
  return {
    server,
    port: typeof bound === 'object' && bound !== null ? bound.port : address.port,
    drain: () =>
      void server.prependListener('request', (_request, response) => {
        response.shouldKeepAlive = false
      }),
    async close(graceMs) {
      http.stop()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // A connection that becomes idle only now would otherwise stay for its keep-alive time.
      const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
      // The server itself loses track of connections that were upgraded to sockets.
      const cut = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, graceMs)
      await closed
      clearInterval(sweep)
      clearTimeout(cut)
    },
  }
}
