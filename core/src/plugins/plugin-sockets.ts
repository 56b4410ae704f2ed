import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  Refusal,
  socketMessageBytes,
  type PluginContext,
  type SocketCode,
  type SocketContext,
  type SocketGuest,
  type SocketSpec,
} from '@recado/contracts'
import { WebSocketServer } from 'ws'
import { withoutContext } from '../base/context.ts'
import { networkOf, type AddressOf } from '../http/address.ts'
import { NetworkBudget } from '../http/network-budget.ts'
import type { VisitorGate } from '../http/visitor-gate.ts'
import type { Availabilities } from './availability.ts'
import type { Guard, GuardedCall } from './guard.ts'
import type { RunningPlugin } from './installed-plugin.ts'
import { OpenSocket } from './open-socket.ts'
import { mostPasses, mostStrangers, openingsPerMinute, roundMs } from './socket-limits.ts'
import type { Passes } from './socket-passes.ts'

export interface SocketParts {
  readonly running: ReadonlyMap<string, RunningPlugin>
  readonly availability: Availabilities
  readonly guard: Guard
  readonly passes: Passes
  readonly visitors: VisitorGate
  readonly limitMs: number
  readonly addressOf: AddressOf
  context(plugin: RunningPlugin, tenantId: string, signal: AbortSignal): Promise<PluginContext>
  publicContext(plugin: RunningPlugin, signal: AbortSignal): Omit<SocketContext, 'enter'>
}

interface Place {
  readonly plugin: RunningPlugin
  readonly name: string
  readonly spec: SocketSpec
}

/** A client that is connected, with the companies whose passes it showed. */
interface Connected {
  readonly socket: OpenSocket
  readonly plugin: RunningPlugin
  readonly tenants: Set<string>
}

/**
 * WebSockets at the paths of plugins, on the port of everything else. Who opens one is unknown until they show a pass;
 * what they cost until then and afterwards is bounded here. Every call of the plugin's code goes through the guard.
 */
export class PluginSockets {
  readonly #parts: SocketParts
  readonly #open = new Set<Connected>()
  readonly #openings = new NetworkBudget({ points: openingsPerMinute, seconds: 60 })
  readonly #servers = new WeakMap<SocketSpec, WebSocketServer>()
  #round: NodeJS.Timeout | undefined
  #isClosing = false

  constructor(parts: SocketParts) {
    this.#parts = parts
  }

  /** Takes over requests for the sockets of plugins; others are left to whoever else listens. */
  attach(server: Server): void {
    server.on('upgrade', (request, wire, head) => {
      const place = this.#placeOf(request)
      if (place) withoutContext(() => this.#take(place, request, wire, head))
    })
    this.#round = setInterval(() => void this.#look(), roundMs)
    this.#round.unref()
  }

  /** Tells all clients to come back to another node. */
  close(): void {
    this.#isClosing = true
    clearInterval(this.#round)
    for (const { socket } of this.#open) socket.end('going')
  }

  #placeOf({ url = '' }: IncomingMessage): Place | undefined {
    const path = url.split('?', 1)[0]!.replace(/(.)\/+$/, '$1')
    for (const plugin of this.#parts.running.values())
      for (const [name, spec] of Object.entries(plugin.definition.sockets as Readonly<Record<string, SocketSpec>>))
        if (path === `/p/${plugin.id}${spec.path}` || path === spec.claim) return { plugin, name, spec }
    return undefined
  }

  #take(place: Place, request: IncomingMessage, wire: Duplex, head: Buffer): void {
    const forwardedFor = [request.headers['x-forwarded-for'] ?? []].flat().join(',')
    const address = this.#parts.addressOf(forwardedFor, request.socket.remoteAddress)
    const retryAfterSeconds = this.#openings.take(address)
    if (retryAfterSeconds !== undefined) return refuse(wire, '429 Too Many Requests', retryAfterSeconds)
    const strangers = [...this.#open].filter(({ socket }) => socket.isStranger).length
    if (this.#isClosing || strangers >= mostStrangers) return refuse(wire, '503 Service Unavailable', 5)
    this.#serverFor(place.spec).handleUpgrade(request, wire, head, (opened) => {
      const socket = new OpenSocket(opened, place.spec)
      const connected: Connected = { socket, plugin: place.plugin, tenants: new Set() }
      this.#open.add(connected)
      socket.signal.addEventListener('abort', () => this.#open.delete(connected), { once: true })
      void this.#begin(connected, place, networkOf(address))
    })
  }

  #serverFor(spec: SocketSpec): WebSocketServer {
    const known = this.#servers.get(spec)
    if (known) return known
    const server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: spec.maxMessage ?? socketMessageBytes.usual,
      handleProtocols: (offered) => spec.protocols?.find((one) => offered.has(one)) ?? false,
    })
    this.#servers.set(spec, server)
    return server
  }

