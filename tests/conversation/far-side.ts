import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ConnectionId } from '@recado/contracts'
import type { AppOptions } from '../../core/src/app.ts'
import { testApp, type Person, type TestApp } from '../harness/app.ts'
import { hookPlugin, pluginFolder } from '../harness/plugin-folder.ts'
import type { TestTenant } from '../harness/tenants.ts'

export const signingSecret = 'a signing secret for tests'

/** What our side sent to the provider. */
export interface Delivered { readonly key: string; readonly chat: string; readonly texts: string[]; readonly attempt: number }
/** How the provider answers one send: a status, or `drop` to cut the line after having acted. */
type Reply = number | 'drop'

/** A provider of the fixture channel that speaks HTTP: signs its webhooks, keeps what it is sent, fails on demand. */
export interface FarSide {
  readonly url: string
  readonly delivered: Delivered[]
  /** Answers of the next sends, in order; after them it accepts. */
  readonly replies: Reply[]
  close(): Promise<void>
}

export async function farSide(): Promise<FarSide> {
  const delivered: Delivered[] = []
  const replies: Reply[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const body = Buffer.concat(pieces)
      if (request.headers['x-hook-signature'] !== createHmac('sha256', signingSecret).update(body).digest('hex')) return response.writeHead(401).end()
      const reply = replies.shift() ?? 200
      if (reply !== 200 && reply !== 'drop') return response.writeHead(reply, { 'retry-after': '1' }).end()
      const sent = JSON.parse(body.toString()) as Delivered
      delivered.push(sent)
      if (reply === 'drop') return response.destroy()
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ids: [`out-${sent.key}`] }))
    })
  })
  // On a busy machine a second is long: the connection must not end while a request is on its way.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`, delivered, replies,
    close: () => new Promise((resolve) => { server.closeAllConnections(); server.close(() => resolve()) }),
  }
}

export interface HookWorld extends TestApp { readonly far: FarSide; readonly channel: HookChannel; readonly otherChannel: HookChannel; /** One more connection of the fixture channel. */ connect(tenant: TestTenant): Promise<HookChannel> }

/** One company's connection of the fixture channel, seen from the provider. */
export class HookChannel {
  readonly connectionId: ConnectionId
  readonly url: string
  constructor(connectionId: ConnectionId, url: string) {
    this.connectionId = connectionId
    this.url = url
  }

  async post(events: readonly object[], options: { secret?: string; body?: string; headers?: Record<string, string> } = {}): Promise<number> {
    const body = options.body ?? JSON.stringify({ events })
    const response = await fetch(this.url, { method: 'POST', body, headers: { 'content-type': 'application/json', 'x-hook-signature': createHmac('sha256', options.secret ?? signingSecret).update(body).digest('hex'), ...options.headers } })
    await response.arrayBuffer()
    return response.status
  }

  say(from: string, text: string, extra: object = {}): Promise<number> {
    return this.post([{ type: 'message', id: randomUUID(), chat: from, from: { id: from, name: `Cliente ${from}` }, text, at: new Date().toISOString(), ...extra }])
  }
}

/** A node with the fixture channel, a connection of it in both companies, and its provider. */
export async function hookWorld(app: Partial<AppOptions> = {}): Promise<HookWorld> {
  const far = await farSide()
  const world = await testApp({ pluginFolders: [pluginFolder(hookPlugin)], app: { egress: { allow: ['127.0.0.0/8'] }, ...app } })
  const connect = async (tenant: TestTenant): Promise<HookChannel> => {
    const admin: Person = await world.signIn(tenant.admin)
    await admin.ok('PUT', '/api/plugins/hook', { enabled: true })
    const made = await admin.ok<{ id: ConnectionId }>('POST', '/whatsapp', { name: `Hook ${randomUUID()}`, type: 'hook', config: { target: far.url, signingSecret } })
    const [row] = await world.database.owner<{ hook_secret: string }[]>`select hook_secret from core.connection where id = ${made.id}`
    return new HookChannel(made.id, `${world.base}/hooks/hook/${made.id}/${row!.hook_secret}`)
  }
  const channel = await connect(world.a)
  const otherChannel = await connect(world.b)
  return Object.assign(world, { far, channel, otherChannel, connect, close: ((close) => async () => { await close(); await far.close() })(world.close) })
}
