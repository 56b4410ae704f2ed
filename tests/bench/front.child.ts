import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { defineRoute, type Logger } from '@recado/contracts'
import { Hono } from 'hono'
import * as z from 'zod'
import { hookRoutes } from '../../core/src/channels/hooks.routes.ts'
import type { KnownConnection } from '../../core/src/channels/connection-directory.ts'
import { listen } from '../../core/src/http/listen.ts'
import { createRateLimiter } from '../../core/src/http/rate.ts'
import { bindRoute } from '../../core/src/http/route.ts'
import { createHttp } from '../../core/src/http/server.ts'
import { createMetrics } from '../../core/src/observability/metrics.ts'
import hook from '../plugins/hook/src/server.ts'
import { benchId } from './cluster.ts'
import { hookSecret, signingSecret } from './companies.ts'
import { serve } from './serve.ts'

/** Ports of the servers that answer the same question with more and with less around it. */
export interface FrontReady {
  readonly bare: number
  readonly hono: number
  readonly product: number
}

const quiet: Logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const greeting = { hello: 'world', at: 1 }

const start = async (listener: RequestListener): Promise<Server> => {
  const server = createServer({ keepAliveTimeout: 65_000 }, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
const portOf = (server: Server): number => (server.address() as AddressInfo).port

const bare = await start((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(greeting))
})
const echo = new Hono()
echo.get('/echo', (c) => c.json(greeting))
echo.post('/echo', async (c) => c.json(await c.req.json()))
const hono = await start(getRequestListener(echo.fetch))

const implementation = hook.implementation.channels['hook']!
const connection = {
  id: benchId('connection', 1),
  connectionId: benchId('connection', 1),
  tenantId: benchId('tenant', 1),
  plugin: 'hook',
  type: 'hook',
  hookSecret,
  active: true,
  channel: { implementation },
  identityKind: 'hook',
  normalise: (value: string) => value,
} as unknown as KnownConnection
const context = { secrets: { get: async () => signingSecret } }
const http = createHttp({
  log: quiet,
  metrics: createMetrics(),
  authenticator: { authenticate: () => Promise.reject(new Error('nobody signs in here')) },
  permits: () => true,
  rate: createRateLimiter({ read: {}, write: {}, search: {}, upload: {}, auth: {}, webhook: {}, visitor: {} }),
  config: { publicUrl: undefined },
})
http.setRoutes([
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/echo',
      summary: 'Echo',
      access: { kind: 'public' },
      rate: 'read',
      response: z.object({ hello: z.string(), at: z.int() }),
    }),
    () => greeting,
  ),
  ...hookRoutes({
    directory: { find: async () => connection, context: () => context } as never,
    channels: { usable: async () => true } as never,
    inbound: { accept: async () => undefined, sweepEarly: async () => undefined, check: async () => undefined },
  }),
])
const product = await listen(http, { host: '127.0.0.1', port: 0 })

serve({ bare: portOf(bare), hono: portOf(hono), product: product.port } satisfies FrontReady, async () => undefined)
