import { toast, useWords } from '@recado/sdk/ui'
import {
  applyNodeChanges,
  Background,
  Controls,
  MiniMap,
  ReactFlow,
  useReactFlow,
  useStore,
  type AriaLabelConfig,
  type Connection,
  type Edge,
  type NodeChange,
} from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import './canvas.css'
import { useCallback, useEffect, useMemo, useState, type KeyboardEvent } from 'react'
import { faultOfConnection, type Fault } from '../../graph/faults.ts'
import type { EditorView } from '../../flows/flow.ts'
import type { Graph } from '../../graph/graph.ts'
import { useBlockWords } from './block-words.ts'
import { useFigures } from '../use-flows.ts'
import { namesByBlock } from './editors.tsx'
import { BlockNode, CommentNode, FarBlockNode, GroupNode, type CanvasNode } from './canvas-nodes.tsx'
import { DrawnNodes, redrawn } from './drawn-nodes.ts'
import { connected, moved, without } from './edit.ts'
import { farZoom, largeFlow } from './far-block.ts'
import { FarEdges } from './far-edges.tsx'
import { LargeMap } from './large-map.tsx'
import { RestingNodes } from './resting.ts'
import { useSteady } from './use-steady.ts'

const nodeTypes = { block: BlockNode, farBlock: FarBlockNode, comment: CommentNode, blockGroup: GroupNode }
const noEdges: Edge[] = []
/** Distance of the grid that blocks snap to. */
const gap = 20
const snapGrid: [number, number] = [gap, gap]
const isAnyConnectionDrawn = (): boolean => true

/** A canvas wider than this shows the map of the flow, see `canvas.css`; in pixels. */
const mapFrom = 544
/** What it shows when all is to be seen; beside the map, which would cover blocks. */
const whole = { maxZoom: 1, padding: 0.2 } as const
const besideMap = { maxZoom: 1, padding: { top: 0.1, bottom: 0.1, left: '60px', right: '240px' } } as const

interface CanvasProps {
  flowId: string
  graph: Graph
  faults: readonly Fault[]
  chosen: ReadonlySet<string>
  /** Who else has the flow open. */
  editors: readonly EditorView[]
  /** Ids of the blocks that a search found, with spaces between them, and the one that it is at. */
  found: string
  current: string | undefined
  onChoose(ids: ReadonlySet<string>): void
  /** By a key: opened to be filled in, or chosen beside the others. */
  onOpen(id: string): void
  onToggle(id: string): void
  onChange(graph: Graph): void
}

