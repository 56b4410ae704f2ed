import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NodeStop } from './node-stop.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A process with a node that gives everything back at once when its grace is over, or as told. */
function scene(graceMs = 0, giveBack: () => Promise<boolean> = async () => true) {
  const codes: number[] = []
  const said: string[] = []
  const stop = new NodeStop({ graceMs, exit: (code) => void codes.push(code), say: (line) => void said.push(line) })
  const node = {
    stop: async (grace: Promise<void>) => {
      await grace
      return giveBack()
    },
  }
  return { codes, said, stop, node }
}
const hang = (): Promise<never> => new Promise(() => undefined)

test('a stop waits for its grace, and ends with 0 when everything was given back', async () => {
  const { codes, stop, node } = scene(5_000)
  stop.started(node)
  stop.stop()
  stop.stop()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(codes).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(codes).toEqual([0])
})

test('the grace ends when a person asks', async () => {
  const { codes, stop, node } = scene(5_000)
  stop.started(node)
  stop.stop()
  stop.withoutGrace()
  await vi.advanceTimersByTimeAsync(0)
  expect(codes).toEqual([0])
})

test.each([
  ['what was not given back', async () => false],
  ['what fails', () => Promise.reject(new Error('no'))],
])('ends with 75 after %s', async (_what, giveBack) => {
  const { codes, stop, node } = scene(0, giveBack)
  stop.started(node)
  stop.stop()
  await vi.advanceTimersByTimeAsync(0)
  expect(codes).toEqual([75])
})

test('what hangs is cut off within ten seconds after the grace', async () => {
  const { codes, said, stop, node } = scene(3_000, hang)
  stop.started(node)
  stop.stop()
  await vi.advanceTimersByTimeAsync(12_000)
  expect(codes).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(codes).toEqual([75])
  expect(said).toHaveLength(1)
})

test('a start learns of the request, and a node that was started all the same stops at once', async () => {
  const { codes, stop, node } = scene(5_000)
  expect(() => stop.signal.throwIfAborted()).not.toThrow()
  stop.stop()
  expect(() => stop.signal.throwIfAborted()).toThrow(stop.signal.reason)
  stop.started(node)
  await vi.advanceTimersByTimeAsync(0)
  expect(codes).toEqual([0])
})

test('a start that hangs is cut off within ten seconds', async () => {
  const { codes, stop } = scene(5_000)
  stop.stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(codes).toEqual([75])
})

test('a node that gives up has no grace, and ends with 70 for another start', async () => {
  const { codes, stop, node } = scene(5_000)
  stop.started(node)
  stop.giveUp()
  await vi.advanceTimersByTimeAsync(0)
  expect(codes).toEqual([70])
})

test('a node that gives up and hangs is cut off within five seconds', async () => {
  const { codes, stop, node } = scene(5_000, hang)
  stop.started(node)
  stop.giveUp()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(codes).toEqual([70])
})
