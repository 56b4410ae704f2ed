import { optionOutlet } from '../graph/blocks.ts'
import { emptyData, FlowNode, type FlowEdge, type Graph, type NodeOf } from '../graph/graph.ts'
import type { Step, StepAction, StepDraft } from './step.ts'

/* Steps with actions and the graph are two views of one flow (reading 89). A step is a menu whose text is sent as it is
   written, or a message that leads nowhere; an action is an option, with a message before where it has one, and a step,
   a queue or a user behind it. */

type StepNode = NodeOf<'menu'> | NodeOf<'message'>

const edgeFrom = ({ edges }: Graph, from: string, outlet: string): FlowEdge | undefined =>
  edges.find((edge) => edge.from === from && edge.outlet === outlet)
const nodeOf = ({ nodes }: Graph, id: string | undefined): FlowNode | undefined => nodes.find((node) => node.id === id)

/** A message of one text that leads nowhere, or, before an action, on to what the action leads to. */
const isText = (node: FlowNode | undefined): node is NodeOf<'message'> =>
  node?.kind === 'message' && node.data.parts.length === 1 && node.data.parts[0]!.kind === 'text'
const textOf = (node: StepNode): string => {
  if (node.kind === 'menu') return node.data.text
  const [part] = node.data.parts
  return part?.kind === 'text' ? part.text : ''
}

/** The steps of a graph. `isWhole`: they are all of it. */
export function stepsOf(graph: Graph): { readonly isWhole: boolean; readonly steps: readonly Step[] } {
  const shown = new Set<string>(graph.nodes.filter(({ kind }) => kind === 'start').map(({ id }) => id))
  const start = graph.nodes.find(({ kind }) => kind === 'start')
  const initial = start && edgeFrom(graph, start.id, 'next')?.to
  const steps = stepNodes(graph).map((node): Step => {
    shown.add(node.id)
    const actions =
      node.kind === 'menu' ? node.data.options.flatMap((option) => actionOf(graph, node, option, shown)) : []
    return {
      id: node.id,
      name: node.title ?? '',
      initialStep: node.id === initial,
      message: textOf(node),
      actions,
    }
  })
  const isPlain = stepNodes(graph).every((node) => node.kind === 'message' || isPlainMenu(graph, node))
  const isConnected = graph.edges.every(({ from, to }) => shown.has(from) && shown.has(to))
  return { isWhole: isPlain && isConnected && graph.nodes.every(({ id }) => shown.has(id)), steps }
}

/** A menu with nothing that steps do not show. */
function isPlainMenu(graph: Graph, { id, data }: NodeOf<'menu'>): boolean {
  const { options, display, variable, invalidText, silentMinutes } = data
  return (
    display === 'none' &&
    variable === '' &&
    invalidText === '' &&
    silentMinutes === null &&
    options.every(({ hint, keys, id: option }) => {
      const target = edgeFrom(graph, id, optionOutlet(option))
      return hint === '' && keys.length === 0 && target !== undefined
    }) &&
    !graph.edges.some(({ from, outlet }) => from === id && (outlet === 'invalid' || outlet === 'silent'))
  )
}

/** Menus, and texts that no option leads through. */
function stepNodes(graph: Graph): StepNode[] {
  return graph.nodes.filter(
    (node): node is StepNode =>
      node.kind === 'menu' || (isText(node) && edgeFrom(graph, node.id, 'next') === undefined),
  )
}

function actionOf(
  graph: Graph,
  menu: NodeOf<'menu'>,
  { id, label }: NodeOf<'menu'>['data']['options'][number],
  shown: Set<string>,
): StepAction[] {
  const first = nodeOf(graph, edgeFrom(graph, menu.id, optionOutlet(id))?.to)
  const onward = isText(first) ? edgeFrom(graph, first.id, 'next') : undefined
  const [message, target] = onward && isText(first) ? [textOf(first), nodeOf(graph, onward.to)] : ['', first]
  const action = { id, key: label, nextStepId: null, queueId: null, userId: null }
  if (target?.kind === 'people' && target.data.destination.to !== 'people' && target.data.note === '') {
    const { to, queueId, userId } = target.data.destination
    shown.add(target.id)
    if (onward && target.data.text === '') shown.add(first!.id)
    return [
      { ...action, action: to === 'queue' ? 'queue' : 'user', queueId, userId, message: target.data.text || message },
    ]
  }
  if (target?.kind === 'menu' || isText(target)) {
    if (onward) shown.add(first!.id)
    return [{ ...action, action: 'step', nextStepId: target.id, message }]
  }
  return []
}

/** A free id. */
function idIn(graph: Graph, prefix: string): string {
  const taken = new Set([
    ...graph.nodes.map(({ id }) => id),
    ...graph.edges.map(({ id }) => id),
    ...graph.nodes.flatMap((node) => (node.kind === 'menu' ? node.data.options.map(({ id }) => id) : [])),
  ])
  for (let number = taken.size + 1; ; number += 1) if (!taken.has(`${prefix}${number}`)) return `${prefix}${number}`
}

const columns = 4
const placeOf = ({ nodes }: Graph): { x: number; y: number } => ({
  x: 320 + (nodes.length % columns) * 320,
  y: Math.floor(nodes.length / columns) * 240,
})

