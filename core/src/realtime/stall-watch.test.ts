import { expect, test } from 'vitest'
import { stallBytes, stallMs } from './limits.ts'
import { StallWatch } from './stall-watch.ts'

const client = () => {
  const conn = { writeBuffer: [] as { data?: string }[], transport: { socket: { bufferedAmount: 0 } } }
  return { conn, socket: { conn } as never }
}

test('who takes nothing for long, or has too much waiting, is found; who drains in between is not', () => {
  const watch = new StallWatch()
  const [stuck, drains, heavy, calm] = [client(), client(), client(), client()]
  for (const { socket } of [stuck, drains, heavy, calm]) watch.add(socket)
  stuck.conn.writeBuffer.push({ data: 'x' })
  drains.conn.transport.socket.bufferedAmount = 10
  expect(watch.stalled(0)).toEqual([])
  drains.conn.transport.socket.bufferedAmount = 0
  expect(watch.stalled(stallMs / 2)).toEqual([])
  drains.conn.transport.socket.bufferedAmount = 10
  heavy.conn.writeBuffer.push({ data: 'x'.repeat(stallBytes + 1) })
  expect(watch.stalled(stallMs)).toEqual([stuck.socket, heavy.socket])
  watch.remove(stuck.socket)
  expect(watch.stalled(stallMs)).toEqual([heavy.socket])
})
