import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect, createServer } from 'node:net'
import { promisify } from 'node:util'
import { defineRoute } from '@recado/contracts'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { listeningRig, rig } from './http.rig.ts'
import { listen } from './listen.ts'
import { bindRoute } from './route.ts'

const route = (path: `/${string}`, handle: (signal: AbortSignal) => Promise<{ ok: boolean }>) =>
  bindRoute(
    defineRoute({
      method: 'GET',
      path,
      summary: 'Test',
      access: { kind: 'public' },
      rate: 'read',
      response: z.object({ ok: z.boolean() }),
    }),
    ({ signal }) => handle(signal),
  )

describe('the listener', () => {
  it('lets running requests end, takes no new ones, and ends streams', async () => {
    const entered = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const slow = route('/slow', async () => {
      entered.resolve()
      await release.promise
      return { ok: true }
    })
    const events = bindRoute(
      defineRoute({
        method: 'GET',
        path: '/events',
        summary: 'Test',
        access: { kind: 'public' },
        rate: 'read',
        response: 'stream',
      }),
      async function* ({ signal }) {
        yield { data: 1 }
        await once(signal, 'abort')
      },
    )
    const server = await listeningRig([slow, events])
    const running = fetch(`${server.address}/slow`)
    await entered.promise
    const stream = await fetch(`${server.address}/events`)
    const closing = server.listener.close(10_000)
    expect(await stream.text()).toContain('data: 1')
    await expect(fetch(`${server.address}/slow`)).rejects.toThrow()
    release.resolve()
    expect(await (await running).json()).toEqual({ ok: true })
    await closing
  })

  it('cuts what does not end in time', async () => {
    const entered = Promise.withResolvers<void>()
    const stuck = route('/stuck', () => {
      entered.resolve()
      return new Promise(() => undefined)
    })
    const server = await listeningRig([stuck])
    const running = fetch(`${server.address}/stuck`).catch(() => 'cut')
    await entered.promise
    await server.listener.close(50)
    expect(await running).toBe('cut')
  })

  it('cuts sockets that it was upgraded to, whose clients do not hang up', async () => {
    const server = await listeningRig([])
    server.listener.server.on('upgrade', (_request, socket) => {
      socket.on('error', () => undefined)
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: test\r\n\r\n')
    })
    const client = connect(server.listener.port, '127.0.0.1')
    client.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: test\r\n\r\n')
    await once(client, 'data')
    const closed = once(client, 'close')
    const open = (): Promise<number> => promisify(server.listener.server.getConnections.bind(server.listener.server))()
    expect(await open()).toBe(1)
    await server.listener.close(50)
    await closed
    expect(await open()).toBe(0)
  })

  it('serves on while it drains, and tells who keeps a connection that it ends', async () => {
    const server = await listeningRig([route('/quick', async () => ({ ok: true }))])
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = (): Promise<string> =>
      new Promise((resolve, reject) => {
        get(`${server.address}/quick`, { agent }, (response) => {
          const { statusCode, headers } = response
          response.resume().once('end', () => resolve(`${statusCode} ${headers.connection}`))
        }).once('error', reject)
      })
    expect(await ask()).toBe('200 keep-alive')
    server.listener.drain()
    // Once on the connection that was kept, and once on a new one.
    expect(await ask()).toBe('200 close')
    expect(await ask()).toBe('200 close')
    agent.destroy()
    await server.close()
  })

  it('tells a handler that its caller has left', async () => {
    const entered = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    const waiting = route('/waiting', async (signal) => {
      signal.addEventListener('abort', () => left.resolve())
      entered.resolve()
      await left.promise
      return { ok: false }
    })
    const server = await listeningRig([waiting])
    const caller = new AbortController()
    const call = fetch(`${server.address}/waiting`, { signal: caller.signal }).catch(() => undefined)
    await entered.promise
    caller.abort()
    await expect(left.promise).resolves.toBeUndefined()
    await call
    await server.close()
  })

  it('logs no failure of a request that its caller broke off, and one of a request that fails', async () => {
    const entered = Promise.withResolvers<void>()
    const statuses: number[] = []
    const ended = Promise.withResolvers<void>()
    const waiting = route('/waiting', async (signal) => {
      const left = once(signal, 'abort')
      entered.resolve()
      await left
      throw signal.reason
    })
    const failing = route('/failing', () => Promise.reject(new Error('broken')))
    const request = (_method: string, _route: string, status: number): void => {
      statuses.push(status)
      ended.resolve()
    }
    const server = await listeningRig([waiting, failing], { metrics: { request } })
    const caller = new AbortController()
    const call = fetch(`${server.address}/waiting`, { signal: caller.signal }).catch(() => undefined)
    await entered.promise
    caller.abort()
    await call
    await ended.promise
    expect([statuses, server.logged]).toEqual([[499], []])
    expect((await fetch(`${server.address}/failing`)).status).toBe(500)
    expect(server.logged).toHaveLength(1)
    await server.close()
  })

  it('says when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    await expect(listen(rig([]).http, { host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    other.close()
  })
})
