import { expect, it } from 'vitest'
import { inParallel } from './in-parallel.ts'

async function* numbers(upTo: number): AsyncGenerator<number> {
  for (let n = 0; n < upTo; n++) yield n
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('does each once, so many at once and no more', async () => {
  const done: number[] = []
  let [busy, busiest] = [0, 0]
  await inParallel(numbers(20), 3, async (n) => {
    busiest = Math.max(busiest, ++busy)
    await turn()
    busy--
    done.push(n)
  })
  expect(done.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 20 }, (_, n) => n))
  expect(busiest).toBe(3)
})

it('begins nothing after a failure, and tells of it when nothing is under way any more', async () => {
  const begun: number[] = []
  let busy = 0
  const failing = inParallel(numbers(1_000), 4, async (n) => {
    begun.push(n)
    busy++
    await turn()
    busy--
    if (n === 5) throw new Error('five')
  })
  await expect(failing).rejects.toThrow('five')
  expect(busy).toBe(0)
  expect(begun.length).toBeLessThan(20)
})

it('fails with its source', async () => {
  async function* broken(): AsyncGenerator<number> {
    yield 1
    throw new Error('no more')
  }
  await expect(inParallel(broken(), 2, turn)).rejects.toThrow('no more')
})
