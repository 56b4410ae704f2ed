import { Avatar, Tooltip, useViewer, useWords, VisuallyHidden } from '@recado/sdk/ui'
import type { EditorView } from '../../flows/flow.ts'
import type { Graph } from '../../graph/graph.ts'
import { useBlockWords } from './block-words.ts'

/** Names of who has each block chosen. */
export function namesByBlock(editors: readonly EditorView[]): ReadonlyMap<string, string> {
  const names = new Map<string, Set<string>>()
  for (const { name, chosen } of editors) for (const id of chosen) names.set(id, (names.get(id) ?? new Set()).add(name))
  return new Map([...names].map(([id, of]) => [id, [...of].join(', ')]))
}

interface EditorsProps {
  graph: Graph
  editors: readonly EditorView[]
  onChoose(ids: ReadonlySet<string>): void
}

/** Who else has the flow open, each with the block that they are at: pressing one goes there. */
export function Editors({ graph, editors, onChoose }: EditorsProps) {
  const { t } = useWords()
  const { userId } = useViewer()
  const { titleOf } = useBlockWords()
  const shown = editors.map((editor) => {
    const at = graph.nodes.find(({ id }) => id === editor.chosen[0])
    const name = editor.userId === userId ? t('editors.you') : editor.name
    return { ...editor, name, at: at?.id, says: at ? t('editors.at', { name, block: titleOf(at) }) : name }
  })
  return (
    <>
      <VisuallyHidden>
        <span role="status">
          {shown.length === 0 ? '' : t('editors.here', { names: shown.map(({ name }) => name).join(', ') })}
        </span>
      </VisuallyHidden>
      {shown.length > 0 && (
        <ul aria-label={t('editors.title')} className="flex items-center gap-1">
          {shown.slice(0, 5).map(({ page, name, at, says }) => (
            <li key={page} className="flex">
              <Tooltip text={says}>
                <button
                  type="button"
                  aria-label={says}
                  aria-disabled={at === undefined}
                  className="rounded-full"
                  onClick={() => {
                    if (at !== undefined) onChoose(new Set([at]))
                  }}
                >
                  <Avatar name={name} size={24} decorative />
                </button>
              </Tooltip>
            </li>
          ))}
          {shown.length > 5 && <li className="text-xs text-ink-muted">+{shown.length - 5}</li>}
        </ul>
      )}
    </>
  )
}
