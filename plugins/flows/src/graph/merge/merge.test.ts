import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dataOf } from '../../../graphs.rig.ts'
import {
  connected,
  moved,
  withBlock,
  withComment,
  withGroup,
  withGroupTitle,
  withNode,
  without,
} from '../../ui/builder/edit.ts'
import { outletsOf } from '../blocks.ts'
import { blockKinds, emptyGraph, FlowNode, Graph, type BlockKind } from '../graph.ts'
import { isSame } from '../same.ts'
import { doesSame } from './blocks.ts'
import { canHaveBoth, decided } from './clash.ts'
import { merged } from './merge.ts'

const kinds = blockKinds.filter((kind) => kind !== 'start')
/** Something that one does to a flow; numbers choose among what is there. */
type Act =
  | { readonly add: BlockKind; readonly data: object }
  | { readonly fill: number; readonly data: object }
  | { readonly name: number; readonly title: string }
  | { readonly from: number; readonly way: number; readonly to: number | null }
  | { readonly gone: number }
  | { readonly move: number; readonly x: number }
  | { readonly remark: string }
  | { readonly group: readonly number[] }
  | { readonly minutes: number }
const anyKind = fc.constantFrom(...kinds).chain((add) => dataOf[add].map((data) => ({ add, data })))
const act: fc.Arbitrary<Act> = fc.oneof(
  anyKind,
  fc.record({ fill: fc.nat(20), data: fc.constantFrom(...kinds).chain((kind) => dataOf[kind]) }),
  fc.record({ name: fc.nat(20), title: fc.constantFrom('Um', 'Dois', 'Três') }),
  fc.record({ from: fc.nat(20), way: fc.nat(5), to: fc.option(fc.nat(20)) }),
  fc.record({ gone: fc.nat(20) }),
  fc.record({ move: fc.nat(20), x: fc.integer({ min: 0, max: 500 }) }),
  fc.record({ remark: fc.constantFrom('a', 'b') }),
  fc.record({ group: fc.array(fc.nat(20), { maxLength: 3 }) }),
  fc.record({ minutes: fc.integer({ min: 1, max: 5 }) }),
)

function done(graph: Graph, one: Act): Graph {
  const at = (index: number) => graph.nodes[index % graph.nodes.length]!
  if ('add' in one) {
    const made = withBlock(graph, one.add, { x: 0, y: 0 })
    return withNode(made.graph, FlowNode.parse({ id: made.id, kind: one.add, data: one.data }))
  }
  if ('fill' in one) {
    const node = at(one.fill)
    const filled = FlowNode.safeParse({ ...node, data: one.data })
    return filled.success ? withNode(graph, filled.data) : graph
  }
  if ('name' in one) return withNode(graph, { ...at(one.name), title: one.title })
  if ('gone' in one) return without(graph, new Set([at(one.gone).id]))
  if ('move' in one) return moved(graph, new Map([[at(one.move).id, { x: one.x, y: 0 }]]))
  if ('remark' in one) {
    const made = withComment(graph, { x: 0, y: 0 })
    const texts = made.graph.comments.map((comment) => ({ ...comment, text: comment.text + one.remark }))
    return { ...made.graph, comments: texts }
  }
  if ('group' in one) {
    const grouped = withGroup(graph, new Set(one.group.map((index) => at(index).id)))?.graph ?? graph
    return grouped.groups[0] ? withGroupTitle(grouped, grouped.groups[0].id, `${one.group.length}`) : grouped
  }
  if ('minutes' in one) return { ...graph, settings: { ...graph.settings, silentMinutes: one.minutes } }
  const node = at(one.from)
  const outlets = outletsOf(node)
  const outlet = outlets[one.way % Math.max(1, outlets.length)]
  const to = one.to === null ? null : at(one.to).id
  return outlet && to !== node.id ? connected(graph, { from: node.id, outlet: outlet.id, to }) : graph
}

const acts = fc.array(act, { maxLength: 12 })
const some = fc.tuple(fc.array(act, { minLength: 4, maxLength: 20 }), acts, acts).map(([before, here, there]) => {
  const base = before.reduce(done, emptyGraph())
  return { base, mine: here.reduce(done, base), theirs: there.reduce(done, base) }
})

