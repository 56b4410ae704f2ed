import { useWords } from '@recado/sdk/ui'
import { Panel, useReactFlow, useStore } from '@xyflow/react'
import { useMemo, type PointerEvent } from 'react'
import type { CanvasNode } from './canvas-nodes.tsx'
import { cell } from './layouts.ts'
import { farBlock } from './far-block.ts'
import type { Resting } from './resting.ts'

const size = { width: 200, height: 150 } as const

const shapeOf = (nodes: readonly CanvasNode[]): string =>
  nodes
    .map(({ position }) => `M${position.x} ${position.y}h${farBlock.width}v${farBlock.height}h-${farBlock.width}z`)
    .join('')

/** What all of them take up, the origin included. */
function boxOf(nodes: readonly CanvasNode[]): { left: number; top: number; right: number; bottom: number } {
  const of = (at: 'x' | 'y'): number[] => nodes.map(({ position }) => position[at])
  return {
    left: Math.min(0, ...of('x')),
    top: Math.min(0, ...of('y')),
    right: Math.max(0, ...of('x')) + cell.width,
    bottom: Math.max(0, ...of('y')) + cell.height,
  }
}

/**
 * The map of a large flow: its blocks as one shape, those that are dragged as another one, and the part of it that is
 * seen. Pressing it goes there.
 */
export function LargeMap({ resting: { still, dragged } }: { resting: Resting }) {
  const { t } = useWords()
  const { setCenter, getZoom } = useReactFlow()
  const [x, y, zoom] = useStore(({ transform }) => transform)
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const { shape, box } = useMemo(() => ({ shape: shapeOf(still), box: boxOf(still) }), [still])
  const moving = boxOf(dragged)
  const [left, top] = [Math.min(box.left, moving.left), Math.min(box.top, moving.top)]
  const [right, bottom] = [Math.max(box.right, moving.right), Math.max(box.bottom, moving.bottom)]
  const go = (event: PointerEvent<SVGSVGElement>): void => {
    if (event.buttons !== 1) return
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      event.currentTarget.getScreenCTM()!.inverse(),
    )
    void setCenter(point.x, point.y, { zoom: getZoom() })
  }
  return (
    <Panel position="bottom-right" className="flow-map">
      <svg
        {...size}
        role="img"
        aria-label={t('canvas.map')}
        className="cursor-pointer rounded-md border border-line bg-surface"
        viewBox={`${left} ${top} ${right - left} ${bottom - top}`}
        onPointerDown={go}
        onPointerMove={go}
      >
        <path d={shape} className="fill-line-strong" />
        <path d={shapeOf(dragged)} className="fill-line-strong" />
        <rect
          x={-x / zoom}
          y={-y / zoom}
          width={width / zoom}
          height={height / zoom}
          fill="none"
          className="stroke-accent"
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </Panel>
  )
}
