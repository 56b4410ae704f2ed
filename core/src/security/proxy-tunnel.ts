import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { SocksClient } from 'socks'
import { Client, type buildConnector } from 'undici'

/** Failures of a tunnel: the proxy does not answer, refuses its credentials, or does not connect to the target. */
export type ProxyFault = 'PROXY_UNREACHABLE' | 'PROXY_AUTH' | 'PROXY_REFUSED'

/** A tunnel that could not be opened. Neither message nor cause holds the credentials of the proxy. */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure'
  readonly code: ProxyFault
  constructor(code: ProxyFault, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}

const unreachable = 'the proxy cannot be reached'
const unauthorised = 'the proxy does not take its user and password'

type Connector = buildConnector.connector

/** Target of a tunnel. `host` is a name, which the proxy resolves, or an address without brackets. */
export interface TunnelTarget {
  readonly host: string
  readonly port: number
}

/** The port of a SOCKS proxy whose address names none. */
const socksPort = '1080'

/**
 * Opens a TCP connection to the target through a proxy: by CONNECT (`http:`, `https:`) or by SOCKS 5 (`socks5:`).
 *
 * @param proxy address with its credentials, `http://user:password@host:port`
 * @param connect reaches the proxy; it decides whether the proxy's address is permitted, and speaks HTTP/1.1 only
 * @throws ProxyFailure, and the reason of the signal when it aborts
 */
export async function openTunnel(
  proxy: string,
  target: TunnelTarget,
  connect: Connector,
  signal: AbortSignal,
): Promise<Socket> {
  const url = new URL(proxy)
  try {
    return await (url.protocol === 'socks5:' ? bySocks : byConnect)(url, target, connect, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ProxyFailure) throw error
    throw new ProxyFailure('PROXY_UNREACHABLE', `${unreachable}: ${(error as Error).message}`, { cause: error })
  }
}

/** A connector as a promise. A connection that comes after the signal aborted is closed. */
export function connected(connect: Connector, target: buildConnector.Options, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error)
    signal.addEventListener('abort', abort, { once: true })
    connect(target, (error, socket) => {
      signal.removeEventListener('abort', abort)
      if (error) return reject(error)
      if (signal.aborted) socket.destroy()
      else resolve(socket)
    })
  })
}

/** User and password in the address of a proxy, as the proxy wants them; undefined without any. */
const credentialsOf = ({ username, password }: URL): { userId: string; password: string } | undefined =>
  username === '' && password === '' ? undefined : { userId: decoded(username), password: decoded(password) }

/** Header value with the credentials for an HTTP proxy; undefined without any. */
export function basicToken(proxy: URL): string | undefined {
  const credentials = credentialsOf(proxy)
  return credentials && `Basic ${Buffer.from(`${credentials.userId}:${credentials.password}`).toString('base64')}`
}

/** A percent sign that encodes nothing stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

async function byConnect(proxy: URL, target: TunnelTarget, connect: Connector, signal: AbortSignal): Promise<Socket> {
  const { host, port } = target
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const token = basicToken(proxy)
  // The client takes the TLS name from the Host header, which is the target's; the connector from the proxy's address.
  const toProxy: Connector = (address, callback) => {
    const { servername: _, ...nameless } = address
    connect(nameless, callback)
  }
  const client = new Client(proxy.origin, { connect: toProxy, allowH2: false })
  try {
    const headers = { host: authority, ...(token !== undefined && { 'proxy-authorization': token }) }
    const { statusCode, socket } = await client.connect({ path: authority, headers, signal })
    if (statusCode >= 200 && statusCode < 300) return socket as Socket
    socket.on('error', () => undefined).destroy()
    throw statusCode === 407
      ? new ProxyFailure('PROXY_AUTH', unauthorised)
      : new ProxyFailure('PROXY_REFUSED', `the proxy does not connect to ${authority} and answers ${statusCode}`)
  } finally {
    // The tunnel has left the client by now.
    void client.destroy()
  }
}

async function bySocks(proxy: URL, target: TunnelTarget, connect: Connector, signal: AbortSignal): Promise<Socket> {
  const port = proxy.port || socksPort
  const hostname = proxy.hostname
  const line = await connected(connect, { hostname, host: hostname, protocol: 'http:', port }, signal)
  const abort = (): void => {
    line.destroy()
  }
  signal.addEventListener('abort', abort, { once: true })
  try {
    await SocksClient.createConnection({
      command: 'connect',
      existing_socket: line,
      destination: { ...target },
      proxy: { host: hostname, port: Number(port), type: 5, ...credentialsOf(proxy) },
    })
    await keepEarly(line)
    return line
  } catch (error) {
    line.destroy()
    throw socksFailure((error as Error).message, target)
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** The library lets data flow before there is a listener. Early data of the target, its greeting, is kept. */
async function keepEarly(line: Socket): Promise<void> {
  const early: Buffer[] = []
  const keep = (chunk: Buffer): void => {
    early.push(chunk)
  }
  const hold = (): void => undefined
  line.on('readable', hold).on('data', keep)
  await nextTurn()
  line.off('data', keep)
  if (early.length > 0) line.unshift(Buffer.concat(early))
  line.off('readable', hold)
}

/** By the words of the library: its errors have no codes, and carry the password in their options. */
function socksFailure(message: string, { host, port }: TunnelTarget): ProxyFailure {
  const isAuth = /authentication failed|no accepted authentication/i.test(message)
  if (isAuth) return new ProxyFailure('PROXY_AUTH', unauthorised)
  const refusal = /rejected connection - (\w+)/.exec(message)
  return refusal
    ? new ProxyFailure('PROXY_REFUSED', `the proxy does not connect to ${host}:${port} and answers ${refusal[1]}`)
    : new ProxyFailure('PROXY_UNREACHABLE', `${unreachable}: ${message}`)
}
