import { expect, test } from 'vitest'
import { BriefMemory } from './brief-memory.ts'

test('what was kept is there for its time, and the longest kept makes room', () => {
  const memory = new BriefMemory<number>(2)
  memory.keep('a', 1, 10, 0)
  memory.keep('b', 2, 100, 0)
  expect([memory.get('a', 9), memory.get('a', 10), memory.get('b', 10)]).toEqual([1, undefined, 2])
  memory.keep('c', 3, 100, 0)
  memory.keep('b', 4, 100, 0)
  memory.keep('d', 5, 100, 0)
  expect(['b', 'c', 'd'].map((key) => memory.get(key, 1))).toEqual([4, undefined, 5])
})
