import { Button, useWords } from '@recado/sdk/ui'
import { useEffect, useRef, useState } from 'react'
import { maxParts } from '../../messages/limits.ts'
import { PartField } from './part-field.tsx'
import { isFull, moved, newPart, type PartInput, type PartProblem } from './part-inputs.ts'

interface PartsEditorProps {
  parts: readonly PartInput[]
  problems: ReadonlyMap<number, PartProblem>
  onChange(parts: readonly PartInput[]): void
}

/** The parts in the order in which they are sent: added, moved by keys or by dragging, removed and brought back. */
export function PartsEditor({ parts, problems, onChange }: PartsEditorProps) {
  const { t } = useWords()
  const [removed, setRemoved] = useState<{ part: PartInput; at: number }>()
  const [dragged, setDragged] = useState<number>()
  const [said, setSaid] = useState('')
  const undo = useRef<HTMLButtonElement>(null)
  // Removing a part moves the focus to the button that brings it back.
  useEffect(() => {
    if (removed) undo.current?.focus()
  }, [removed])

  const change = (part: PartInput) => onChange(parts.map((one) => (one.key === part.key ? part : one)))
  const move = (from: number, to: number) => {
    if (from === to) return
    onChange(moved(parts, from, to))
    setSaid(t('parts.moved', { number: to + 1, count: parts.length }))
  }
  const remove = (part: PartInput, at: number) => {
    setRemoved({ part, at })
    onChange(parts.filter((one) => one.key !== part.key))
  }
  const bringBack = () => {
    if (!removed) return
    onChange(parts.toSpliced(removed.at, 0, removed.part))
    setRemoved(undefined)
  }
  const add = () => {
    setRemoved(undefined)
    onChange([...parts, newPart(removed ? [...parts, removed.part] : parts)])
  }
  return (
    <div className="flex flex-col gap-3">
      <ol aria-label={t('parts.title')} className="flex flex-col gap-3">
        {parts.map((part, at) => (
          <PartField
            key={part.key}
            part={part}
            at={at}
            count={parts.length}
            problem={problems.get(part.key)}
            isDragged={dragged === at}
            onChange={change}
            onMove={(by) => move(at, at + by)}
            onRemove={() => remove(part, at)}
            onDrag={(isDragged) => setDragged(isDragged ? at : undefined)}
            onDrop={() => {
              if (dragged !== undefined) move(dragged, at)
            }}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      {removed && (
        <p className="flex items-center gap-2 text-sm">
          <span role="status">{t('parts.removed')}</span>
          <Button ref={undo} size="small" variant="ghost" onClick={bringBack}>
            {t('parts.undo')}
          </Button>
        </p>
      )}
      <p className="flex flex-wrap items-center gap-3">
        <Button size="small" disabled={isFull(parts)} onClick={add}>
          {t('parts.add')}
        </Button>
        {isFull(parts) && <span className="text-list text-ink-muted">{t('parts.full', { count: maxParts })}</span>}
      </p>
    </div>
  )
}
