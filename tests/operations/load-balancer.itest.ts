import { createServer, get, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { Agent, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { LoginResult, SessionInfo } from '@recado/contracts'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseTrustedProxies } from '../../core/src/base/trusted-proxies.ts'
import { eventually, password, testApp, type TestApp } from '../harness/app.ts'
import type { TestUser } from '../harness/tenants.ts'
import { balancer, hasBalancers, programs, type Balancer, type Program } from './balancers.ts'

/*
 * The configurations of docs/operations/load-balancer.md, each before a node of the product and a stand-in for a second
 * one, which says what a node says and can be told to fail. Node 1 of the page is the stand-in.
 */

const names = Object.keys(programs) as Program[]
/** Those that ask for /readyz. */
const checking = ['haproxy', 'caddy'] as const
/** Callers have another address than the balancers, which the node trusts. */
const caller = '127.0.0.2'
/** What a check that has failed twice, one second apart, takes, and what a busy machine adds. */
const leftOutWithinMs = 3_000 + 2_000
const uploadBytes = 50_000_000

/** A comment now and then, as a node sends them. */
function stream(outgoing: ServerResponse): void {
  const comment = (): void => void outgoing.write(': comment\n\n')
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
  comment()
  const timer = setInterval(comment, 200)
  outgoing.once('close', () => clearInterval(timer))
}

class StandIn {
  isReady = true
  readonly received: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = []
  readonly #server: Server

  constructor() {
    this.#server = createServer((incoming, outgoing) => {
      const path = incoming.url!
      if (path === '/readyz') return outgoing.writeHead(this.isReady ? 200 : 503).end()
      this.received.push({ path, headers: incoming.headers })
      if (path.startsWith('/cut')) return incoming.socket.destroy()
      if (path === '/stream') return stream(outgoing)
      let bytes = 0
      incoming.on('data', (piece: Buffer) => {
        bytes += piece.length
      })
      return incoming.on('end', () => outgoing.setHeader('x-node', 'stand-in').end(String(bytes)))
    })
  }

  listen(port = 0): Promise<number> {
    return new Promise((resolve) => {
      this.#server.listen(port, '127.0.0.1', () => resolve((this.#server.address() as AddressInfo).port))
    })
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }
}

interface Told {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}
interface Asked {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string | Buffer
  readonly firstPiece?: boolean
}

