import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { rootCertificates } from 'node:tls'
import {
  Agent,
  buildConnector,
  fetch as undiciFetch,
  Pool,
  ProxyAgent,
  type Dispatcher,
  type RequestInit as UndiciInit,
  type Response as UndiciResponse,
} from 'undici'
import { isReachable, type Range } from '../base/addresses.ts'
import { answerTooLarge, type Egress, type EgressPolicy } from './egress.ts'
import { basicToken, connected, openTunnel } from './proxy-tunnel.ts'

/** A request that must not leave. It arrives at the caller as the `cause` of a TypeError, as failures of `fetch` do. */
export class EgressRefused extends Error {
  override readonly name = 'EgressRefused'
  readonly code = 'EGRESS_REFUSED'
}

/** An answer that is larger than its caller takes: asking again will not help. */
class AnswerTooLarge extends EgressRefused {
  readonly reason = answerTooLarge
  constructor() {
    super('the answer is too large')
  }
}

/** What the guard goes by; see `EgressOptions` of guarded-egress.ts. */
export interface GuardRules {
  readonly resolve: ((name: string) => Promise<readonly string[]>) | undefined
  readonly allowed: readonly Range[]
  readonly ca: string | undefined
}
type Resolve = NonNullable<GuardRules['resolve']>

const defaults = { timeoutMs: 15_000, maxBytes: 10_000_000, maxRedirects: 3 } as const
const connectMs = 5_000
/**
 * Servers close idle connections, many after 5 s. A request that meets that moment fails so that nobody knows whether
 * it arrived, which for a message is the worst answer; so connections are left well before.
 */
const idleMs = 1_000
const pooling = { connections: 32, maxHeaderSize: 32_768, keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs }
/** A connection for another protocol than HTTP is open within this time, through a proxy or not. */
const lineMs = 15_000
/** Dispatchers of proxies that are kept; beyond it the oldest is closed. */
const keptProxies = 500
/** Headers that may follow a redirect to another host. Any other may be a credential. */
const travellingHeaders = new Set(['accept', 'accept-language', 'content-type', 'user-agent'])

/** The guard itself, with the HTTP client. guarded-egress.ts loads it when something is to leave for the first time. */
export function createEgressClient(rules: GuardRules): Egress & { close(): Promise<void> } {
  const resolve = rules.resolve ?? systemResolve
  const reachable: Reachable = (address) => isReachable(address, rules.allowed)
  const trusted = { timeout: connectMs, ...(rules.ca !== undefined && { ca: [...rootCertificates, rules.ca] }) }
  // A proxy understands CONNECT in HTTP/1.1.
  const http1 = buildConnector({ ...trusted, allowH2: false })
  const connect = guardedConnector(resolve, reachable, buildConnector(trusted))
  const toProxy = guardedConnector(resolve, reachable, http1)
  const agent = new Agent({ connect, ...pooling })
  const proxies = new Map<string, Dispatcher>()
  const dispatcherFor: DispatcherFor = (proxy, protocol) => {
    if (proxy === undefined) return agent
    const isForwarded = protocol === 'http:' && !proxy.startsWith('socks5:')
    const key = `${isForwarded ? 'forwarded' : 'tunnelled'} ${proxy}`
    const made = (): Dispatcher => (isForwarded ? forwardingAgent(proxy, toProxy) : tunnelAgent(proxy, toProxy, http1))
    const known = proxies.get(key) ?? made()
    proxies.set(key, known)
    for (const [oldest, dispatcher] of proxies) {
      if (proxies.size <= keptProxies) break
      proxies.delete(oldest)
      void dispatcher.close()
    }
    return known
  }
  const guarded = (policy: EgressPolicy, input: Input, init?: RequestInit): Promise<Response> =>
    guardedFetch(dispatcherFor, policy, reachable, input, init)
  return {
    fetchFor: (policy) => ((input: Input, init?: RequestInit) => guarded(policy, input, init)) as typeof fetch,
    resolveFor:
      ({ hosts }) =>
      async (host) => {
        const name = unbracketed(host)
        refuseUndeclared(name, hosts)
        return (await checkedAddresses(resolve, reachable, name))[0]!
      },
    connectFor:
      ({ hosts, proxy }) =>
      async (host, port, caller) => {
        const name = unbracketed(host)
        refuseUndeclared(name, hosts)
        const signal = AbortSignal.any([AbortSignal.timeout(lineMs), ...(caller ? [caller] : [])])
        if (proxy !== undefined && isIP(name) !== 0 && !reachable(name)) throw new EgressRefused(unreachableTarget)
        const socket =
          proxy === undefined
            ? await connected(connect, { hostname: name, host: name, protocol: 'http:', port: String(port) }, signal)
            : await openTunnel(proxy, { host: name, port }, toProxy, signal)
        // Until its new owner listens, a connection that breaks must not end the server.
        return socket.on('error', () => undefined)
      },
    close: async () => {
      await Promise.all([agent, ...proxies.values()].map((dispatcher) => dispatcher.close()))
    },
  }
}