/** The same flow, whatever order its elements have and whatever its edges are called. */
function expectSame(one: Graph, other: Graph): void {
  const sorted = (graph: Graph) => ({
    nodes: graph.nodes.toSorted((a, b) => a.id.localeCompare(b.id)),
    ways: waysOf(graph).toSorted(),
    comments: graph.comments.toSorted((a, b) => a.id.localeCompare(b.id)),
    groups: graph.groups
      .map((group) => ({ ...group, nodes: group.nodes.toSorted() }))
      .toSorted((a, b) => a.id.localeCompare(b.id)),
    settings: graph.settings,
  })
  expect(sorted(one)).toEqual(sorted(other))
}
const waysOf = ({ edges }: Graph): string[] => edges.map(({ from, outlet, to }) => `${from} ${outlet} ${to}`)
const nodeIn = ({ nodes }: Graph, id: string): FlowNode | undefined => nodes.find((node) => node.id === id)

describe('two drafts of one flow', () => {
  it('are the other one where only one was changed', () => {
    fc.assert(
      fc.property(some, ({ base, mine }) => {
        for (const { graph, clashes } of [
          merged(base, mine, base),
          merged(base, base, mine),
          merged(base, mine, mine),
        ]) {
          expect(clashes).toEqual([])
          expectSame(graph, mine)
        }
      }),
    )
  })

  it('become a flow again: one start, ids once, edges between blocks that are there, one out of each way', () => {
    fc.assert(
      fc.property(some, ({ base, mine, theirs }) => {
        const { graph } = merged(base, mine, theirs)
        expect(Graph.safeParse(graph).success).toBe(true)
        const all = [...graph.nodes, ...graph.edges, ...graph.comments, ...graph.groups].map(({ id }) => id)
        expect(new Set(all).size).toBe(all.length)
        expect(graph.nodes.filter(({ kind }) => kind === 'start')).toHaveLength(1)
        const ways = graph.edges.map(({ from, outlet }) => `${from} ${outlet}`)
        expect(new Set(ways).size).toBe(ways.length)
        for (const { from, outlet, to } of graph.edges) {
          expect(outletsOf(nodeIn(graph, from)!).map(({ id }) => id)).toContain(outlet)
          expect(nodeIn(graph, to)).toBeDefined()
          expect(from).not.toBe(to)
        }
        const grouped = graph.groups.flatMap(({ nodes }) => nodes)
        expect(new Set(grouped).size).toBe(grouped.length)
        for (const id of grouped) expect(nodeIn(graph, id)).toBeDefined()
      }),
    )
  })

  it('lose nothing: whatever one of them made stands in the flow, or can be taken', () => {
    fc.assert(
      fc.property(some, ({ base, mine, theirs }) => {
        const { graph, clashes } = merged(base, mine, theirs)
        const clash = (id: string) => clashes.find((one) => one.id === id)
        for (const [own, side] of [
          [mine, 'mine'],
          [theirs, 'theirs'],
        ] as const) {
          for (const node of own.nodes) {
            const was = nodeIn(base, node.id)
            if (was && doesSame(was, node)) continue
            const now = nodeIn(graph, node.id)
            const isThere = now !== undefined && doesSame(now, node)
            const version = clash(node.id)?.[side]
            expect(isThere || (version !== undefined && version !== null && doesSame(version.node, node))).toBe(true)
          }
          const before = new Set(waysOf(base))
          const after = new Set(waysOf(graph))
          for (const way of waysOf(own)) {
            const [from, outlet, to] = way.split(' ') as [string, string, string]
            if (before.has(way)) continue
            const version = clash(from)?.[side]
            expect(after.has(way) || version?.edges.some((edge) => edge.outlet === outlet && edge.to === to)).toBe(true)
          }
          for (const { text } of own.comments)
            if (!base.comments.some((one) => one.text === text))
              expect(graph.comments.map((comment) => comment.text)).toContain(text)
          if (own.settings.silentMinutes !== base.settings.silentMinutes) {
            const kept = [graph.settings.silentMinutes, clash('start')?.[side]?.settings?.silentMinutes]
            expect(kept).toContain(own.settings.silentMinutes)
          }
        }
      }),
    )
  })

  it('of different blocks ask nothing, and both hold', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.constantFrom(...kinds), (one, other) => {
        const left = withBlock(emptyGraph(), one, { x: 0, y: 0 })
        const right = withBlock(left.graph, other, { x: 0, y: 300 })
        const base = right.graph
        const named = (id: string, title: string): Graph => withNode(base, { ...nodeIn(base, id)!, title })
        const { graph, clashes } = merged(base, named(left.id, 'Meu'), named(right.id, 'Outro'))
        expect(clashes).toEqual([])
        expect([nodeIn(graph, left.id)?.title, nodeIn(graph, right.id)?.title]).toEqual(['Meu', 'Outro'])
      }),
    )
  })

  it('keep what is the same as mine as the same object, so that it is not drawn again', () => {
    fc.assert(
      fc.property(some, ({ base, mine, theirs }) => {
        const { graph } = merged(base, mine, structuredClone(theirs))
        for (const node of mine.nodes) {
          const now = nodeIn(graph, node.id)
          if (now && isSame(now, node)) expect(now).toBe(node)
        }
      }),
    )
  })
})

