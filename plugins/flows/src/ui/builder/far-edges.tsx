import { ViewportPortal } from '@xyflow/react'
import type { FlowEdge } from '../../graph/graph.ts'
import type { CanvasNode } from './canvas-nodes.tsx'
import { farBlock } from './far-block.ts'

/** All edges of a flow that is seen as a whole, as one line: each for itself would be hundreds of parts of the page. */
export function FarEdges({ nodes, edges }: { nodes: readonly CanvasNode[]; edges: readonly FlowEdge[] }) {
  const places = new Map(nodes.map(({ id, position }) => [id, position]))
  const line = edges
    .flatMap(({ from, to }) => {
      const [source, target] = [places.get(from), places.get(to)]
      if (!source || !target) return []
      const [x, y] = [source.x + farBlock.width, source.y + farBlock.height / 2]
      return [`M${x} ${y}L${target.x + farBlock.width / 2} ${target.y}`]
    })
    .join('')
  return (
    <ViewportPortal>
      <svg className="pointer-events-none absolute overflow-visible" width={1} height={1} aria-hidden>
        <path d={line} fill="none" className="stroke-line-strong" strokeWidth={2} vectorEffect="non-scaling-stroke" />
      </svg>
    </ViewportPortal>
  )
}
