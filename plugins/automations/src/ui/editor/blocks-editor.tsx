import { Button, ChoicePopover, Icon, useWords } from '@recado/sdk/ui'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { maxActions, maxConditions } from '../../rules/limits.ts'
import { moved } from '../moved.ts'
import type { Blocks, BlockKind } from '../use-offer.ts'
import { BlockCard } from './block-card.tsx'
import { isSpoken, newBlock, type BlockDraft, type Draft } from './draft.ts'
import type { BlockProblem } from './problems.ts'

interface BlocksEditorProps {
  kind: BlockKind
  draft: Draft
  blocks: Blocks
  problems: ReadonlyMap<number, BlockProblem>
  onChange(blocks: readonly BlockDraft[]): void
  children?: ReactNode
}

const most = { conditions: maxConditions, actions: maxActions } as const

/**
 * The conditions of a rule, or its actions in the order in which they are done: added from a list, removed and brought
 * back.
 */
export function BlocksEditor({ kind, draft, blocks, problems, onChange, children }: BlocksEditorProps) {
  const { t } = useWords()
  const title = useId()
  const list = useRef<HTMLOListElement>(null)
  const undo = useRef<HTMLButtonElement>(null)
  const [added, setAdded] = useState<number>()
  const [removed, setRemoved] = useState<{ block: BlockDraft; at: number }>()
  const [said, setSaid] = useState('')
  const chosen = draft[kind]
  const isFull = chosen.length >= most[kind]
  // Adding a block moves the focus into it; removing one moves it to the button that brings it back.
  useEffect(() => {
    if (added !== undefined) list.current?.querySelector<HTMLElement>(`[data-key="${added}"]`)?.focus()
  }, [added])
  useEffect(() => {
    if (removed) undo.current?.focus()
  }, [removed])

  const add = (value: string) => {
    const block = blocks.offer[kind].find(({ plugin, name }) => `${plugin}/${name}` === value)!
    const fresh = newBlock(removed ? [...chosen, removed.block] : chosen, block)
    setRemoved(undefined)
    setAdded(fresh.key)
    onChange([...chosen, fresh])
  }
  const move = (from: number, to: number) => {
    onChange(moved(chosen, from, to))
    setSaid(t('editor.moved', { number: to + 1, total: chosen.length }))
  }
  const offered = blocks.offer[kind].filter(({ about }) => about === 'ticket' || isSpoken(draft))
  return (
    <section aria-labelledby={title} className="flex min-w-0 flex-col gap-3">
      <div>
        <h3 id={title} className="text-list font-semibold">
          {t(`editor.${kind}.title`)}
        </h3>
        {chosen.length === 0 && <p className="text-xs text-ink-muted">{t(`editor.${kind}.none`)}</p>}
      </div>
      {kind === 'conditions' && children}
      {chosen.length > 0 && (
        <ol ref={list} aria-labelledby={title} className="flex flex-col gap-3">
          {chosen.map((block, at) => (
            <BlockCard
              key={block.key}
              kind={kind}
              block={block}
              at={at}
              total={chosen.length}
              blocks={blocks}
              problem={problems.get(block.key)}
              onChange={(changed) => onChange(chosen.map((one) => (one.key === changed.key ? changed : one)))}
              onMove={(by) => move(at, at + by)}
              onRemove={() => {
                setRemoved({ block, at })
                onChange(chosen.filter((one) => one !== block))
              }}
            />
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      {removed && (
        <p className="flex items-center gap-2 text-list">
          <span role="status">{t('editor.removed')}</span>
          <Button
            ref={undo}
            size="small"
            variant="ghost"
            onClick={() => {
              setAdded(removed.block.key)
              setRemoved(undefined)
              onChange(chosen.toSpliced(removed.at, 0, removed.block))
            }}
          >
            {t('editor.undo')}
          </Button>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <ChoicePopover
          label={t(`editor.${kind}.add`)}
          onChoose={add}
          trigger={
            <Button size="small" disabled={isFull} icon={<Icon name="plus" size={15} />}>
              {t(`editor.${kind}.add`)}
            </Button>
          }
          choices={offered.map((block) => ({
            value: `${block.plugin}/${block.name}`,
            label: blocks.titleOf(block),
            group: blocks.pluginOf(block),
            icon: block.icon ?? 'puzzle',
            keywords: [blocks.helpOf(block)],
          }))}
        />
        {isFull && <span className="text-list text-ink-muted">{t('editor.full', { total: most[kind] })}</span>}
      </div>
      {kind === 'actions' && children}
    </section>
  )
}
