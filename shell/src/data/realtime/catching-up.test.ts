import { expect, test } from 'vitest'
import { CatchingUp } from './catching-up.ts'

test('catching up lasts until the last fetch has ended, however it ended', async () => {
  const catchingUp = new CatchingUp()
  const seen: boolean[] = []
  const stop = catchingUp.subscribe(() => seen.push(catchingUp.isRunning()))
  const [lists, thread] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  catchingUp.during(lists.promise)
  catchingUp.during(thread.promise)
  expect(catchingUp.isRunning()).toBe(true)
  lists.reject(new Error('the server is away'))
  await lists.promise.catch(() => undefined)
  expect(catchingUp.isRunning()).toBe(true)
  thread.resolve()
  await thread.promise
  expect(catchingUp.isRunning()).toBe(false)
  expect(seen).toEqual([true, false])
  stop()
  catchingUp.during(Promise.resolve())
  expect(seen).toHaveLength(2)
})
