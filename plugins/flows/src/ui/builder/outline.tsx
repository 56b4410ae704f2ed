import { Badge, classNames, Icon, Input, useWords } from '@recado/sdk/ui'
import { useState, type MouseEvent } from 'react'
import { outletsOf } from '../../graph/blocks.ts'
import type { EditorView } from '../../flows/flow.ts'
import type { Fault } from '../../graph/faults.ts'
import type { Graph } from '../../graph/graph.ts'
import { useBlockWords } from './block-words.ts'
import { namesByBlock } from './editors.tsx'
import { foundIn } from './find-blocks.ts'
import { ranksOf } from './layouts.ts'

interface OutlineProps {
  graph: Graph
  faults: readonly Fault[]
  chosen: ReadonlySet<string>
  /** Who else has the flow open. */
  editors: readonly EditorView[]
  /** Opened to be filled in, or chosen beside the others. */
  onOpen(id: string): void
  onToggle(id: string): void
}

/** Id of the field that the list is searched by. */
export const outlineSearchId = 'flow-outline-search'

/**
 * The flow as a list, in the order in which blocks are reached, each with where its ways out lead, then its groups and
 * comments; it can be searched.
 */
export function Outline({ graph, faults, chosen, editors, onOpen, onToggle }: OutlineProps) {
  const { t } = useWords()
  const { titleOf, kindOf, iconOf, summaryOf, outletOf } = useBlockWords()
  const [search, setSearch] = useState('')
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  const all = ranksOf(graph).flat()
  const names = namesByBlock(editors)
  const groupOf = new Map(graph.groups.flatMap(({ nodes, title }) => nodes.map((id) => [id, title] as const)))
  const press = (id: string) => (event: MouseEvent) => {
    if (event.shiftKey || event.ctrlKey || event.metaKey) onToggle(id)
    else onOpen(id)
  }
  const remarks = [
    ...graph.groups.map(({ id, title }) => ({ id, says: t('remark.groupNamed', { text: title }) })),
    ...graph.comments.map(({ id, text }) => ({ id, says: t('remark.commentNamed', { text }) })),
  ]
  const found =
    search.trim() === '' ? all : foundIn(all, search, (node) => [titleOf(node), kindOf(node), summaryOf(node)])
  return (
    <div className="scroll-thin mx-auto flex h-full w-full max-w-2xl flex-col gap-2 overflow-y-auto p-3">
      <Input
        id={outlineSearchId}
        type="search"
        aria-label={t('builder.search')}
        placeholder={t('builder.search')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {found.length === 0 && <p className="text-list text-ink-muted">{t('builder.notFound')}</p>}
      <ol aria-label={t('builder.blocks')} className="flex flex-col gap-2">
        {found.map((node) => {
          const wrong = faults.filter(({ nodeId, severity }) => nodeId === node.id && severity === 'error').length
          return (
            <li key={node.id}>
              <button
                type="button"
                data-id={node.id}
                aria-pressed={chosen.has(node.id)}
                className={classNames(
                  'w-full rounded-lg border bg-surface p-3 text-left',
                  chosen.has(node.id) ? 'border-accent' : wrong > 0 ? 'border-danger' : 'border-line',
                )}
                onClick={press(node.id)}
              >
                <span className="flex items-center gap-2 text-list font-medium">
                  <Icon name={iconOf(node)} size={15} className="shrink-0 text-ink-muted" />
                  {titleOf(node)}
                  {names.has(node.id) && <Badge tone="accent">{names.get(node.id)}</Badge>}
                  {wrong > 0 && <span className="text-xs text-danger">{t('canvas.faults', { count: wrong })}</span>}
                </span>
                {summaryOf(node) !== '' && (
                  <span className="block text-xs break-words text-ink-muted">{summaryOf(node)}</span>
                )}
                {groupOf.has(node.id) && (
                  <span className="block text-xs text-ink-muted">
                    {t('remark.groupNamed', { text: groupOf.get(node.id) })}
                  </span>
                )}
                {outletsOf(node).map((outlet) => {
                  const target = graph.edges.find(({ from, outlet: of }) => from === node.id && of === outlet.id)
                  const to = target && byId.get(target.to)
                  return (
                    <span key={outlet.id} className="block text-xs">
                      {outletOf(outlet)} → {to ? titleOf(to) : t('builder.nowhere')}
                    </span>
                  )
                })}
              </button>
            </li>
          )
        })}
      </ol>
      {remarks.length > 0 && (
        <ul aria-label={t('remark.title')} className="flex flex-col gap-2">
          {remarks.map(({ id, says }) => (
            <li key={id}>
              <button
                type="button"
                data-id={id}
                aria-pressed={chosen.has(id)}
                className={classNames(
                  'w-full rounded-lg border bg-surface p-3 text-left text-list break-words',
                  chosen.has(id) ? 'border-accent' : 'border-line',
                )}
                onClick={press(id)}
              >
                {says}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="h-16 shrink-0" />
    </div>
  )
}
