import { BlockForm, Checkbox, Icon, IconButton, useWords } from '@recado/sdk/ui'
import type { Blocks, BlockKind } from '../use-offer.ts'
import type { BlockDraft } from './draft.ts'
import type { BlockProblem } from './problems.ts'

interface BlockCardProps {
  kind: BlockKind
  block: BlockDraft
  at: number
  total: number
  blocks: Blocks
  problem: BlockProblem | undefined
  onChange(block: BlockDraft): void
  onMove(by: -1 | 1): void
  onRemove(): void
}

/** One condition or action: its input, and for an action its position. */
export function BlockCard({ kind, block, at, total, blocks, problem, onChange, onMove, onRemove }: BlockCardProps) {
  const { t } = useWords()
  const offered = blocks.find(kind, block)
  const title = offered ? blocks.titleOf(offered) : t('editor.goneBlock', { name: block.name, plugin: block.plugin })
  const help = offered && blocks.helpOf(offered)
  const number = at + 1
  return (
    <li
      tabIndex={-1}
      data-key={block.key}
      {...(problem?.whole !== undefined && { 'data-problem': true })}
      aria-label={title}
      className="flex flex-col gap-2 rounded-md border border-line p-3"
    >
      <div className="flex items-center gap-1">
        <Icon name={offered?.icon ?? 'puzzle'} size={15} className="shrink-0 text-ink-muted" />
        <span className="min-w-0 flex-1 pl-1 text-list font-medium break-words">
          {kind === 'actions' && `${number}. `}
          {title}
        </span>
        {kind === 'actions' && total > 1 && (
          <>
            <IconButton
              size="small"
              icon={<Icon name="arrow-up" size={15} />}
              label={t('editor.up', { title })}
              aria-disabled={at === 0}
              onClick={() => {
                if (at > 0) onMove(-1)
              }}
            />
            <IconButton
              size="small"
              icon={<Icon name="arrow-down" size={15} />}
              label={t('editor.down', { title })}
              aria-disabled={at === total - 1}
              onClick={() => {
                if (at < total - 1) onMove(1)
              }}
            />
          </>
        )}
        <IconButton
          size="small"
          icon={<Icon name="trash-2" size={15} />}
          label={t('editor.remove', { title })}
          onClick={onRemove}
        />
      </div>
      {help && <p className="text-xs text-ink-muted">{help}</p>}
      {offered && offered.fields.length > 0 && (
        <BlockForm
          fields={offered.fields}
          namespace={offered.namespace}
          prefix={`${offered.words}.fields`}
          values={block.values}
          issues={problem?.fields ?? {}}
          onChange={(values) => onChange({ ...block, values })}
        />
      )}
      {kind === 'conditions' && (
        <Checkbox
          checked={block.negated}
          label={t('editor.negated')}
          onCheckedChange={(negated) => onChange({ ...block, negated })}
        />
      )}
      {problem?.whole !== undefined && (
        <p role="alert" className="text-xs text-danger">
          {problem.whole}
        </p>
      )}
    </li>
  )
}