type Connector = buildConnector.connector
type Input = string | URL | Request
type Reachable = (address: string) => boolean
type DispatcherFor = (proxy: string | undefined, protocol: string) => Dispatcher

const unreachableTarget = 'the address of the target may not be reached'
const unbracketed = (host: string): string => host.replace(/^\[|\]$/g, '')
function refuseUndeclared(host: string, hosts: readonly string[] | undefined): void {
  if (hosts && !isDeclared(host, hosts)) throw new EgressRefused('the host is not among those declared')
}

const systemResolve: Resolve = async (name) =>
  (await lookup(name, { all: true, verbatim: true })).map((answer) => answer.address)

/**
 * Connects to an address that was checked, never to a name: so that a name cannot resolve to another one in between.
 * Host header and TLS name stay those of the name. Literal addresses come here too.
 */
function guardedConnector(resolve: Resolve, reachable: Reachable, connect: Connector): Connector {
  return (target, callback) => {
    const name = unbracketed(target.hostname)
    const attempt = (addresses: readonly string[]): void => {
      const [address, ...rest] = addresses
      const pinned = {
        ...target,
        hostname: address!,
        ...(isIP(name) === 0 && { servername: target.servername ?? name }),
      }
      connect(pinned, (...result) => (result[0] && rest.length > 0 ? attempt(rest) : callback(...result)))
    }
    checkedAddresses(resolve, reachable, name)
      .then((addresses) => attempt(addresses.slice(0, 3)))
      .catch((error: unknown) => callback(error as Error, null))
  }
}

/** One bad answer spoils them all: a name that points inside once may do it again. */
async function checkedAddresses(resolve: Resolve, reachable: Reachable, name: string): Promise<readonly string[]> {
  const addresses = isIP(name) === 0 ? await resolve(name) : [name]
  if (addresses.length === 0 || !addresses.every(reachable)) throw new EgressRefused(unreachableTarget)
  return addresses
}

/** Requests by https, and all by SOCKS: a tunnel through the proxy, which resolves the target, and TLS inside it. */
function tunnelAgent(proxy: string, toProxy: Connector, secure: Connector): Dispatcher {
  const connect: Connector = (target, callback) => {
    const [host, isSecure] = [unbracketed(target.hostname), target.protocol === 'https:']
    const port = Number(target.port) || (isSecure ? 443 : 80)
    openTunnel(proxy, { host, port }, toProxy, AbortSignal.timeout(lineMs)).then(
      (socket) => {
        if (!isSecure) return callback(null, socket)
        const name = isIP(host) === 0 && { servername: target.servername ?? host }
        secure({ ...target, ...name, httpSocket: socket }, callback)
      },
      (error: unknown) => callback(error as Error, null),
    )
  }
  return new Agent({ connect, ...pooling })
}

/** Requests by http: the proxy is told the whole address, and resolves the target itself. */
function forwardingAgent(address: string, connect: Connector): Dispatcher {
  const [{ origin }, token] = [new URL(address), basicToken(new URL(address))]
  const isProxy = (to: string | URL): boolean => new URL(to).origin === origin
  const pool = (to: string | URL, options: object): Pool =>
    new Pool(to, { ...options, ...(isProxy(to) && { connect }), keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs })
  return new ProxyAgent({ uri: origin, ...(token !== undefined && { token }), clientFactory: pool, factory: pool })
}

