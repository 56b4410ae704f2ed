import { expect, it } from 'vitest'
import { PollPace } from './poll-pace.ts'

const paced = () => {
  const world = { now: 1_000, isSignalled: true }
  const pace = new PollPace({ busyMs: 250, idleMs: 2_000, isSignalled: () => world.isSignalled, now: () => world.now })
  return { world, pace }
}

it('looks rarely while nothing happens', () => {
  expect(paced().pace.restMs()).toBe(2_000)
})

it('looks often while there is work, and for ten seconds after', () => {
  const { world, pace } = paced()
  pace.worked()
  expect(pace.restMs()).toBe(250)
  world.now += 9_999
  expect(pace.restMs()).toBe(250)
  world.now += 1
  expect(pace.restMs()).toBe(2_000)
})

it('looks often while signals may be lost', () => {
  const { world, pace } = paced()
  world.isSignalled = false
  expect(pace.restMs()).toBe(250)
  world.isSignalled = true
  expect(pace.restMs()).toBe(2_000)
})
