import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyGraph, graphOf } from '../../graphs.rig.ts'
import { blocks, outletsOf } from './blocks.ts'
import { allowedTargets } from './edge-faults.ts'
import { faultOfConnection, faultsOf, isFaulty, type Fault } from './faults.ts'
import { blockKinds, emptyData, emptyGraph, Graph } from './graph.ts'

const codes = (faults: readonly Fault[]): string[] => faults.map(({ code }) => code)
const say = ['message', { parts: [{ kind: 'text', text: 'Oi' }] }] as const
const menu = ['menu', { text: 'Menu', options: [{ id: 'a', label: 'A' }] }] as const

describe('faults', () => {
  it('are none in a flow that can be published', () => {
    const graph = graphOf({ start: ['start'], hi: say, end: ['people'] }, [
      ['start', 'next', 'hi'],
      ['hi', 'next', 'end'],
    ])
    expect(faultsOf(graph)).toEqual([])
  })
  it('S5-090 a flow has one beginning', () => {
    const two = graphOf({ start: ['start'], other: ['start'], hi: say }, [
      ['start', 'next', 'hi'],
      ['other', 'next', 'hi'],
    ])
    expect(faultsOf(two)).toContainEqual({ code: 'manyStarts', severity: 'error', nodeId: 'other' })
    expect(codes(faultsOf(Graph.parse({})))).toEqual(['noStart'])
    expect(isFaulty(faultsOf(emptyGraph()))).toBe(true)
  })
  it('S5-091 S8-151 no element connects to itself', () => {
    const graph = graphOf({ start: ['start'], menu }, [['start', 'next', 'menu']])
    expect(faultOfConnection(graph, { from: 'menu', outlet: 'option:a', to: 'menu' })).toBe('self')
  })
  it('S5-092 a loop has to pass a block that waits', () => {
    const graph = graphOf({ start: ['start'], a: say, b: say, menu }, [
      ['start', 'next', 'a'],
      ['a', 'next', 'b'],
    ])
    expect(faultOfConnection(graph, { from: 'b', outlet: 'next', to: 'a' })).toBe('loop')
    expect(faultOfConnection(graph, { from: 'b', outlet: 'next', to: 'start' })).toBe('intoStart')
    const withMenu = graphOf({ start: ['start'], a: say, menu }, [
      ['start', 'next', 'a'],
      ['a', 'next', 'menu'],
    ])
    expect(faultOfConnection(withMenu, { from: 'menu', outlet: 'option:a', to: 'a' })).toBeUndefined()
  })
  it('allows an outlet to lead where no edge of it would be a fault', () => {
    fc.assert(
      fc.property(anyGraph, fc.nat(), (graph, at) => {
        const from = graph.nodes[at % graph.nodes.length]
        const outlet = from && outletsOf(from)[0]
        if (!outlet || new Set(graph.nodes.map(({ id }) => id)).size < graph.nodes.length) return
        const mayLeadTo = allowedTargets(graph, { from: from.id, outlet: outlet.id })
        const loopsAlready = faultsOf(graph).some(({ code }) => code === 'loop')
        for (const { id } of loopsAlready ? [] : graph.nodes)
          expect(mayLeadTo(id)).toBe(
            faultOfConnection(graph, { from: from.id, outlet: outlet.id, to: id }) === undefined,
          )
      }),
    )
  })
  it('S5-093 a call of an API has its address, headers and mapping', () => {
    const http = (data: object) =>
      faultsOf(graphOf({ start: ['start'], h: ['http', data] }, [['start', 'next', 'h']]))
        .filter(({ severity }) => severity === 'error')
        .map(({ code, field }) => `${code} ${field}`)
    expect(http({})).toEqual(['required url'])
    expect(http({ url: 'ftp://x.example' })).toEqual(['badAddress url'])
    expect(http({ url: 'https://{{name}}.example/' })).toEqual(['badAddress url'])
    expect(http({ url: 'https://x.example/{{name}}', mapping: [{ path: '', variable: '' }] })).toEqual([
      'required mapping.0.path',
      'required mapping.0.variable',
    ])
    expect(http({ url: 'https://x.example', method: 'POST', body: '{"a": {{name}} }' })).toEqual(['badBody body'])
  })
  it('names unknown variables, expressions that cannot be used, and words that mean two options', () => {
    const graph = graphOf(
      {
        start: ['start'],
        q: [
          'question',
          { text: 'Oi {{nome}} {{city}}', variable: 'city', validation: { kind: 'pattern', pattern: '(?=a)' } },
        ],
        m: [
          'menu',
          {
            text: 'x',
            options: [
              { id: 'a', label: 'Sim' },
              { id: 'b', label: 'Não', keys: ['sim'] },
            ],
          },
        ],
      },
      [
        ['start', 'next', 'q'],
        ['q', 'next', 'm'],
      ],
    )
    expect(faultsOf(graph).filter(({ severity }) => severity === 'error')).toEqual([
      { code: 'badPattern', severity: 'error', nodeId: 'q', field: 'validation.pattern' },
      { code: 'unknownVariable', severity: 'error', nodeId: 'q', field: 'text', name: 'nome' },
      { code: 'sameOption', severity: 'error', nodeId: 'm', field: 'options.1.label', name: 'sim' },
    ])
  })
  it('a poll has a question and two options or more, which are not the same', () => {
    const poll = (data: object) =>
      faultsOf(
        graphOf({ start: ['start'], p: ['message', { parts: [{ kind: 'poll', ...data }] }] }, [['start', 'next', 'p']]),
      )
        .filter(({ severity }) => severity === 'error')
        .map(({ code, field, name }) => `${code} ${field} ${name ?? ''}`.trim())
    expect(poll({ question: 'Qual?', options: ['A'] })).toEqual(['required parts.0'])
    expect(poll({ question: '', options: ['A', 'B'] })).toEqual(['required parts.0'])
    expect(poll({ question: 'Qual?', options: ['A', ' '] })).toEqual(['required parts.0'])
    expect(poll({ question: 'Qual?', options: ['A', 'B', ' A '] })).toEqual(['sameOption parts.0.options A'])
    expect(poll({ question: 'Qual, {{nome}}?', options: ['A', 'B'] })).toEqual([
      'unknownVariable parts.0.question nome',
    ])
    expect(poll({ question: 'Qual, {{name}}?', options: ['A', 'B'] })).toEqual([])
  })
  it('are at nodes and edges that exist, and those of a connection are those of its graph', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const faults = faultsOf(graph)
        for (const { nodeId, edgeId } of faults) {
          if (nodeId !== undefined) expect(graph.nodes.map(({ id }) => id)).toContain(nodeId)
          if (edgeId !== undefined) expect(graph.edges.map(({ id }) => id)).toContain(edgeId)
        }
        // Without the edges that are at fault no loop is left.
        const faulty = new Set(faults.map(({ edgeId }) => edgeId))
        const rest = { ...graph, edges: graph.edges.filter(({ id }) => !faulty.has(id)) }
        expect(codes(faultsOf(rest)).filter((code) => code === 'loop' || code === 'self')).toEqual([])
      }),
    )
  })
})

it.each(blockKinds)('a block of kind %s has data by itself, and outlets with different ids', (kind) => {
  const node = Graph.parse({ nodes: [{ id: 'x', kind, data: {} }] }).nodes[0]!
  expect(node.data).toEqual(emptyData(kind))
  const ids = outletsOf(node).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(Object.keys(blocks)).toContain(kind)
})
