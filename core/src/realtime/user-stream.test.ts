import type { Viewer } from '@recado/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { replayEntries, replayWindowMs } from './limits.ts'
import { SharedPush, type Delivery } from './shared-push.ts'
import { UserStream } from './user-stream.ts'

const at = (madeAt: number): SharedPush => new SharedPush('e', { madeAt }, madeAt)
const viewer = {} as Viewer
const contents = (delivery: Delivery) =>
  delivery.packets().map((packet) => (JSON.parse(packet.slice(1)) as [string, { madeAt: number; seq: number }])[1])
const numbers = (delivery: Delivery) => contents(delivery).map(({ seq }) => seq)

test('a client that comes back gets exactly what it missed, or is told to fetch everything', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ pause: fc.integer({ min: 0, max: 5_000 }) }), { maxLength: 300 }),
      fc.nat(300),
      fc.integer({ min: 0, max: replayWindowMs * 2 }),
      (pushes, seen, absence) => {
        const stream = new UserStream(viewer)
        const { epoch } = stream.restarted()
        let now = 0
        for (const { pause } of pushes) stream.append(at((now += pause)))
        const position = { epoch, seq: Math.min(seen, pushes.length) }
        const { hello, missed } = stream.resume(position, now + absence)
        if (hello.resync) {
          expect(missed.length).toBe(0)
          expect(hello.seq).toBe(pushes.length)
        } else {
          expect(hello.seq).toBe(position.seq)
          expect(numbers(missed)).toEqual(
            Array.from({ length: pushes.length - position.seq }, (_, index) => position.seq + index + 1),
          )
          for (const { madeAt } of contents(missed)) expect(now + absence - madeAt).toBeLessThanOrEqual(replayWindowMs)
        }
        stream.append(at(now))
        expect(numbers(stream.latest(1))).toEqual([hello.seq + missed.length + 1])
      },
    ),
  )
})

test('what is too old, too much, of another epoch or from the future cannot be replayed', () => {
  const stream = new UserStream(viewer)
  const { epoch } = stream.restarted()
  for (let count = 0; count < replayEntries * 3; count++) stream.append(at(0))
  const last = replayEntries * 3
  expect(stream.resume({ epoch, seq: last - replayEntries }, 0).hello.resync).toBe(false)
  expect(stream.resume({ epoch, seq: last - replayEntries - 1 }, 0).hello.resync).toBe(true)
  expect(stream.resume({ epoch, seq: last - 1 }, replayWindowMs + 1).hello.resync).toBe(true)
  expect(stream.resume({ epoch, seq: last }, replayWindowMs + 1).hello.resync).toBe(false)
  expect(stream.resume({ epoch, seq: last + 1 }, 0).hello.resync).toBe(true)
  expect(stream.resume({ epoch: 'another', seq: last }, 0).hello.resync).toBe(true)
  expect(stream.resume(undefined, 0).hello).toEqual({ epoch, seq: last, resync: true })
})

test('after a restart of the stream nothing of before is replayed', () => {
  const stream = new UserStream(viewer)
  const { epoch } = stream.restarted()
  stream.append(at(0))
  const { epoch: renewed } = stream.restart()
  expect(renewed).not.toBe(epoch)
  expect(stream.resume({ epoch, seq: 0 }, 0).hello.resync).toBe(true)
  expect(stream.resume({ epoch: renewed, seq: 1 }, 0).hello.resync).toBe(false)
})
