import * as fc from 'fast-check'
import { outletsOf } from './src/graph/blocks.ts'
import { blockKinds, Graph, type BlockKind, type FlowNode } from './src/graph/graph.ts'

/** A graph from short words: nodes `{ id: [kind, data] }`, edges `['from', 'outlet', 'to']`. */
export function graphOf(
  nodes: Readonly<Record<string, readonly [BlockKind, object?]>>,
  edges: readonly (readonly [string, string, string])[],
  settings: object = {},
): Graph {
  return Graph.parse({
    nodes: Object.entries(nodes).map(([id, [kind, data = {}]]) => ({ id, kind, data })),
    edges: edges.map(([from, outlet, to], at) => ({ id: `e${at}`, from, outlet, to })),
    settings,
  })
}

const words = fc.constantFrom('', 'sim', 'não', '1', '2', 'oi {{name}}', '{{city}}', '{{city}} {{status}}', 'vendas')
const uuid = fc.uuid()

/** Data with which a block can do something, of any kind. */
export const dataOf: { readonly [K in BlockKind]: fc.Arbitrary<object> } = {
  start: fc.constant({}),
  message: fc.record({
    parts: fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('text'), text: words }),
        fc.record({ kind: fc.constant('poll'), question: words, options: fc.array(words, { maxLength: 4 }) }),
      ),
      { maxLength: 3 },
    ),
  }),
  template: fc.record({ template: words, language: fc.constant('pt_BR'), values: fc.dictionary(words, words) }),
  menu: fc.record({
    text: words,
    options: fc.constantFrom(
      [],
      [{ id: 'a', label: 'sim' }],
      [
        { id: 'a', label: 'sim', keys: ['s'] },
        { id: 'b', label: 'não' },
      ],
    ),
    display: fc.constantFrom('auto', 'numbers', 'none'),
    variable: fc.constantFrom('', 'city'),
    attempts: fc.integer({ min: 1, max: 3 }),
    invalidText: words,
    silentMinutes: fc.constantFrom(null, 1),
  }),
  question: fc.record({
    text: words,
    validation: fc.constantFrom(
      {},
      { kind: 'number', min: 2 },
      { kind: 'email' },
      { kind: 'pattern', pattern: '[0-9]+' },
    ),
    variable: fc.constantFrom('', 'city'),
    attribute: fc.constantFrom(null, { of: 'contact', key: 'city' }),
    attempts: fc.integer({ min: 1, max: 3 }),
  }),
  condition: fc.record({
    match: fc.constantFrom('all', 'any'),
    conditions: fc.constantFrom([], [{ plugin: 'automations', name: 'status', input: {} }]),
    tests: fc.constantFrom([], [{ variable: 'city', is: 'filled' }]),
  }),
  hours: fc.record({ variable: fc.constantFrom('', 'city') }),
  wait: fc.record({ until: fc.constantFrom('time', 'reply'), minutes: fc.integer({ min: 1, max: 100 }) }),
  split: fc.record({ branches: fc.constantFrom([], [{ id: 'a' }, { id: 'b', weight: 3 }]) }),
  variable: fc.record({ variable: fc.constantFrom('city', 'status'), value: words }),
  attribute: fc.record({ attribute: fc.constant({ of: 'ticket', key: 'city' }), value: words }),
  tag: fc.record({ tagIds: fc.array(uuid, { maxLength: 2 }) }),
  priority: fc.constant({}),
  action: fc.constant({ action: { plugin: 'automations', name: 'reply', input: { text: 'x' } } }),
  http: fc.record({
    url: fc.constantFrom('https://shop.example/{{city}}'),
    body: fc.constantFrom('', '{"a":"{{city}}"}', '{ broken {{city}}'),
    mapping: fc.constant([{ path: 'a.0.b', variable: 'status' }]),
  }),
  ai: fc.record({ instructions: words, text: words, variable: fc.constantFrom('', 'status') }),
  bot: fc.record({ provider: fc.constant('typebot'), bot: fc.constant('cores'), text: words }),
  next: fc.constant({}),
  survey: fc.constant({ survey: 'x' }),
  people: fc.record({ text: words }),
  flow: fc.record({ flowId: fc.option(uuid) }),
  close: fc.record({ text: words }),
}

const nodeOf = (kind: BlockKind, id: string): fc.Arbitrary<FlowNode> =>
  dataOf[kind].map((data) => Graph.parse({ nodes: [{ id, kind, data }] }).nodes[0]!)

/** Any graph with one start: connected at random, with loops, faults and blocks that nothing leads to. */
export const anyGraph: fc.Arbitrary<Graph> = fc
  .array(fc.constantFrom(...blockKinds.filter((kind) => kind !== 'start')), { minLength: 1, maxLength: 12 })
  .chain((kinds) => fc.tuple(nodeOf('start', 'start'), ...kinds.map((kind, at) => nodeOf(kind, `n${at}`))))
  .chain((nodes) => {
    const places = nodes.flatMap((node) => outletsOf(node).map(({ id }) => ({ from: node.id, outlet: id })))
    return fc
      .array(fc.option(fc.nat(nodes.length - 1), { freq: 8 }), { minLength: places.length, maxLength: places.length })
      .map((targets) =>
        Graph.parse({
          nodes,
          edges: places.flatMap((place, at) => {
            const to = targets[at]
            return to === null || to === undefined ? [] : [{ id: `e${at}`, ...place, to: nodes[to]!.id }]
          }),
          settings: { humanKeywords: ['atendente'], restartKeywords: ['menu'] },
        }),
      )
  })

/** A block that says a text. */
export const say = (text: string) => ['message', { parts: [{ kind: 'text', text }] }] as const
/** The queue that the menu hands to: see {@link withMenuQueue}. */
export const menuQueue = '0198a000-0000-7000-8000-0000000000aa'
/** A greeting and a menu of two options: one sets the priority and hands to a queue, the other closes. */
export const menu = (settings: object = {}, data: object = {}): Graph =>
  graphOf(
    {
      start: ['start'],
      hi: say('Olá {{name}}'),
      menu: [
        'menu',
        {
          text: 'Escolha',
          options: [
            { id: 'a', label: 'Vendas' },
            { id: 'b', label: 'Sair' },
          ],
          attempts: 2,
          ...data,
        },
      ],
      tag: ['priority', { priority: 'high' }],
      sales: ['people', { destination: { to: 'queue', queueId: menuQueue }, note: 'vendas', text: 'Já vamos' }],
      bye: ['close', { text: 'Até logo' }],
    },
    [
      ['start', 'next', 'hi'],
      ['hi', 'next', 'menu'],
      ['menu', 'option:a', 'tag'],
      ['tag', 'next', 'sales'],
      ['menu', 'option:b', 'bye'],
    ],
    settings,
  )
/** The company has the queue that flows hand to. */