async function guardedFetch(
  dispatcherFor: DispatcherFor,
  policy: EgressPolicy,
  reachable: Reachable,
  input: Input,
  init: RequestInit = {},
): Promise<Response> {
  const request = typeof input === 'object' && 'headers' in input ? input : undefined
  let url = new URL(request ? request.url : String(input))
  let method = (init.method ?? request?.method ?? 'GET').toUpperCase()
  let headers = new Headers(init.headers ?? request?.headers)
  let body: RequestInit['body'] | undefined = init.body ?? (request?.body ? await request.arrayBuffer() : undefined)
  if (body instanceof FormData) {
    // The client's own class of forms is another one than the platform's, so the platform writes it out.
    const form = new Response(body)
    headers.set('content-type', form.headers.get('content-type')!)
    body = await form.arrayBuffer()
  }
  const callerSignal = init.signal ?? request?.signal
  const signal = AbortSignal.any([
    AbortSignal.timeout(policy.timeoutMs ?? defaults.timeoutMs),
    ...(callerSignal ? [callerSignal] : []),
  ])
  const redirect = init.redirect ?? request?.redirect ?? 'follow'
  const maxBytes = policy.maxBytes ?? defaults.maxBytes

  for (let hops = 0; ; hops++) {
    refuseTarget(url, policy)
    const literal = unbracketed(url.hostname)
    if (policy.proxy !== undefined && isIP(literal) !== 0 && !reachable(literal)) throw refused(unreachableTarget)
    const dispatcher = dispatcherFor(policy.proxy, url.protocol)
    const sent = {
      method,
      headers,
      body: body ?? null,
      signal,
      redirect: 'manual',
      dispatcher,
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    } as unknown as UndiciInit
    const response = await undiciFetch(url, sent)
    const location = response.headers.get('location')
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null || redirect === 'manual')
      return limited(response, url, { maxBytes, quietMs: policy.quietMs, redirected: hops > 0 })
    await response.body?.cancel()
    if (redirect === 'error') throw new TypeError('fetch failed', { cause: new Error('unexpected redirect') })
    if (hops >= (policy.maxRedirects ?? defaults.maxRedirects)) throw refused('too many redirects')
    const next = new URL(location, url)
    if (url.protocol === 'https:' && next.protocol !== 'https:') throw refused('a redirect leaves https')
    if (next.origin !== url.origin) headers = new Headers([...headers].filter(([name]) => travellingHeaders.has(name)))
    if (response.status === 303 ? method !== 'HEAD' : response.status < 303 && method === 'POST') {
      method = 'GET'
      body = undefined
      headers.delete('content-type')
    }
    if (body instanceof ReadableStream) throw refused('a redirect asks for a body that is gone')
    url = next
  }
}

function refuseTarget(url: URL, policy: EgressPolicy): void {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused('only http and https may leave')
  if (url.username !== '' || url.password !== '') throw refused('credentials do not belong into an address')
  const port = Number(url.port)
  if (url.port !== '' && port !== 80 && port !== 443 && port < 1024) throw refused('the port of the target is reserved')
  if (policy.hosts && !isDeclared(url.hostname, policy.hosts)) throw refused('the host is not among those declared')
}

const isDeclared = (host: string, hosts: readonly string[]): boolean =>
  hosts.some((pattern) => matches(host.toLowerCase().replace(/\.$/, ''), pattern.toLowerCase()))

const matches = (host: string, pattern: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1 : host === pattern

interface Limits {
  readonly maxBytes: number
  readonly quietMs: number | undefined
  readonly redirected: boolean
}

/**
 * The answer as the platform's own Response, ending with an error where it grows beyond the limit (after
 * decompression), or rests for too long.
 */
function limited(response: UndiciResponse, url: URL, { maxBytes, quietMs, redirected }: Limits): Response {
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    void response.body?.cancel()
    throw tooLarge()
  }
  let seen = 0
  let resting: NodeJS.Timeout | undefined
  const body = response.body as unknown as ReadableStream<Uint8Array> | null
  const counted = body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      start(controller) {
        if (quietMs !== undefined)
          resting = setTimeout(() => controller.error(new TypeError('terminated', { cause: quiet() })), quietMs).unref()
      },
      transform(piece, controller) {
        resting?.refresh()
        seen += piece.length
        if (seen > maxBytes) controller.error(tooLarge())
        else controller.enqueue(piece)
      },
      flush: () => clearTimeout(resting),
    }),
  )
  const given = new Response(counted ?? null, {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
  })
  return Object.defineProperties(given, { url: { value: url.href }, redirected: { value: redirected } })
}

const quiet = (): Error => Object.assign(new Error('the answer has stopped coming'), { code: 'ETIMEDOUT' })
const tooLarge = (): TypeError => new TypeError('fetch failed', { cause: new AnswerTooLarge() })
const refused = (reason: string): TypeError => new TypeError('fetch failed', { cause: new EgressRefused(reason) })