it('gives what both added under one id another one, with what leads to it', () => {
  const base = emptyGraph()
  const grown = (title: string): Graph =>
    Graph.parse({
      ...base,
      nodes: [...base.nodes, { id: 'b1', kind: 'message', title }, { id: `${title}2`, kind: 'close' }],
      edges: [{ id: 'e1', from: 'b1', outlet: 'next', to: `${title}2` }],
    })
  const { graph, clashes } = merged(base, grown('meu'), grown('seu'))
  const mine = graph.nodes.find(({ title }) => title === 'meu')!
  expect([clashes, nodeIn(graph, 'b1')?.title]).toEqual([[], 'seu'])
  expect(waysOf(graph).toSorted()).toEqual([`${mine.id} next meu2`, 'b1 next seu2'].toSorted())
})

describe('a block that both changed', () => {
  it('is theirs until somebody decides: mine, theirs, or both beside each other', () => {
    fc.assert(
      fc.property(some, ({ base, mine, theirs }) => {
        const { graph, clashes } = merged(base, mine, theirs)
        for (const clash of clashes) {
          const { id } = clash
          const [own, other, both] = (['mine', 'theirs', 'both'] as const).map((choice) =>
            decided(graph, clash, choice),
          )
          const isVersion = (of: Graph | undefined, version: typeof clash.mine) =>
            version ? doesSame(nodeIn(of!, id)!, version.node) : nodeIn(of!, id) === undefined
          expect([isVersion(own, clash.mine), isVersion(other, clash.theirs)]).toEqual([true, true])
          if (!canHaveBoth(clash)) continue
          expect(both!.nodes).toHaveLength(graph.nodes.length + 1)
          expect(doesSame(both!.nodes.at(-1)!, { ...clash.mine!.node })).toBe(true)
          expect(isVersion(both, clash.theirs)).toBe(true)
        }
      }),
    )
  })

  it('stays where one took it away and the other wrote into it', () => {
    const { graph: base, id } = withBlock(emptyGraph(), 'message', { x: 0, y: 0 })
    const node = nodeIn(base, id)!
    const written = withNode(base, { ...node, title: 'Novo' })
    const gone = without(base, new Set([id]))
    const byThem = merged(base, written, gone)
    expect([nodeIn(byThem.graph, id)?.title, byThem.clashes]).toMatchObject(['Novo', [{ id, theirs: null }]])
    const byMe = merged(base, gone, written)
    expect([nodeIn(byMe.graph, id)?.title, byMe.clashes]).toMatchObject(['Novo', [{ id, mine: null }]])
    expect(nodeIn(decided(byMe.graph, byMe.clashes[0]!, 'mine'), id)).toBeUndefined()
  })
})
