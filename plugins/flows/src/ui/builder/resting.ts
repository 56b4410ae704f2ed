import type { CanvasNode } from './canvas-nodes.tsx'

/** Elements of the canvas, those that rest apart from those that are dragged. */
export interface Resting {
  /** The same list as before while the same elements rest. */
  readonly still: readonly CanvasNode[]
  readonly dragged: readonly CanvasNode[]
}

/** Tells what rests while something is dragged: what is drawn of hundreds of blocks at once is drawn of these once. */
export class RestingNodes {
  #still: readonly CanvasNode[] = []

  of(nodes: readonly CanvasNode[]): Resting {
    const still = nodes.filter(({ dragging }) => dragging !== true)
    const isSame = still.length === this.#still.length && still.every((node, at) => node === this.#still[at])
    if (!isSame) this.#still = still
    return { still: this.#still, dragged: nodes.filter(({ dragging }) => dragging === true) }
  }
}
