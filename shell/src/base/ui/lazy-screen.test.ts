import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withinChunkTime } from './lazy-screen.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('S9-003 the code of a screen may take 120 s and no longer', async () => {
  const module = Promise.withResolvers<string>()
  const outcome = vi.fn<(how: string) => void>()
  withinChunkTime(module.promise).then(outcome, () => outcome('late'))
  await vi.advanceTimersByTimeAsync(119_999)
  expect(outcome).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(outcome).toHaveBeenCalledExactlyOnceWith('late')
})

test('S9-003 code that arrives in time, or fails, is told at once and leaves no timer behind', async () => {
  await expect(withinChunkTime(Promise.resolve('module'))).resolves.toBe('module')
  await expect(withinChunkTime(Promise.reject(new Error('404')))).rejects.toThrow('404')
  expect(vi.getTimerCount()).toBe(0)
})