  async #begin(connected: Connected, { plugin, name, spec }: Place, network: string): Promise<void> {
    const { socket } = connected
    const code = (plugin.implementation.sockets as Readonly<Record<string, SocketCode<SocketSpec>>>)[name]!
    const call = (tenantId: string | null): GuardedCall => ({
      plugin: plugin.id,
      errors: plugin.definition.errors,
      tenantId,
      by: 'strangers',
      what: `socket ${spec.path}`,
      limitMs: this.#parts.limitMs,
      signal: socket.signal,
    })
    const ended = AbortSignal.any([socket.signal, plugin.retired.signal])
    ended.addEventListener('abort', () => socket.end('going'), { once: true })
    try {
      const session = await this.#parts.guard.run(call(null), () =>
        code(socket.face, {
          ...this.#parts.publicContext(plugin, socket.signal),
          enter: (pass) => this.#enter(connected, pass, network),
        }),
      )
      socket.begin(session, (work) => this.#parts.guard.run(call([...connected.tenants][0] ?? null), work))
    } catch (error) {
      socket.fail(error)
    }
  }

  async #enter(
    { socket, plugin, tenants }: Connected,
    pass: string,
    network: string,
  ): Promise<SocketGuest | undefined> {
    const holder = this.#parts.passes.read(plugin.id, pass)
    if (!holder || !(await this.#parts.availability.usable(plugin, holder.tenantId))) return undefined
    const { tenantId, subject } = holder
    if (socket.passed() > mostPasses) throw new Refusal('ERR_TOO_MANY_STREAMS', { retryAfterSeconds: 30 })
    const ctx = await this.#parts.context(plugin, tenantId, socket.signal)
    const end = (): void => socket.end('refused', 'ERR_PLUGIN_DISABLED')
    const port = this.#parts.visitors.portFor(
      { rate: 'visitorStream', plugin: plugin.id, tenantId, network },
      // The client may have left meanwhile.
      (release) =>
        socket.signal.aborted ? release() : socket.signal.addEventListener('abort', release, { once: true }),
    )
    const replaced = await port.stream(subject)
    replaced.addEventListener('abort', () => socket.end('refused', 'ERR_TOO_MANY_STREAMS'), { once: true })
    tenants.add(tenantId)
    // Its context ends when the plugin is switched off for the company.
    if (ctx.signal.aborted) end()
    else ctx.signal.addEventListener('abort', end, { once: true })
    return { subject, ctx }
  }

  async #look(): Promise<void> {
    const now = performance.now()
    for (const { socket, plugin, tenants } of this.#open) {
      socket.look(now)
      for (const tenantId of tenants)
        // While nobody can be asked, clients stay.
        if (!(await this.#parts.availability.usable(plugin, tenantId).catch(() => true)))
          socket.end('refused', 'ERR_PLUGIN_DISABLED')
    }
  }
}

function refuse(wire: Duplex, status: string, retryAfterSeconds: number): void {
  wire.on('error', () => undefined)
  wire.end(
    `HTTP/1.1 ${status}\r\nRetry-After: ${Math.max(1, Math.ceil(retryAfterSeconds))}\r\n` +
      'Content-Length: 0\r\nConnection: close\r\n\r\n',
  )
}
