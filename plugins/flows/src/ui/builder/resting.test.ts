import { expect, test } from 'vitest'
import type { CanvasNode } from './canvas-nodes.tsx'
import { RestingNodes } from './resting.ts'

const block = (id: string, x = 0, dragging?: boolean): CanvasNode =>
  ({ id, type: 'block', position: { x, y: 0 }, data: {}, ...(dragging !== undefined && { dragging }) }) as never

test('what rests is the same list while something else is dragged, and another one when it is dropped', () => {
  const rests = new RestingNodes()
  const [a, b] = [block('a'), block('b')]
  const first = rests.of([a, b, block('c', 0, true)])
  const next = rests.of([a, b, block('c', 20, true)])
  expect(next.still).toBe(first.still)
  expect(next.dragged.map(({ position }) => position.x)).toEqual([20])
  const dropped = block('c', 20, false)
  expect(rests.of([a, b, dropped])).toEqual({ still: [a, b, dropped], dragged: [] })
  expect(rests.of([a, block('b', 5), dropped]).still).not.toBe(first.still)
})
