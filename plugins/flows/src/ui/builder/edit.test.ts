import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outletsOf } from '../../graph/blocks.ts'
import { blockKinds, emptyGraph, Graph, type BlockKind } from '../../graph/graph.ts'
import {
  connected,
  copied,
  moved,
  pasted,
  roomBelow,
  withBlock,
  withComment,
  withGroup,
  withGroupTitle,
  withNode,
  without,
} from './edit.ts'

const placed = blockKinds.filter((kind) => kind !== 'start')
type Act = { kind: BlockKind } | { from: number; to: number } | { gone: number } | { copy: number }
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constantFrom(...placed) }),
  fc.record({ from: fc.nat(20), to: fc.nat(20) }),
  fc.record({ gone: fc.nat(20) }),
  fc.record({ copy: fc.nat(20) }),
)

function done(graph: Graph, one: Act): Graph {
  const at = (index: number) => graph.nodes[index % graph.nodes.length]!
  if ('kind' in one) return withBlock(graph, one.kind, { x: 0, y: 0 }).graph
  if ('gone' in one) return without(graph, new Set([at(one.gone).id]))
  if ('copy' in one) return pasted(graph, copied(graph, new Set([at(one.copy).id])))?.graph ?? graph
  const [outlet] = outletsOf(at(one.from))
  return outlet ? connected(graph, { from: at(one.from).id, outlet: outlet.id, to: at(one.to).id }) : graph
}

describe('a flow in the builder', () => {
  it('stays a flow whatever is done to it: one start, ids once, edges between blocks that are there', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
        let graph = emptyGraph()
        for (const one of acts) {
          graph = done(graph, one)
          expect(Graph.safeParse(graph).success).toBe(true)
          const ids = graph.nodes.map(({ id }) => id)
          expect(new Set(ids).size).toBe(ids.length)
          expect(graph.nodes.filter(({ kind }) => kind === 'start')).toHaveLength(1)
          const places = graph.edges.map(({ from, outlet }) => `${from} ${outlet}`)
          expect(new Set(places).size).toBe(places.length)
          for (const { from, to } of graph.edges) expect([ids.includes(from), ids.includes(to)]).toEqual([true, true])
        }
      }),
    )
  })

  it('has new blocks and comments at places of their own, whatever stands below', () => {
    const adding = fc.array(fc.record({ below: fc.nat(20), isComment: fc.boolean() }), { maxLength: 20 })
    fc.assert(
      fc.property(adding, (added) => {
        let graph = emptyGraph()
        for (const { below, isComment } of added) {
          const room = roomBelow(graph, graph.nodes[below % graph.nodes.length])
          graph = isComment ? withComment(graph, room).graph : withBlock(graph, 'message', room).graph
        }
        const places = [...graph.nodes, ...graph.comments].map(({ position }) => `${position.x} ${position.y}`)
        expect(new Set(places).size).toBe(places.length)
      }),
    )
  })

  it('loses the edges of options that are taken out', () => {
    const { graph, id } = withBlock(emptyGraph(), 'menu', { x: 0, y: 0 })
    const menu = graph.nodes.find((node) => node.id === id)!
    const full = withNode(graph, {
      ...menu,
      data: { ...menu.data, options: [{ id: 'o1', label: 'Um', hint: '', keys: [] }] },
    } as typeof menu)
    const linked = connected(full, { from: id, outlet: 'option:o1', to: 'start' })
    expect(linked.edges).toHaveLength(1)
    expect(withNode(linked, menu).edges).toEqual([])
  })

  it('takes nothing from a clipboard that holds something else', () => {
    for (const text of ['', '{}', 'olá', '{"format":"recado.flow-blocks","nodes":[{"id":"<"}]}', '[]'])
      expect(pasted(emptyGraph(), text)).toBeUndefined()
  })

  it('moves what is chosen and nothing else', () => {
    const { graph, id } = withBlock(emptyGraph(), 'message', { x: 0, y: 0 })
    const after = moved(graph, new Map([[id, { x: 10.4, y: 5 }]]))
    expect(after.nodes.map(({ position }) => position)).toEqual([
      { x: 0, y: 0 },
      { x: 10, y: 5 },
    ])
  })
  it('has blocks in one group at most, which goes with its last one and without them', () => {
    let graph = emptyGraph()
    for (const kind of ['message', 'menu', 'close'] as const) graph = withBlock(graph, kind, { x: 0, y: 0 }).graph
    const [, a, b, c] = graph.nodes.map(({ id }) => id)
    const grouped = withGroup(graph, new Set([a!, b!]))!.graph
    const first = withGroupTitle(grouped, grouped.groups[0]!.id, 'Começo')
    expect(first.groups).toMatchObject([{ title: 'Começo', nodes: [a, b] }])
    const second = withGroup(first, new Set([b!, c!]))!.graph
    expect(second.groups.map(({ nodes }) => nodes)).toEqual([[a], [b, c]])
    expect(withGroup(second, new Set([a!]))!.graph.groups.map(({ nodes }) => nodes)).toEqual([[b, c], [a]])
    expect(withGroup(graph, new Set())).toBeUndefined()
    const { id } = second.groups[0]!
    const without1 = without(second, new Set([id]))
    expect([without1.groups.length, without1.nodes.length]).toEqual([1, graph.nodes.length])
    expect(Graph.safeParse(second).success).toBe(true)
  })
})
