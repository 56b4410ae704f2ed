import { ViewportPortal } from '@xyflow/react'
import { useMemo } from 'react'
import type { FlowEdge } from '../../graph/graph.ts'
import type { CanvasNode } from './canvas-nodes.tsx'
import { farBlock } from './far-block.ts'
import type { Resting } from './resting.ts'

type Places = ReadonlyMap<string, CanvasNode['position']>
const placesOf = (nodes: readonly CanvasNode[]): Places => new Map(nodes.map(({ id, position }) => [id, position]))

const lineOf = (edges: readonly FlowEdge[], placeOf: (id: string) => CanvasNode['position'] | undefined): string =>
  edges
    .flatMap(({ from, to }) => {
      const [source, target] = [placeOf(from), placeOf(to)]
      if (!source || !target) return []
      const [x, y] = [source.x + farBlock.width, source.y + farBlock.height / 2]
      return [`M${x} ${y}L${target.x + farBlock.width / 2} ${target.y}`]
    })
    .join('')

/**
 * All edges of a flow that is seen as a whole, as one line: each for itself would be hundreds of parts of the page.
 * Those of blocks that are dragged are another one, so that the first stays as it is.
 */
export function FarEdges({ resting: { still, dragged }, edges }: { resting: Resting; edges: readonly FlowEdge[] }) {
  const stillPlaces = useMemo(() => placesOf(still), [still])
  const stillLine = useMemo(() => lineOf(edges, (id) => stillPlaces.get(id)), [edges, stillPlaces])
  const draggedPlaces = placesOf(dragged)
  const draggedLine = lineOf(
    edges.filter(({ from, to }) => draggedPlaces.has(from) || draggedPlaces.has(to)),
    (id) => draggedPlaces.get(id) ?? stillPlaces.get(id),
  )
  return (
    <ViewportPortal>
      <svg className="pointer-events-none absolute overflow-visible" width={1} height={1} aria-hidden>
        {[stillLine, draggedLine].map((line, at) => (
          <path
            key={at === 0 ? 'still' : 'dragged'}
            d={line}
            fill="none"
            className="stroke-line-strong"
            strokeWidth={2}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
    </ViewportPortal>
  )
}