function withNode(graph: Graph, node: { id: string; kind: FlowNode['kind']; data: object; title?: string }): Graph {
  const before = nodeOf(graph, node.id)
  const made = FlowNode.parse({ position: before?.position ?? placeOf(graph), ...node })
  return before
    ? { ...graph, nodes: graph.nodes.map((one) => (one.id === node.id ? made : one)) }
    : { ...graph, nodes: [...graph.nodes, made] }
}

const withEdge = (graph: Graph, from: string, outlet: string, to: string): Graph => ({
  ...graph,
  edges: [
    ...graph.edges.filter((edge) => edge.from !== from || edge.outlet !== outlet),
    { id: edgeFrom(graph, from, outlet)?.id ?? idIn(graph, 'e'), from, outlet, to },
  ],
})

/** Without these nodes, and without the edges that they had. */
function without(graph: Graph, gone: ReadonlySet<string>): Graph {
  const nodes = graph.nodes.filter(({ id }) => !gone.has(id))
  return { ...graph, nodes, edges: graph.edges.filter(({ from, to }) => !gone.has(from) && !gone.has(to)) }
}

/** What stands between a step and what its actions lead to. */
function inBetween(graph: Graph, step: string): Set<string> {
  const node = nodeOf(graph, step)
  if (node?.kind !== 'menu') return new Set()
  return new Set(
    node.data.options.flatMap(({ id }) => {
      const first = nodeOf(graph, edgeFrom(graph, step, optionOutlet(id))?.to)
      const isBetween = isText(first) && edgeFrom(graph, first.id, 'next') !== undefined
      const target = isBetween ? nodeOf(graph, edgeFrom(graph, first.id, 'next')?.to) : first
      return [...(isBetween ? [first.id] : []), ...(target?.kind === 'people' ? [target.id] : [])]
    }),
  )
}

/** The graph with this step, new or in place of the one that has the id. Only for a graph whose steps are all of it. */
export function withStep(before: Graph, id: string | undefined, draft: StepDraft): { graph: Graph; id: string } {
  const step = id ?? idIn(before, 's')
  const was = nodeOf(before, step)
  let graph = without(before, inBetween(before, step))
  const outlets = new Set(draft.actions.map((action) => action.id).filter((one) => one !== undefined))
  graph = { ...graph, edges: graph.edges.filter(({ from }) => from !== step) }
  const actions: StepAction[] = []
  for (const action of draft.actions) {
    let own = action.id
    for (let number = 1; own === undefined || (own !== action.id && outlets.has(own)); number += 1) own = `o${number}`
    outlets.add(own)
    actions.push({ ...action, id: own })
  }
  const title = draft.name === '' ? {} : { title: draft.name }
  graph =
    actions.length === 0
      ? withNode(graph, {
          id: step,
          kind: 'message',
          data: { parts: [{ kind: 'text', text: draft.message }] },
          ...title,
        })
      : withNode(graph, {
          id: step,
          kind: 'menu',
          data: {
            ...(was?.kind === 'menu' ? was.data : { ...emptyData('menu'), display: 'none' }),
            text: draft.message,
            options: actions.map((action) => ({ id: action.id, label: action.key, hint: '', keys: [] })),
          },
          ...title,
        })
  for (const action of actions) graph = withAction(graph, step, action)
  const start = graph.nodes.find(({ kind }) => kind === 'start')
  const hasInitial = start !== undefined && edgeFrom(graph, start.id, 'next') !== undefined
  if (start && (draft.initialStep || !hasInitial)) graph = withEdge(graph, start.id, 'next', step)
  return { graph, id: step }
}

function withAction(before: Graph, step: string, action: StepAction): Graph {
  let graph = before
  if (action.action === 'step') {
    if (action.nextStepId === null) return graph
    if (action.message.trim() === '') return withEdge(graph, step, optionOutlet(action.id), action.nextStepId)
    const id = idIn(graph, 'm')
    graph = withNode(graph, { id, kind: 'message', data: { parts: [{ kind: 'text', text: action.message }] } })
    graph = withEdge(graph, step, optionOutlet(action.id), id)
    return withEdge(graph, id, 'next', action.nextStepId)
  }
  const id = idIn(graph, 'p')
  const { queueId, userId, message: text } = action
  graph = withNode(graph, {
    id,
    kind: 'people',
    data: { destination: { to: action.action, queueId, userId }, text },
  })
  return withEdge(graph, step, optionOutlet(action.id), id)
}

/** The graph without this step, and without the options that led to it. */
export function withoutStep(graph: Graph, id: string): Graph {
  const leading = new Set(
    graph.nodes.flatMap((node) =>
      node.kind === 'message' && edgeFrom(graph, node.id, 'next')?.to === id ? [node.id] : [],
    ),
  )
  const rest = without(graph, new Set([id, ...inBetween(graph, id), ...leading]))
  return {
    ...rest,
    nodes: rest.nodes.map((node) =>
      node.kind === 'menu'
        ? {
            ...node,
            data: {
              ...node.data,
              options: node.data.options.filter((option) => edgeFrom(rest, node.id, optionOutlet(option.id))),
            },
          }
        : node,
    ),
  }
}