/** The flow as blocks and edges (S2-116 to S2-121): dragged, connected, zoomed, with a map of the whole. */
export function Canvas(props: CanvasProps) {
  const { flowId, graph, faults, chosen, editors, found, current, onChoose, onOpen, onToggle, onChange } = props
  const { t } = useWords()
  const { titleOf, summaryOf } = useBlockWords()
  const { getNode, setCenter } = useReactFlow()
  const domNode = useStore((state) => state.domNode)
  const isWide = useStore(({ width }) => width > mapFrom)
  const fit = isWide ? besideMap : whole
  const isLarge = graph.nodes.length > largeFlow
  const isFar = useStore(({ transform }) => transform[2] < farZoom) && isLarge
  const figures = useFigures(flowId).data
  const faulty = useMemo(
    () =>
      Map.groupBy(
        faults.filter(({ severity }) => severity === 'error'),
        ({ nodeId }) => nodeId,
      ),
    [faults],
  )
  const counts = useMemo(() => new Map(figures?.nodes.map((one) => [one.nodeId, one])), [figures])
  const names = useMemo(() => namesByBlock(editors), [editors])
  const marked = useMemo(() => new Set(found.split(' ')), [found])
  const [drawn] = useState(() => new DrawnNodes())
  const [rests] = useState(() => new RestingNodes())
  const fromGraph = useMemo(
    () =>
      drawn.of(
        graph,
        {
          type: isFar ? 'farBlock' : 'block',
          role: t('canvas.role'),
          labelOf: (node, wrong) =>
            [titleOf(node), summaryOf(node), wrong > 0 && t('canvas.faults', { count: wrong })]
              .filter(Boolean)
              .join('. '),
          remarkOf: (kind, text) => t(`remark.${kind}Named`, { text }),
          faultsOf: (id) => faulty.get(id)?.length ?? 0,
          figureOf: (id) => counts.get(id),
          namesAt: (id) => names.get(id) ?? '',
          foundOf: (id) => (id === current ? 'current' : marked.has(id) ? 'found' : undefined),
        },
        onChange,
      ),
    [drawn, graph, faulty, counts, names, marked, current, onChange, isFar, t, titleOf, summaryOf],
  )
  const [nodes, setNodes] = useState<CanvasNode[]>(fromGraph)
  useEffect(() => setNodes((shown) => redrawn(shown, fromGraph, chosen)), [fromGraph, chosen])
  const taken = useMemo(() => new Map(figures?.edges.map(({ edgeId, taken: times }) => [edgeId, times])), [figures])
  const edges = useMemo(() => {
    const titles = new Map(graph.nodes.map((node) => [node.id, titleOf(node)]))
    return graph.edges.map(({ id, from, outlet, to }): Edge => ({
      id,
      source: from,
      sourceHandle: outlet,
      target: to,
      ...(taken.get(id) !== undefined && { label: String(taken.get(id)) }),
      deletable: false,
      ariaLabel: t('canvas.edgeNamed', { from: titles.get(from) ?? '', to: titles.get(to) ?? '' }),
    }))
  }, [graph.nodes, graph.edges, taken, titleOf, t])
  const [only] = chosen.size === 1 ? chosen : []
  useEffect(() => {
    const node = only === undefined ? undefined : getNode(only)
    if (node && document.activeElement?.closest('.react-flow') === null)
      void setCenter(node.position.x + 120, node.position.y + 60, { zoom: 1, duration: 200 })
  }, [only, getNode, setCenter])
  useEffect(() => {
    const node = current === undefined ? undefined : getNode(current)
    if (node) void setCenter(node.position.x + 120, node.position.y + 60, { zoom: 1, duration: 200 })
  }, [current, getNode, setCenter])
  const connect = useSteady(({ source, sourceHandle, target }: Connection): void => {
    if (sourceHandle === null) return
    const edge = { from: source, outlet: sourceHandle, to: target }
    const fault = faultOfConnection(graph, edge)
    if (fault !== undefined) toast.error(t(`fault.${fault}`, { name: '' }))
    else onChange(connected(graph, edge))
  })
  const resting = useMemo(() => rests.of(nodes), [rests, nodes])
  /** While it moves, the picture is moved as a whole instead of being drawn anew, and nothing in it is asked for. */
  const ownLayer = useSteady((isMoving: boolean): void => {
    const viewport = domNode?.querySelector<HTMLElement>('.react-flow__viewport')
    if (!viewport) return
    viewport.style.willChange = isMoving ? 'transform' : ''
    viewport.style.pointerEvents = isMoving ? 'none' : ''
  })
  const beginMove = useCallback(() => ownLayer(true), [ownLayer])
  const endMove = useCallback(() => ownLayer(false), [ownLayer])
  /** Blocks go along with their group, unless they are dragged themselves. */
  const followers = (changes: readonly NodeChange<CanvasNode>[]): NodeChange<CanvasNode>[] => {
    const dragged = new Map(
      changes.flatMap((one) => (one.type === 'position' && one.position ? [[one.id, one.position]] : [])),
    )
    return graph.groups.flatMap((group) => {
      const to = dragged.get(group.id)
      const from = to && nodes.find(({ id }) => id === group.id)?.position
      if (!from) return []
      const held = new Set(group.nodes.filter((id) => !dragged.has(id)))
      return nodes
        .filter(({ id }) => held.has(id))
        .map(({ id, position }) => ({
          id,
          type: 'position' as const,
          position: { x: position.x + to.x - from.x, y: position.y + to.y - from.y },
        }))
    })
  }
  const apply = useSteady((changes: NodeChange<CanvasNode>[]): void => {
    const next = applyNodeChanges([...changes, ...followers(changes)], nodes)
    setNodes(next)
    if (changes.some(({ type }) => type === 'select'))
      onChoose(new Set(next.filter(({ selected }) => selected).map(({ id }) => id)))
    const settled = new Set(
      changes.flatMap((one) => (one.type === 'position' && one.dragging === false ? [one.id] : [])),
    )
    if (settled.size === 0) return
    for (const group of graph.groups) if (settled.has(group.id)) for (const id of group.nodes) settled.add(id)
    const at = new Map(next.filter(({ id }) => settled.has(id)).map(({ id, position }) => [id, position]))
    onChange(moved(graph, at))
  })
  const labels = useMemo(
    (): Partial<AriaLabelConfig> => ({
      'node.a11yDescription.default': t('canvas.node'),
      'node.a11yDescription.ariaLiveMessage': ({ direction, x, y }) =>
        t('canvas.moved', { direction: t(`canvas.direction.${direction}`), x, y }),
      'controls.ariaLabel': t('canvas.controls'),
      'controls.zoomIn.ariaLabel': t('canvas.zoomIn'),
      'controls.zoomOut.ariaLabel': t('canvas.zoomOut'),
      'controls.fitView.ariaLabel': t('canvas.fit'),
      'controls.interactive.ariaLabel': t('canvas.lock'),
      'minimap.ariaLabel': t('canvas.map'),
    }),
    [t],
  )
  /** Of a block that has the focus; the canvas itself moves it by the arrows. */
  const keys = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement
    const id = target.matches('.react-flow__node') ? target.dataset['id'] : undefined
    if (id === undefined || !['Enter', ' ', 'Escape'].includes(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') onChoose(new Set())
    else if (event.ctrlKey || event.metaKey || event.shiftKey) onToggle(id)
    else if (event.key === 'Enter') onOpen(id)
    else onChoose(new Set([id]))
  }
  return (
    <ReactFlow<CanvasNode>
      onKeyDownCapture={keys}
      nodes={nodes}
      edges={isFar ? noEdges : edges}
      nodeTypes={nodeTypes}
      onNodesChange={apply}
      onConnect={connect}
      onNodeClick={(event, { id }) => {
        // A block that is chosen already opens beside the canvas again.
        if (!event.shiftKey && !event.ctrlKey && !event.metaKey) onChoose(new Set([id]))
      }}
      isValidConnection={isAnyConnectionDrawn}
      onEdgeDoubleClick={(_event, { id }) => onChange(without(graph, new Set([id])))}
      onlyRenderVisibleElements={isLarge}
      onMoveStart={beginMove}
      onMoveEnd={endMove}
      snapToGrid
      snapGrid={snapGrid}
      minZoom={0.05}
      fitView
      fitViewOptions={fit}
      deleteKeyCode={null}
      edgesFocusable={false}
      proOptions={{ hideAttribution: true }}
      ariaLabelConfig={labels}
    >
      {!isFar && <Background gap={gap} />}
      <Controls fitViewOptions={fit} />
      {isLarge ? <LargeMap resting={resting} /> : <MiniMap pannable zoomable />}
      {isFar && <FarEdges resting={resting} edges={graph.edges} />}
    </ReactFlow>
  )
}
