import { expect, test } from 'vitest'
import type { Poke } from '../channel/poke.ts'
import { PokeQueue } from './poke-queue.ts'

const poke: Poke = { kind: 'message' }

test('a reader gets all that waits at once, or what comes next', async () => {
  const queue = new PokeQueue()
  queue.push(poke)
  queue.push(poke)
  expect(await queue.take()).toHaveLength(2)
  const next = queue.take()
  queue.push(poke)
  expect(await next).toEqual([poke])
})

test('closing wakes the reader and ends the queue; so does a reader who does not read', async () => {
  const queue = new PokeQueue()
  const waiting = queue.take()
  queue.close()
  expect(await waiting).toBeUndefined()
  const full = new PokeQueue()
  for (let index = 0; index <= 200; index++) full.push(poke)
  expect(await full.take()).toBeUndefined()
})
