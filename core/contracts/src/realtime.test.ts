import { expect, test } from 'vitest'
import { socketReconnection } from './realtime.ts'

test('S7-066 S7-067 S7-068 S7-069 S7-070 S9-006 a socket comes back in ten attempts, 5 to 10 s apart, by websocket and then by polling', () => {
  expect(socketReconnection).toEqual({ attempts: 10, delay: 5_000, delayMax: 10_000, timeout: 20_000, transports: ['websocket', 'polling'] })
})
