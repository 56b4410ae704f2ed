import { classNames, Icon, IconButton, useWords } from '@recado/sdk/ui'
import { Handle, Position, type Node, type NodeProps } from '@xyflow/react'
import { memo } from 'react'
import { outletsOf } from '../../graph/blocks.ts'
import type { FlowNode, Graph } from '../../graph/graph.ts'
import { maxCommentLength, maxTitleLength } from '../../graph/limits.ts'
import { useBlockWords } from './block-words.ts'
import { farBlock } from './far-block.ts'

interface Figure {
  readonly entered: number
  readonly left: number
  readonly waiting: number
}
/** What a block is drawn from. */
export type BlockData = {
  node: FlowNode
  faults: number
  figure: Figure | undefined
  /** Names of others who have it chosen. */
  names: string
  /** It is what a search found; `current` is the one that the search is at. */
  found: 'found' | 'current' | undefined
}
type BlockCanvasNode = Node<BlockData, 'block' | 'farBlock'>
type CommentCanvasNode = Node<
  { comment: Graph['comments'][number]; onText(text: string): void; onRemove(): void },
  'comment'
>
type GroupCanvasNode = Node<
  { group: Graph['groups'][number]; onTitle(title: string): void; onRemove(): void },
  'blockGroup'
>
export type CanvasNode = BlockCanvasNode | CommentCanvasNode | GroupCanvasNode

/** Whether a block is drawn as before: its node is another object whenever anything of the flow has changed. */
const isAsBefore = (before: NodeProps<BlockCanvasNode>, after: NodeProps<BlockCanvasNode>): boolean =>
  before.selected === after.selected &&
  before.data.node === after.data.node &&
  before.data.faults === after.data.faults &&
  before.data.figure === after.data.figure &&
  before.data.names === after.data.names &&
  before.data.found === after.data.found

/** The line around what a search found, over that of the border. */
const foundRing = { found: 'ring-2 ring-warning', current: 'ring-4 ring-warning' } as const

/** Who else has the block chosen. */
function Names({ names }: { names: string }) {
  const { t } = useWords()
  return (
    names !== '' && (
      <span
        title={t('canvas.others', { names })}
        className={
          'absolute -top-5 right-0 max-w-full truncate rounded-t-md bg-accent px-2 py-0.5 text-xs font-medium ' +
          'text-accent-ink'
        }
      >
        {names}
      </span>
    )
  )
}

/** A block on the canvas: what it is, what it says, its ways out, and what is wrong with it. */
export const BlockNode = memo(function BlockNode({
  data: { node, faults, figure, names, found },
  selected,
}: NodeProps<BlockCanvasNode>) {
  const { t } = useWords()
  const { titleOf, iconOf, summaryOf, outletOf } = useBlockWords()
  const summary = summaryOf(node)
  return (
    <div
      className={classNames(
        'relative w-60 rounded-lg border bg-surface text-list shadow-sm',
        selected || names !== '' ? 'border-accent' : faults > 0 ? 'border-danger' : 'border-line',
        found && foundRing[found],
      )}
    >
      <Names names={names} />
      {node.kind !== 'start' && <Handle type="target" position={Position.Top} className="!size-3" />}
      <p className="flex items-center gap-2 border-b border-line px-3 py-1.5 font-medium">
        <Icon name={iconOf(node)} size={15} className="shrink-0 text-ink-muted" />
        <span className="min-w-0 flex-1 truncate">{titleOf(node)}</span>
        {faults > 0 && (
          <span className="text-xs text-danger" title={t('canvas.faults', { count: faults })}>
            <Icon name="triangle-alert" size={14} />
          </span>
        )}
      </p>
      {summary !== '' && <p className="line-clamp-3 px-3 py-1.5 text-xs break-words text-ink-muted">{summary}</p>}
      {figure && (
        <p className="px-3 pb-1 text-xs text-ink-muted tabular-nums">
          {t('canvas.figure', { entered: figure.entered, left: figure.left, waiting: figure.waiting })}
        </p>
      )}
      <ul className="pb-1">
        {outletsOf(node).map((outlet) => (
          <li key={outlet.id} className="relative px-3 py-0.5 text-right text-xs">
            <span className={classNames('inline-block max-w-full truncate', outlet.isOptional && 'text-ink-muted')}>
              {outletOf(outlet)}
            </span>
            <Handle type="source" id={outlet.id} position={Position.Right} className="!size-3" />
          </li>
        ))}
      </ul>
    </div>
  )
}, isAsBefore)

/** A block of a large flow seen from afar: its place and whether something is wrong with it. */
export const FarBlockNode = memo(function FarBlockNode({
  data: { node, faults, names, found },
  selected,
}: NodeProps<BlockCanvasNode>) {
  const { titleOf } = useBlockWords()
  return (
    <div
      style={farBlock}
      className={classNames(
        'overflow-hidden rounded-lg border-4 bg-surface px-3 py-1.5',
        selected || names !== '' ? 'border-accent' : faults > 0 ? 'border-danger' : 'border-line-strong',
        found && 'bg-warning-soft',
      )}
    >
      <span className="block truncate text-3xl font-medium">{titleOf(node)}</span>
    </div>
  )
}, isAsBefore)

/** A remark beside the blocks, for colleagues. */
export const CommentNode = memo(function CommentNode({
  data: { comment, onText, onRemove },
}: NodeProps<CommentCanvasNode>) {
  const { t } = useWords()
  return (
    <div className="relative w-60 rounded-md border border-warning/40 bg-warning-soft p-2 text-list">
      <textarea
        key={comment.text}
        className="nodrag w-full resize-none bg-transparent pr-6 text-list"
        rows={4}
        maxLength={maxCommentLength}
        aria-label={t('canvas.comment')}
        defaultValue={comment.text}
        onBlur={(event) => {
          if (event.target.value !== comment.text) onText(event.target.value)
        }}
      />
      <IconButton
        className="absolute top-1 right-1"
        size="small"
        icon={<Icon name="x" size={14} />}
        label={t('canvas.removeComment')}
        onClick={onRemove}
      />
    </div>
  )
})

/** A group behind its blocks: it has a title, and takes them along when it is dragged. */
export const GroupNode = memo(function GroupNode({
  data: { group, onTitle, onRemove },
  selected,
}: NodeProps<GroupCanvasNode>) {
  const { t } = useWords()
  return (
    <div
      style={group.size}
      className={classNames(
        'flex items-start gap-1 rounded-xl border-2 border-dashed p-1',
        selected ? 'border-accent' : 'border-line-strong',
      )}
    >
      <input
        key={group.title}
        className="nodrag min-w-0 flex-1 bg-transparent px-2 text-list font-medium"
        maxLength={maxTitleLength}
        aria-label={t('canvas.group')}
        placeholder={t('canvas.group')}
        defaultValue={group.title}
        onBlur={(event) => {
          if (event.target.value !== group.title) onTitle(event.target.value)
        }}
      />
      <IconButton size="small" icon={<Icon name="x" size={14} />} label={t('canvas.removeGroup')} onClick={onRemove} />
    </div>
  )
})
