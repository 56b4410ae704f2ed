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
export interface Delivered {
  readonly key: string
  readonly chat: string
  readonly texts: string[]
  readonly kinds: string[]
  readonly attempt: number
}
/** What our side asked the provider to do to a message. */
export interface Acted {
  readonly act: 'edit' | 'delete' | 'react'
  readonly chat: string
  readonly id: string
  readonly texts?: string[]
  readonly emoji?: string | null
}
/** How the provider answers one send: a status, or `drop` to cut the line after having acted. */
type Reply = number | 'drop'

/** A provider of the fixture channel that speaks HTTP: signs its webhooks, keeps what it is sent, fails on demand. */
export interface FarSide {
  readonly url: string
  readonly delivered: Delivered[]
  readonly acted: Acted[]
  /** Both, in the order in which they came. */
  readonly received: (Delivered | Acted)[]
  /** Answers of the next sends and acts, in order; after them it accepts. */
  readonly replies: Reply[]
  /** Messages that the next send becomes at the provider. */
  pieces: number
  close(): Promise<void>
}

export async function farSide(): Promise<FarSide> {
  const delivered: Delivered[] = []
  const acted: Acted[] = []
  const received: (Delivered | Acted)[] = []
  const replies: Reply[] = []
  const side = { pieces: 1 }
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const body = Buffer.concat(pieces)
      if (request.headers['x-hook-signature'] !== createHmac('sha256', signingSecret).update(body).digest('hex'))
        return response.writeHead(401).end()
      const reply = replies.shift() ?? 200
      if (reply !== 200 && reply !== 'drop') return response.writeHead(reply, { 'retry-after': '1' }).end()
      const order = JSON.parse(body.toString()) as Delivered | Acted
      received.push(order)
      if ('act' in order) acted.push(order)
      else delivered.push(order)
      if (reply === 'drop') return response.destroy()
      if ('act' in order) return response.writeHead(204).end()
      const further = Array.from({ length: side.pieces - 1 }, (_, index) => `out-${order.key}/${index + 1}`)
      side.pieces = 1
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ids: [`out-${order.key}`, ...further] }))
    })
  })
  // On a busy machine a second is long: the connection must not end while a request is on its way.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(side, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`,
    delivered,
    acted,
    received,
    replies,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  })
}

export interface HookWorld extends TestApp {
  readonly far: FarSide
  readonly channel: HookChannel
  readonly otherChannel: HookChannel
  /**
   * One more connection of a company, of either type of the fixture plugin; `admin` is signed in when absent, which
   * ends their other session.
   */
  connect(tenant: TestTenant, type?: 'hook' | 'hook-windowed', admin?: Person): Promise<HookChannel>
}

/** One company's connection of the fixture channel, seen from the provider. */
export class HookChannel {
  readonly connectionId: ConnectionId
  readonly url: string
  constructor(connectionId: ConnectionId, url: string) {
    this.connectionId = connectionId
    this.url = url
  }

  async post(
    events: readonly object[],
    options: { secret?: string; body?: string; headers?: Record<string, string> } = {},
  ): Promise<number> {
    const body = options.body ?? JSON.stringify({ events })
    const response = await fetch(this.url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-hook-signature': createHmac('sha256', options.secret ?? signingSecret)
          .update(body)
          .digest('hex'),
        ...options.headers,
      },
    })
    await response.arrayBuffer()
    return response.status
  }

  say(from: string, text: string, extra: object = {}): Promise<number> {
    return this.post([
      {
        type: 'message',
        id: randomUUID(),
        chat: from,
        from: { id: from, name: `Cliente ${from}` },
        text,
        at: new Date().toISOString(),
        ...extra,
      },
    ])
  }
}

/**
 * A node with the fixture channel, a connection of it in both companies, and its provider; with more plugins where
 * `folders` names some.
 */
export async function hookWorld(app: Partial<AppOptions> = {}, folders: readonly string[] = []): Promise<HookWorld> {
  const far = await farSide()
  const world = await testApp({
    pluginFolders: [pluginFolder(hookPlugin), ...folders],
    app: { egress: { allow: ['127.0.0.0/8'] }, ...app },
  })
  const connect: HookWorld['connect'] = async (tenant, type = 'hook', given) => {
    const admin = given ?? (await world.signIn(tenant.admin))
    await admin.ok('PUT', '/api/plugins/hook', { enabled: true })
    const made = await admin.ok<{ id: ConnectionId }>('POST', '/whatsapp', {
      name: `Hook ${randomUUID()}`,
      type,
      config: { target: far.url, signingSecret },
    })
    const [row] = await world.database.owner<
      { hook_secret: string }[]
    >`select hook_secret from core.connection where id = ${made.id}`
    return new HookChannel(made.id, `${world.base}/hooks/hook/${made.id}/${row!.hook_secret}`)
  }
  const channel = await connect(world.a)
  const otherChannel = await connect(world.b)
  return Object.assign(world, {
    far,
    channel,
    otherChannel,
    connect,
    close: ((close) => async () => {
      await close()
      await far.close()
    })(world.close),
  })
}
