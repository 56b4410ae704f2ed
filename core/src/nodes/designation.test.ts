import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { designate, type Able } from './designation.ts'

const duty = fc.constantFrom(...Array.from({ length: 24 }, (_, index) => `consumer:${index}`))
const nodes = fc.uniqueArray(
  fc.record({ name: fc.stringMatching(/^node-[0-9a-f]{6}$/), duties: fc.uniqueArray(duty) }),
  { selector: ({ name }) => name, maxLength: 5 },
)
/** Nodes of one build: all are able to do the same. */
const alike = fc
  .tuple(
    fc.uniqueArray(duty, { minLength: 1 }),
    fc.uniqueArray(fc.stringMatching(/^node-[0-9a-f]{6}$/), { minLength: 1, maxLength: 5 }),
  )
  .map(([duties, names]) => names.map((name): Able => ({ name, duties })))

describe('designation of duties', () => {
  it('gives every duty to one node that is able to do it, and the same on every node', () => {
    fc.assert(
      fc.property(nodes, fc.infiniteStream(fc.integer()), (list, order) => {
        const designated = designate(list)
        expect([...designated.keys()].toSorted()).toEqual([...new Set(list.flatMap(({ duties }) => duties))].toSorted())
        for (const [name, node] of designated) expect(list.find((one) => one.name === node)!.duties).toContain(name)
        const shuffled = list
          .map((one) => ({ one, at: order.next().value }))
          .toSorted((x, y) => x.at - y.at)
          .map(({ one }) => one)
        expect([...designate(shuffled)].toSorted()).toEqual([...designated].toSorted())
      }),
    )
  })

  it('gives nobody more than its share, rounded up', () => {
    fc.assert(
      fc.property(alike, (list) => {
        const designated = designate(list)
        for (const { name } of list) {
          const held = [...designated.values()].filter((node) => node === name).length
          expect(held).toBeLessThanOrEqual(Math.ceil(designated.size / list.length))
        }
      }),
    )
  })

  it('leaves most of the others’ duties where they are when a node goes or comes', () => {
    const duties = Array.from({ length: 24 }, (_, index) => `consumer:${index}`)
    const three = ['node-a', 'node-b', 'node-c'].map((name): Able => ({ name, duties }))
    const before = designate(three)
    const after = designate(three.slice(1))
    const moved = [...before].filter(([name, node]) => node !== 'node-a' && after.get(name) !== node)
    expect(moved.length).toBeLessThan(8)
  })
})
