import type * as SocketIo from 'socket.io-client'
import { expect, test, vi } from 'vitest'
import { LiveStream } from './live-stream.ts'

const opened = vi.hoisted((): SocketIo.Socket[] => [])
vi.mock('socket.io-client', async (original) => {
  const library = await original<typeof SocketIo>()
  return {
    ...library,
    io: (options: object) => opened[opened.push(library.io({ ...options, autoConnect: false })) - 1]!,
  }
})

test('S7-066 S7-067 S7-068 S7-069 S7-070 S9-006 the socket of the page is made with the product’s ways back', async () => {
  const stream = new LiveStream({
    tenantId: 'a',
    credentials: () => null,
    renew: async () => false,
    onSessionEnded: () => undefined,
    onConsentMissing: () => undefined,
    onEnrolmentMissing: () => undefined,
  })
  await stream.open()
  const { io } = opened[0]!
  expect([
    io.reconnection(),
    io.reconnectionAttempts(),
    io.reconnectionDelay(),
    io.reconnectionDelayMax(),
    io.timeout(),
  ]).toEqual([true, 10, 5_000, 10_000, 20_000])
  expect(io.opts.transports).toEqual(['websocket', 'polling'])
  stream.close()
})
