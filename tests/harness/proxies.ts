import { createServer as createHttpServer, request as httpRequest, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'

/** Rules of a test's proxy: its credentials, and the targets of names. */
export interface ProxyRules {
  /** Both are demanded where they are given. */
  readonly user?: string
  readonly password?: string
  /** Targets as `host:port` that it does not connect to. */
  readonly refuses?: (target: string) => boolean
  /** Ports of this machine that targets lead to instead of their own. */
  readonly leads?: Readonly<Record<string, number>>
}

/** A running proxy on this machine. Every name resolves to 127.0.0.1. */
export interface RunningProxy extends AsyncDisposable {
  readonly port: number
  /** Targets that it was asked for, as `host:port`, and what it said. */
  readonly asked: { readonly target: string; readonly answer: 'connected' | 'refused' | 'unauthorised' }[]
  /** From now on. */
  rules: ProxyRules
  close(): Promise<void>
}

const here = (host: string): string => (/^[\d.]+$|:/.test(host) ? host : '127.0.0.1')

/** Key and certificate as PEM. */
export interface Certificate {
  readonly key: string
  readonly cert: string
}

/** HTTP/1.1, with a certificate inside TLS: CONNECT for tunnels, whole addresses for requests. */
export async function httpProxy(rules: ProxyRules = {}, certificate?: Certificate): Promise<RunningProxy> {
  const asked: RunningProxy['asked'] = []
  const judge = (target: string, authorization: string | undefined): 'connected' | 'refused' | 'unauthorised' => {
    const { user, password, refuses } = proxy.rules
    const token = Buffer.from(`${user}:${password ?? ''}`).toString('base64')
    const isKnown = user === undefined || authorization === `Basic ${token}`
    const answer = !isKnown ? 'unauthorised' : refuses?.(target) ? 'refused' : 'connected'
    asked.push({ target, answer })
    return answer
  }
  const forward: RequestListener = (incoming, outgoing) => {
    const url = new URL(incoming.url!)
    const answer = judge(url.host, incoming.headers['proxy-authorization'])
    if (answer !== 'connected') return outgoing.writeHead(answer === 'refused' ? 403 : 407).end()
    const { method, headers } = incoming
    const to = { host: here(url.hostname), port: url.port, path: url.pathname + url.search, method, headers }
    const passed = httpRequest(to, (response) => {
      outgoing.writeHead(response.statusCode!, response.headers)
      response.pipe(outgoing)
    })
    incoming.pipe(passed.on('error', () => outgoing.writeHead(502).end()))
    return undefined
  }
  const server = certificate ? createHttpsServer(certificate, forward) : createHttpServer(forward)
  server.on('connect', (incoming, socket: Socket, head: Buffer) => {
    const target = incoming.url!
    const answer = judge(target, incoming.headers['proxy-authorization'])
    const say = (status: string): void => {
      socket.write(`HTTP/1.1 ${status}\r\n\r\n`)
    }
    if (answer !== 'connected') {
      say(answer === 'refused' ? '403 Forbidden' : '407 Proxy Authentication Required')
      return socket.end()
    }
    const { hostname, port } = new URL(`tcp://${target}`)
    const lead = proxy.rules.leads?.[target] ?? Number(port)
    return join(
      socket,
      hostname,
      lead,
      () => say('200 Connection established'),
      () => say('502 Bad Gateway'),
      head,
    )
  })
  const proxy = await running(server, asked, rules)
  return proxy
}

/** SOCKS 5 (RFC 1928, 1929): CONNECT to names and IPv4 addresses. */
export async function socksProxy(rules: ProxyRules = {}): Promise<RunningProxy> {
  const asked: RunningProxy['asked'] = []
  const server = createServer((socket) => {
    void (async () => {
      const read = reader(socket)
      const [, methods] = await read(2)
      const offered = await read(methods!)
      const { user, password, refuses } = proxy.rules
      const wanted = user === undefined ? 0 : 2
      if (!offered.includes(wanted)) {
        asked.push({ target: '', answer: 'unauthorised' })
        return socket.end(Buffer.from([5, 0xff]))
      }
      socket.write(Buffer.from([5, wanted]))
      if (user !== undefined) {
        const name = (await read((await read(2))[1]!)).toString()
        const isKnown = (await read((await read(1))[0]!)).toString() === password && name === user
        socket.write(Buffer.from([1, isKnown ? 0 : 1]))
        if (!isKnown) return asked.push({ target: '', answer: 'unauthorised' })
      }
      const kind = (await read(4))[3]!
      const host = kind === 3 ? (await read((await read(1))[0]!)).toString() : [...(await read(4))].join('.')
      const port = (await read(2)).readUInt16BE()
      const target = `${host}:${port}`
      const answer = refuses?.(target) ? 'refused' : 'connected'
      asked.push({ target, answer })
      const reply = (code: number): void => {
        socket.write(Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]))
      }
      if (answer === 'refused') return reply(2)
      return join(
        socket,
        host,
        proxy.rules.leads?.[target] ?? port,
        () => reply(0),
        () => reply(5),
        read.rest(),
      )
    })().catch(() => socket.destroy())
  })
  const proxy = await running(server, asked, rules)
  return proxy
}

/** Connects both ends, telling the client first. */
function join(client: Socket, host: string, port: number, opened: () => void, failed: () => void, head: Buffer): void {
  const target = connect(port, here(host))
  let isOpen = false
  target.once('connect', () => {
    isOpen = true
    opened()
    target.write(head)
    client.pipe(target)
    target.pipe(client)
  })
  target.on('error', () => (isOpen ? client.destroy() : failed()))
  client.on('error', () => target.destroy()).on('close', () => target.destroy())
}

/** Reads so many bytes of what a socket brings, in order. */
function reader(socket: Socket): ((bytes: number) => Promise<Buffer>) & { rest(): Buffer } {
  let held = Buffer.alloc(0)
  let wake: () => void = () => undefined
  const take = (chunk: Buffer): void => {
    held = Buffer.concat([held, chunk])
    wake()
  }
  socket.on('data', take)
  const read = async (bytes: number): Promise<Buffer> => {
    while (held.length < bytes)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    const [piece, left] = [held.subarray(0, bytes), held.subarray(bytes)]
    held = left
    return piece
  }
  return Object.assign(read, {
    rest: () => {
      socket.off('data', take)
      return held
    },
  })
}

async function running(server: Server, asked: RunningProxy['asked'], rules: ProxyRules): Promise<RunningProxy> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined))
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
  }
  return { port: (server.address() as AddressInfo).port, asked, rules, close, [Symbol.asyncDispose]: close }
}
