import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { given, serve } from './serve.ts'

/** A bare Hono that answers every path with one page, as a limit of what a page can cost. */
const { page } = given<{ readonly page: string }>()
const app = new Hono()
app.get('*', (c) => c.html(page))
const server = createServer({ keepAliveTimeout: 65_000 }, getRequestListener(app.fetch))
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
serve({ port: (server.address() as AddressInfo).port }, async () => void server.close())