describe.runIf(process.platform === 'linux' && hasBalancers())('load balancers', () => {
  let world: TestApp
  const standIn = new StandIn()
  const balancers = {} as Record<Program, Balancer>
  const sockets = {} as Record<Program, { readonly socket: Socket; readonly pinged: Promise<void> }>
  const users = (): Record<Program, TestUser> => ({
    nginx: world.a.user,
    haproxy: world.a.colleague,
    caddy: world.a.supervisor,
  })

  /** A request on a connection of its own. With `firstPiece` it resolves at the first bytes of the body. */
  const ask = (program: Program, path: string, asked: Asked = {}): Promise<Told> =>
    new Promise((resolve, reject) => {
      const { method = 'GET', headers = {}, body, firstPiece = false } = asked
      const agent = new Agent({ localAddress: caller, rejectUnauthorized: false })
      const url = `https://localhost:${balancers[program].https}${path}`
      const outgoing = request(url, { agent, family: 4, method, headers }, (answer) => {
        let text = ''
        const tell = (): void => resolve({ status: answer.statusCode!, headers: answer.headers, body: text })
        answer.on('data', (piece: Buffer) => {
          text += piece
          if (!firstPiece) return
          tell()
          outgoing.destroy()
        })
        answer.on('end', tell).on('error', reject)
      })
      outgoing.on('error', reject).end(body)
    })
  const isFromStandIn = async (program: Program): Promise<boolean> => {
    const { status, headers } = await ask(program, '/livez')
    expect(status).toBe(200)
    return headers['x-node'] === 'stand-in'
  }
  /** Resolves when a request comes to the stand-in. */
  const atStandIn = (program: Program): Promise<unknown> => eventually(() => isFromStandIn(program))
  /** At the same moment: those that choose by open connections send one after the other to the same node. */
  const whoAnswer = async (program: Program): Promise<Set<boolean>> =>
    new Set(await Promise.all(Array.from({ length: 12 }, () => isFromStandIn(program))))
  /** How long it takes until no request comes to whom it should not come any more. */
  const msUntilOnly = async (program: Program, standInAnswers: boolean): Promise<number> => {
    const began = performance.now()
    let ms = 0
    for (let right = 0; right < 12;) {
      const isRight = (await isFromStandIn(program)) === standInAnswers
      right = isRight ? right + 1 : 0
      if (!isRight) ms = performance.now() - began
    }
    return ms
  }

  beforeAll(async () => {
    world = await testApp({ pluginFolders: [], app: { trustedProxies: parseTrustedProxies('127.0.0.1')! } })
    const nodes = [await standIn.listen(), Number(new URL(world.base).port)] as const
    standIn.isReady = false
    for (const name of names) balancers[name] = await balancer(name, nodes)
    balancers.nginx.type('# Takes node 1 out')
    for (const name of names) await msUntilOnly(name, false)
  })
  afterAll(async () => {
    for (const { socket } of Object.values(sockets)) socket.disconnect()
    for (const each of Object.values(balancers)) await each[Symbol.asyncDispose]()
    await world.close()
    await standIn.close()
  })

  it.each(names)('%s tells the node who calls, whatever the caller says', async (name) => {
    const forged = { 'x-forwarded-for': '203.0.113.9', 'content-type': 'application/json' }
    const credentials = JSON.stringify({ email: users()[name].email, password })
    const login = await ask(name, '/auth/login/', { method: 'POST', headers: forged, body: credentials })
    expect(login.status).toBe(200)
    const { token, sessionId } = JSON.parse(login.body) as LoginResult
    const headers = { authorization: `Bearer ${token}`, sessionid: sessionId, ...forged }
    const { body } = await ask(name, '/auth/sessions', { headers })
    expect((JSON.parse(body) as SessionInfo[]).map(({ ip }) => ip)).toEqual([caller])

    const socket = io(`https://localhost:${balancers[name].https}`, {
      auth: { token, sessionid: sessionId },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      rejectUnauthorized: false,
    })
    await new Promise<void>((resolve, reject) => {
      socket.once('stream:hello', () => resolve()).once('connect_error', reject)
    })
    sockets[name] = {
      socket,
      pinged: new Promise((resolve) => {
        socket.io.once('ping', () => resolve())
      }),
    }
  })

  describe.each(names)('%s', (name) => {
    beforeAll(() => {
      if (name === 'nginx') balancers.nginx.type('# Puts node 1 in again')
      standIn.isReady = true
    })

    it('passes requests on to both nodes', async () => {
      await eventually(
        () => whoAnswer(name),
        ({ size }) => size === 2,
      )
      expect(standIn.received.at(-1)!.headers['x-forwarded-for']).toBe(caller)
    })

    it('sends plain HTTP on to TLS', async () => {
      const answer = await new Promise<IncomingHttpHeaders>((resolve, reject) => {
        const url = `http://127.0.0.1:${balancers[name].http}/sign-in`
        get(url, { headers: { host: 'localhost' } }, ({ headers }) => resolve(headers)).on('error', reject)
      })
      expect(answer.location).toMatch(/^https:\/\/localhost(:\d+)?\/sign-in$/)
    })

    it('takes a file of 50 MB', async () => {
      const body = Buffer.alloc(uploadBytes)
      const headers = { 'content-length': String(uploadBytes) }
      const sent = () => ask(name, '/upload', { method: 'POST', body, headers })
      const { body: received } = await eventually(sent, (told) => told.headers['x-node'] === 'stand-in')
      expect(received).toBe(String(uploadBytes))
    })

    it('hands on what is streamed as it comes', async () => {
      const streamed = () => ask(name, '/stream', { firstPiece: true })
      const { body } = await eventually(streamed, ({ status }) => status === 200)
      expect(body).toBe(': comment\n\n')
    })

    it('reads its configuration with stickiness', () => {
      expect(() => balancers[name].checkSticky()).not.toThrow()
    })
  })

  /** Status of a request whose connection the stand-in cut; the node of the product answers 404 to it. */
  const cut = async (name: Program, method: string): Promise<number> => {
    const path = `/cut/${name}`
    const arrived = (): number => standIn.received.filter((one) => one.path === path).length
    await atStandIn(name)
    for (const before = arrived(); ;) {
      const { status } = await ask(name, path, { method, ...(method !== 'GET' && { body: '{}' }) })
      if (arrived() > before) return status
    }
  }
  it.each([
    ['POST', [502, 502, 502]],
    ['PUT', [404, 502, 502]],
    ['GET', [404, 502, 404]],
  ] as const)('%s is sent again, after a node died under it, only where the page says so', async (method, expected) => {
    expect(await Promise.all(names.map((name) => cut(name, method)))).toEqual(expected)
  })

  it('nginx takes a node out and puts it in again by the commands of the page', async () => {
    balancers.nginx.type('# Takes node 1 out')
    expect(await msUntilOnly('nginx', false)).toBeLessThan(leftOutWithinMs)
    balancers.nginx.type('# Puts node 1 in again')
    await atStandIn('nginx')
    balancers.nginx.type('# Takes node 1 out')
    expect(await msUntilOnly('nginx', false)).toBeLessThan(leftOutWithinMs)
  })

  it.each(checking)('%s leaves a node out that says 503, and takes it when it is ready', async (name) => {
    standIn.isReady = false
    expect(await msUntilOnly(name, false)).toBeLessThan(leftOutWithinMs)
    standIn.isReady = true
    await atStandIn(name)
    standIn.isReady = false
    expect(await msUntilOnly(name, false)).toBeLessThan(leftOutWithinMs)
  })

  it.each(names)('%s keeps a WebSocket open over the silence until the ping of the node', async (name) => {
    await sockets[name].pinged
    expect(sockets[name].socket.connected).toBe(true)
  })

  it('a node of the product that stops gets nothing new, and nothing is lost with it', async () => {
    standIn.isReady = true
    balancers.nginx.type('# Puts node 1 in again')
    for (const name of names) await atStandIn(name)
    let end = (): void => undefined
    const stopping = world.app.close(
      new Promise((resolve) => {
        end = resolve
      }),
    )
    for (const name of checking) expect(await msUntilOnly(name, true)).toBeLessThan(leftOutWithinMs)
    end()
    await stopping
    for (const name of names) expect(await whoAnswer(name), name).toEqual(new Set([true]))
  })
})
