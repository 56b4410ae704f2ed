import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Refusal, type SocketSession, type SocketSpec } from '@recado/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod'
import { OpenSocket } from './open-socket.ts'
import { messageBurst, pingEveryMs, stallMs, strangerMs } from './socket-limits.ts'

const spec: SocketSpec = {
  path: '/live',
  summary: 'Says again what it hears',
  receives: z.object({ say: z.string() }),
  sends: z.object({ heard: z.string() }),
}
const server = createServer()
const sockets = new WebSocketServer({ server, maxPayload: 1_024 })
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  for (const client of sockets.clients) client.terminate()
  server.close()
})

interface Pair {
  readonly client: WebSocket
  /** The server's end of the line. */
  readonly wire: WebSocket
  readonly socket: OpenSocket
  /** What the client was told. */
  readonly heard: string[]
  /** Code and detail of the end, as the client has it. */
  readonly ended: Promise<string>
  say(...texts: string[]): void
}

async function pair(receive: SocketSession<{ say: string }>['receive'] = () => undefined): Promise<Pair> {
  const accepted = once(sockets, 'connection') as Promise<[WebSocket]>
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const heard: string[] = []
  client.on('message', (data) => heard.push((data as Buffer).toString()))
  const ended = once(client, 'close').then(([code, detail]) => `${code as number} ${(detail as Buffer).toString()}`)
  client.on('error', () => undefined)
  const [[wire]] = await Promise.all([accepted, once(client, 'open')])
  const socket = new OpenSocket(wire, spec)
  socket.begin({ receive: receive as SocketSession['receive'] }, (work) => work())
  return {
    client,
    wire,
    socket,
    heard,
    ended,
    say: (...texts) => {
      for (const text of texts) client.send(text)
    },
  }
}
const saying = (say: string): string => JSON.stringify({ say })

test('messages are received one at a time, in their order', async () => {
  const order: string[] = []
  const { say, client } = await pair(async ({ say: word }) => {
    order.push(`begin ${word}`)
    await new Promise((resolve) => setImmediate(resolve))
    order.push(`end ${word}`)
    if (word === 'c') client.close()
  })
  say(saying('a'), saying('b'), saying('c'))
  await once(client, 'close')
  expect(order).toEqual(['begin a', 'end a', 'begin b', 'end b', 'begin c', 'end c'])
})

test.each([
  ['a message that is no JSON', '{', '1007'],
  ['a message that does not match', '{"say":1}', '1007'],
  ['bytes', Buffer.from('{"say":"a"}'), '1003'],
  ['a message that is too long', saying('x'.repeat(2_000)), '1009'],
])('%s ends the socket, and none of it is received', async (_what, data, code) => {
  const received: string[] = []
  const { client, ended, socket } = await pair(({ say }) => void received.push(say))
  client.send(data)
  expect(await ended).toMatch(new RegExp(`^${code}`))
  expect(socket.signal.aborted).toBe(true)
  expect(received).toEqual([])
})

test('who says too much at once is hung up on', async () => {
  const { say, ended } = await pair()
  say(...Array.from({ length: messageBurst + 20 }, () => saying('a')))
  expect(await ended).toBe('1008 too many messages')
})

test('a client is not read while its messages wait', async () => {
  let go = (): void => undefined
  const gate = new Promise<void>((resolve) => (go = resolve))
  const received: string[] = []
  const { say, socket, client } = await pair(async ({ say: word }) => {
    await gate
    received.push(word)
    if (received.length === 40) socket.face.close()
  })
  say(...Array.from({ length: 40 }, (_, index) => saying(String(index))))
  await new Promise((resolve) => setImmediate(resolve))
  expect(received).toEqual([])
  go()
  await once(client, 'close')
  expect(received).toEqual(Array.from({ length: 40 }, (_, index) => String(index)))
})

test('what the code refuses ends the socket with the code, what it breaks on without a word', async () => {
  const refusing = await pair(() => {
    throw new Refusal('ERR_TOO_MANY_STREAMS', { retryAfterSeconds: 30 })
  })
  refusing.say(saying('a'))
  expect(await refusing.ended).toBe('1008 ERR_TOO_MANY_STREAMS')
  const breaking = await pair(() => {
    throw new Error('secret')
  })
  breaking.say(saying('a'))
  expect(await breaking.ended).toBe('1011 ')
})

test('only what the socket sends by its schema is sent, and nothing after its end', async () => {
  const { socket, client, heard } = await pair()
  expect(() => socket.face.send({ said: 'a' })).toThrow(/does not match its schema/)
  socket.face.send({ heard: 'a' })
  socket.face.close()
  socket.face.send({ heard: 'b' })
  await once(client, 'close')
  expect(heard).toEqual(['{"heard":"a"}'])
})

test('who shows no pass in time is hung up on; who did stays', async () => {
  const stranger = await pair()
  stranger.socket.look(performance.now() + strangerMs)
  expect(await stranger.ended).toBe('1008 no pass')
  const guest = await pair()
  guest.socket.passed()
  guest.socket.look(performance.now() + strangerMs)
  expect(guest.client.readyState).toBe(guest.client.OPEN)
})

test('a client that does not answer is hung up on; one that answers stays', async () => {
  const there = await pair()
  there.socket.passed()
  there.socket.look(performance.now() + pingEveryMs)
  await once(there.wire, 'pong')
  there.socket.look(performance.now() + 2 * pingEveryMs)
  expect(there.socket.signal.aborted).toBe(false)
  const gone = await pair()
  gone.socket.passed()
  gone.client.pause()
  gone.socket.look(performance.now() + pingEveryMs)
  expect(gone.socket.signal.aborted).toBe(false)
  gone.socket.look(performance.now() + 2 * pingEveryMs)
  expect(gone.socket.signal.aborted).toBe(true)
})

test('a client that takes nothing is hung up on, by what waits for it or by its time', async () => {
  const { socket, client } = await pair()
  socket.passed()
  client.pause()
  const news = { heard: 'x'.repeat(100_000) }
  for (let count = 0; count < 400 && !socket.signal.aborted; count++) socket.face.send(news)
  expect(socket.signal.aborted, 'after forty megabytes').toBe(true)

  const slow = await pair()
  slow.socket.passed()
  slow.client.pause()
  // More than the system takes for a client that does not read.
  while (slow.wire.bufferedAmount === 0) {
    slow.socket.face.send({ heard: 'x'.repeat(20_000) })
    await new Promise((resolve) => setImmediate(resolve))
  }
  const now = performance.now()
  slow.socket.look(now)
  expect(slow.socket.signal.aborted).toBe(false)
  slow.socket.look(now + stallMs)
  expect(slow.socket.signal.aborted).toBe(true)
})

test('what is repeated goes out until the end', async () => {
  const { socket, heard, client } = await pair()
  socket.face.repeat(5, () => ({ heard: 'again' }))
  await once(client, 'message')
  await once(client, 'message')
  socket.face.close()
  await once(client, 'close')
  const count = heard.length
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(heard.length).toBe(count)
  expect(new Set(heard)).toEqual(new Set(['{"heard":"again"}']))
})
