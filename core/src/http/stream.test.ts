import { once } from 'node:events'
import { defineRoute, Refusal, type StreamEvent } from '@recado/contracts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { listeningRig } from './http.rig.ts'
import { bindRoute } from './route.ts'
import { encodeEvent, eventStream } from './stream.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(open.splice(0).map((server) => server.close()))
})

const streaming = (source: (signal: AbortSignal, lastEventId: string | undefined) => AsyncIterable<StreamEvent>) =>
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/events',
      summary: 'Events',
      access: { kind: 'public' },
      rate: 'read',
      response: 'stream',
    }),
    ({ signal, lastEventId }) => source(signal, lastEventId),
  )

async function serve(source: Parameters<typeof streaming>[0]) {
  const server = await listeningRig([streaming(source)])
  open.push(server)
  return server
}

describe('server-sent events', () => {
  it('carry id, name and data, and hand back the last id', async () => {
    const server = await serve(async function* (_signal, lastEventId) {
      yield { id: '1', event: 'message', data: { text: 'a\nb', last: lastEventId } }
      yield { data: 2 }
    })
    const response = await fetch(`${server.address}/events`, { headers: { 'last-event-id': '41' } })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(await response.text()).toBe(
      'retry: 3000\n\nid: 1\nevent: message\ndata: {"text":"a\\nb","last":"41"}\n\ndata: 2\n\n',
    )
  })

  it('cannot be broken by what an id or a name contains', () => {
    expect(encodeEvent({ id: '1\ndata: x', event: 'a\r\nb', data: null })).toBe('id: 1\nevent: a\ndata: null\n\n')
  })

  it('end their source when the client leaves', async () => {
    const left = Promise.withResolvers<void>()
    const server = await serve(async function* (signal) {
      try {
        yield { data: 'first' }
        await once(signal, 'abort')
      } finally {
        left.resolve()
      }
    })
    const client = new AbortController()
    const response = await fetch(`${server.address}/events`, { signal: client.signal })
    await response.body!.getReader().read()
    client.abort()
    await expect(left.promise).resolves.toBeUndefined()
  })

  it('end when the server stops', async () => {
    const server = await serve(async function* (signal) {
      yield { data: 'first' }
      await once(signal, 'abort')
    })
    const response = await fetch(`${server.address}/events`)
    const text = response.text()
    server.http.stop()
    expect(await text).toContain('data: "first"')
  })

  it('say which refusal ended them, and no more than the code', async () => {
    const server = await serve(async function* () {
      yield { data: 1 }
      throw new Refusal('ERR_SESSION_ENDED', { detail: 'why' })
    })
    expect(await (await fetch(`${server.address}/events`)).text()).toMatch(
      /event: error\ndata: {"error":"ERR_SESSION_ENDED"}\n\n$/,
    )
  })

  it('keep the line open while nothing happens', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const stop = new AbortController()
    const quiet = {
      [Symbol.asyncIterator]: () => ({ next: () => new Promise<IteratorResult<StreamEvent>>(() => undefined) }),
    }
    const reader = eventStream(quiet, stop.signal, () => 'ERR_INTERNAL').getReader()
    const read = async () => Buffer.from((await reader.read()).value ?? []).toString()
    expect(await read()).toBe('retry: 3000\n\n')
    const beat = read()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await beat).toBe(': alive\n\n')
    stop.abort()
    expect((await reader.read()).done).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })
})
