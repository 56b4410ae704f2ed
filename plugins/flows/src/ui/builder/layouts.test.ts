import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Graph } from '../../graph/graph.ts'
import { cell, laidOut, layoutNames, type LayoutName } from './layouts.ts'

const graph = fc.integer({ min: 1, max: 24 }).chain((count) =>
  fc
    .array(fc.tuple(fc.integer({ min: 0, max: count - 1 }), fc.integer({ min: 0, max: count - 1 })), { maxLength: 40 })
    .map((pairs) =>
      Graph.parse({
        nodes: Array.from({ length: count }, (_, at) => ({ id: `n${at}`, kind: at === 0 ? 'start' : 'message' })),
        edges: pairs.map(([from, to], at) => ({ id: `e${at}`, from: `n${from}`, outlet: 'next', to: `n${to}` })),
      }),
    ),
)
const titles: Readonly<Record<LayoutName, string>> = {
  force: 'S9-127 force-directed',
  radial: 'S9-128 hub radial',
  tree: 'S9-129 tree',
  level: 'S9-130 level',
  circle: 'S9-131 circle',
  grid: 'S9-132 grid',
}

describe('a layout', () => {
  it.each(layoutNames.map((name) => [titles[name], name] as const))(
    '%s gives each block of any flow a place of its own, the same each time',
    (_title, name) => {
      fc.assert(
        fc.property(graph, (flow) => {
          const { nodes } = laidOut(flow, name)
          for (const [at, a] of nodes.entries())
            for (const b of nodes.slice(at + 1))
              expect(
                Math.abs(a.position.x - b.position.x) >= cell.width ||
                  Math.abs(a.position.y - b.position.y) >= cell.height,
              ).toBe(true)
          expect(laidOut(flow, name)).toEqual(laidOut(flow, name))
          expect(nodes.map(({ id, kind }) => `${id} ${kind}`)).toEqual(
            flow.nodes.map(({ id, kind }) => `${id} ${kind}`),
          )
        }),
        { numRuns: 60 },
      )
    },
  )

  it('puts a chain below itself as a tree, and beside itself by levels', () => {
    const chain = Graph.parse({
      nodes: [
        { id: 'a', kind: 'start' },
        { id: 'b', kind: 'message' },
        { id: 'c', kind: 'close' },
      ],
      edges: [
        { id: 'e1', from: 'a', outlet: 'next', to: 'b' },
        { id: 'e2', from: 'b', outlet: 'next', to: 'c' },
      ],
    })
    const along = (name: LayoutName, axis: 'x' | 'y') =>
      laidOut(chain, name).nodes.map(({ position }) => position[axis])
    expect(along('tree', 'y')).toEqual([0, 240, 480])
    expect(along('level', 'x')).toEqual([0, 320, 640])
    expect(new Set(along('tree', 'x')).size).toBe(1)
  })
})
