import { Button, Icon, useWords } from '@recado/sdk/ui'
import type { Graph } from '../../graph/graph.ts'
import { maxCommentLength, maxTitleLength } from '../../graph/limits.ts'
import { useBlockWords } from './block-words.ts'
import { withCommentText, withGroupTitle } from './edit.ts'
import { LineField, TextField } from './forms/fields.tsx'
import { SideHead } from './side-head.tsx'

interface RemarkInspectorProps {
  graph: Graph
  /** Of the chosen comment or group. */
  id: string
  onChange(graph: Graph): void
  /** Opens a block of the group. */
  onOpen(id: string): void
  onRemove(): void
  onClose(): void
}

/** The chosen comment or group, so that both can be written without the canvas. */
export function RemarkInspector({ graph, id, onChange, onOpen, onRemove, onClose }: RemarkInspectorProps) {
  const { t } = useWords()
  const { titleOf } = useBlockWords()
  const comment = graph.comments.find((one) => one.id === id)
  const group = graph.groups.find((one) => one.id === id)
  const held = new Set(group?.nodes)
  return (
    <>
      <SideHead title={t(group ? 'remark.group' : 'canvas.comment')} onClose={onClose} />
      <div className="scroll-thin flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-3">
        {comment && (
          <TextField
            label={t('form.text')}
            rows={6}
            max={maxCommentLength}
            value={comment.text}
            onChange={(text) => onChange(withCommentText(graph, id, text))}
          />
        )}
        {group && (
          <>
            <LineField
              label={t('canvas.group')}
              max={maxTitleLength}
              value={group.title}
              onChange={(title) => onChange(withGroupTitle(graph, id, title))}
            />
            <ul aria-label={t('remark.blocks')} className="flex flex-wrap gap-1">
              {graph.nodes
                .filter((node) => held.has(node.id))
                .map((node) => (
                  <li key={node.id}>
                    <Button size="small" variant="ghost" onClick={() => onOpen(node.id)}>
                      {t('form.goTo', { name: titleOf(node) })}
                    </Button>
                  </li>
                ))}
            </ul>
          </>
        )}
        <Button className="self-start" icon={<Icon name="trash-2" size={15} />} onClick={onRemove}>
          {t(group ? 'canvas.removeGroup' : 'canvas.removeComment')}
        </Button>
      </div>
    </>
  )
}
