import type { FlowNode, Graph } from '../../graph/graph.ts'
import type { BlockData, CanvasNode } from './canvas-nodes.tsx'
import { withCommentText, withGroupTitle, without } from './edit.ts'

/** What is drawn of each block beside itself. */
export interface Marks {
  readonly type: 'block' | 'farBlock'
  /** What screen readers say of a block; `remarkOf` of a comment or a group. */
  labelOf(node: FlowNode, faults: number): string
  remarkOf(kind: 'comment' | 'group', text: string): string
  /** What they call each of them. */
  readonly role: string
  faultsOf(id: string): number
  figureOf(id: string): BlockData['figure']
  /** Names of others who have the block chosen. */
  namesAt(id: string): string
  /** What a search found. */
  foundOf(id: string): BlockData['found']
}

const isSameData = (one: BlockData, other: BlockData): boolean =>
  one.node === other.node &&
  one.faults === other.faults &&
  one.figure === other.figure &&
  one.names === other.names &&
  one.found === other.found

/**
 * The elements of the canvas for a flow. Whatever is drawn as before is the same object as before: for another one the
 * canvas measures and draws it anew, hundreds of them at each choice.
 */
export class DrawnNodes {
  #blocks = new Map<string, CanvasNode & { readonly data: BlockData }>()
  #remarks: { readonly graph: Graph; readonly nodes: readonly CanvasNode[] } | undefined

  of(graph: Graph, marks: Marks, onChange: (graph: Graph) => void): CanvasNode[] {
    const blocks = graph.nodes.map((node) => this.#block(node, marks))
    this.#blocks = new Map(blocks.map((block) => [block.id, block]))
    if (this.#remarks?.graph !== graph) this.#remarks = { graph, nodes: remarksOf(graph, marks, onChange) }
    return [...this.#remarks.nodes, ...blocks]
  }

  #block(node: FlowNode, { type, role, ...marks }: Marks): CanvasNode & { readonly data: BlockData } {
    const { id } = node
    const data: BlockData = {
      node,
      faults: marks.faultsOf(id),
      figure: marks.figureOf(id),
      names: marks.namesAt(id),
      found: marks.foundOf(id),
    }
    const before = this.#blocks.get(id)
    const ariaLabel = marks.labelOf(node, data.faults)
    if (before && before.type === type && before.ariaLabel === ariaLabel && isSameData(before.data, data)) return before
    return { id, type, position: node.position, data, deletable: false, ariaLabel, ...roleOf(role) }
  }
}

const roleOf = (role: string) => ({ domAttributes: { 'aria-roledescription': role } })

/** Groups behind the blocks and comments over them. */
const remarksOf = (
  graph: Graph,
  { remarkOf, role }: Pick<Marks, 'remarkOf' | 'role'>,
  onChange: (graph: Graph) => void,
): CanvasNode[] => [
  ...graph.groups.map((group): CanvasNode => ({
    id: group.id,
    type: 'blockGroup',
    position: group.position,
    zIndex: -1,
    data: {
      group,
      onTitle: (title) => onChange(withGroupTitle(graph, group.id, title)),
      onRemove: () => onChange(without(graph, new Set([group.id]))),
    },
    deletable: false,
    ariaLabel: remarkOf('group', group.title),
    ...roleOf(role),
  })),
  ...graph.comments.map((comment): CanvasNode => ({
    id: comment.id,
    type: 'comment',
    position: comment.position,
    data: {
      comment,
      onText: (text) => onChange(withCommentText(graph, comment.id, text)),
      onRemove: () => onChange(without(graph, new Set([comment.id]))),
    },
    deletable: false,
    ariaLabel: remarkOf('comment', comment.text),
    ...roleOf(role),
  })),
]

/**
 * What the canvas has, brought to what it should have: an element that is drawn already keeps what was measured of it,
 * and stays the same object where nothing of it changed.
 */
export function redrawn(
  shown: readonly CanvasNode[],
  wanted: readonly CanvasNode[],
  chosen: ReadonlySet<string>,
): CanvasNode[] {
  const before = new Map(shown.map((node) => [node.id, node]))
  return wanted.map((node) => {
    const old = before.get(node.id)
    const selected = chosen.has(node.id)
    if (old?.type !== node.type) return { ...node, selected }
    const isThere = old.position.x === node.position.x && old.position.y === node.position.y
    if (isThere && old.data === node.data && (old.selected ?? false) === selected) return old
    return { ...node, selected, ...(old.measured && { measured: old.measured }) } as CanvasNode
  })
}
