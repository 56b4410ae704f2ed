import { useWords } from '@recado/sdk/ui'
import { Panel, useReactFlow, useStore } from '@xyflow/react'
import { useMemo, type PointerEvent } from 'react'
import type { CanvasNode } from './canvas-nodes.tsx'
import { cell } from './layouts.ts'
import { farBlock } from './far-block.ts'

const size = { width: 200, height: 150 } as const

/** The map of a large flow: its blocks as one shape, and the part of it that is seen. Pressing it goes there. */
export function LargeMap({ nodes }: { nodes: readonly CanvasNode[] }) {
  const { t } = useWords()
  const { setCenter, getZoom } = useReactFlow()
  const [x, y, zoom] = useStore(({ transform }) => transform)
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const { shape, box } = useMemo(() => {
    const of = (at: 'x' | 'y'): number[] => nodes.map(({ position }) => position[at])
    const [left, top] = [Math.min(0, ...of('x')), Math.min(0, ...of('y'))]
    return {
      shape: nodes
        .map(({ position }) => `M${position.x} ${position.y}h${farBlock.width}v${farBlock.height}h-${farBlock.width}z`)
        .join(''),
      box: {
        left,
        top,
        width: Math.max(...of('x')) + cell.width - left,
        height: Math.max(...of('y')) + cell.height - top,
      },
    }
  }, [nodes])
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
        viewBox={`${box.left} ${box.top} ${box.width} ${box.height}`}
        onPointerDown={go}
        onPointerMove={go}
      >
        <path d={shape} className="fill-line-strong" />
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
