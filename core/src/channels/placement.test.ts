import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { place, type Placed } from './placement.ts'

const names = ['node-a', 'node-b', 'node-c', 'node-d']
const connections = fc
  .array(
    fc.record({ weight: fc.constantFrom(1, 1, 1, 4, 8), node: fc.option(fc.constantFrom(...names, 'node-gone')) }),
    { maxLength: 60 },
  )
  .map((list) => list.map((one, index): Placed => ({ ...one, id: `connection-${index}` })))
const living = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 4 })

/** Rounds of all nodes, one after the other, until nobody has anything to do. */
function settle(
  nodes: readonly string[],
  start: readonly Placed[],
): { placed: readonly Placed[]; moves: number; rounds: number } {
  let placed = start
  let moves = 0
  for (let rounds = 1; ; rounds++) {
    let isStill = true
    for (const self of nodes) {
      const { take, release } = place(self, { living: nodes, working: nodes }, placed, 10)
      if (take.length > 0 || release.length > 0) isStill = false
      moves += release.length
      placed = placed.map((one) =>
        take.includes(one.id) ? { ...one, node: self } : release.includes(one.id) ? { ...one, node: null } : one,
      )
    }
    if (isStill) return { placed, moves, rounds }
    if (rounds > 100) throw new Error('it does not come to rest')
  }
}

const both = { living: ['node-a', 'node-b'], working: ['node-a', 'node-b'] }
const weightOn = (node: string, placed: readonly Placed[]): number =>
  placed.filter((one) => one.node === node).reduce((total, { weight }) => total + weight, 0)

describe('placement of connections', () => {
  it('comes to rest with every connection on a living node, within one connection of equal', () => {
    fc.assert(
      fc.property(living, connections, (nodes, start) => {
        const { placed } = settle(nodes, start)
        for (const { node } of placed) expect(nodes).toContain(node)
        const heaviest = Math.max(0, ...placed.map(({ weight }) => weight))
        const loads = nodes.map((node) => weightOn(node, placed))
        expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(2 * heaviest)
      }),
    )
  })

  it('leaves a balanced installation alone', () => {
    fc.assert(
      fc.property(living, connections, (nodes, start) => {
        const { placed } = settle(nodes, start)
        expect(settle(nodes, placed)).toMatchObject({ moves: 0, rounds: 1 })
      }),
    )
  })

  it('gives a node that starts its share of equal connections, and moves no more than that', () => {
    const alone = settle(
      ['node-a'],
      Array.from({ length: 303 }, (_, index) => ({ id: `${index}`, weight: 1, node: null })),
    ).placed
    const { placed, moves } = settle(['node-a', 'node-b'], alone)
    expect([weightOn('node-a', placed), weightOn('node-b', placed)]).toEqual([152, 151])
    expect(moves).toBe(151)
  })

  it('hands over at most so many in one round', () => {
    const alone = Array.from({ length: 100 }, (_, index) => ({ id: `${index}`, weight: 1, node: 'node-a' }))
    expect(place('node-a', both, alone, 10).release).toHaveLength(10)
  })

  it('gives nothing to a node that is stopping, and leaves it what it has not handed over', () => {
    const stopping = { living: ['node-a', 'node-b'], working: ['node-b'] }
    const connections = [
      { id: 'free', weight: 1, node: null },
      { id: 'held', weight: 1, node: 'node-a' },
    ]
    expect(place('node-a', stopping, connections, 10)).toEqual({ take: [], release: [] })
    expect(place('node-b', stopping, connections, 10)).toEqual({ take: ['free'], release: [] })
  })

  it('leaves with a node what no other one can open', () => {
    const free: Placed = { id: 'odd', weight: 1, node: null, isUnwanted: true }
    const held = Array.from({ length: 4 }, (_, index): Placed => ({
      id: `${index}`,
      weight: 1,
      node: 'node-a',
      isUnwanted: true,
    }))
    expect(place('node-a', both, [...held, free], 10)).toEqual({ take: ['odd'], release: [] })
    expect(place('node-a', both, [...held, { ...free, node: 'node-a' }], 10)).toEqual({ take: [], release: [] })
  })
})
