import { Button, Field, Icon, IconButton, Textarea, useWords } from '@recado/sdk/ui'
import { useRef } from 'react'
import { maxTextLength } from '../../messages/limits.ts'
import type { PartInput, PartProblem } from './part-inputs.ts'

interface PartFieldProps {
  part: PartInput
  at: number
  count: number
  problem: PartProblem | undefined
  isDragged: boolean
  onChange(part: PartInput): void
  onMove(by: -1 | 1): void
  onRemove(): void
  onDrag(isDragged: boolean): void
  onDrop(): void
}

/** One part: its texts, its file, and its place among the others. */
export function PartField({
  part,
  at,
  count,
  problem,
  isDragged,
  onChange,
  onMove,
  onRemove,
  onDrag,
  onDrop,
}: PartFieldProps) {
  const { t } = useWords()
  const item = useRef<HTMLLIElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const number = at + 1
  return (
    <li
      ref={item}
      className={`flex flex-col gap-2 rounded-md border border-line p-3 ${isDragged ? 'opacity-50' : ''}`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        onDrop()
      }}
    >
      {count > 1 && (
        <div className="flex items-center gap-1">
          <span
            draggable
            aria-hidden
            title={t('parts.drag')}
            className="cursor-grab p-1 text-ink-muted"
            onDragEnd={() => onDrag(false)}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              if (item.current) event.dataTransfer.setDragImage(item.current, 0, 0)
              onDrag(true)
            }}
          >
            <Icon name="grip-vertical" size={15} />
          </span>
          <span className="flex-1 text-list font-medium">{t('parts.number', { number, count })}</span>
          <IconButton
            size="small"
            icon={<Icon name="arrow-up" size={15} />}
            label={t('parts.up', { number })}
            disabled={at === 0}
            onClick={() => onMove(-1)}
          />
          <IconButton
            size="small"
            icon={<Icon name="arrow-down" size={15} />}
            label={t('parts.down', { number })}
            disabled={at === count - 1}
            onClick={() => onMove(1)}
          />
          <IconButton
            size="small"
            icon={<Icon name="trash-2" size={15} />}
            label={t('parts.remove', { number })}
            onClick={onRemove}
          />
        </div>
      )}
      <Field
        label={t(part.file ? 'field.caption' : 'field.message')}
        error={problem && t(`invalid.${problem}`)}
        required={part.file === null}
      >
        <Textarea
          rows={part.file ? 2 : 4}
          value={part.text}
          maxLength={maxTextLength}
          onChange={(event) => onChange({ ...part, text: event.target.value })}
        />
      </Field>
      <div className="flex min-w-0 flex-wrap items-center gap-2 text-sm">
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={t('field.fileOf', { number })}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) onChange({ ...part, file })
            event.target.value = ''
          }}
        />
        {part.file && (
          <span className="flex min-w-0 items-center gap-1.5">
            <Icon name="file-text" size={15} className="shrink-0 text-ink-muted" />
            <span className="truncate">{part.file.name}</span>
          </span>
        )}
        <Button
          size="small"
          variant="ghost"
          icon={<Icon name="paperclip" size={14} />}
          onClick={() => picker.current?.click()}
        >
          {t(part.file ? 'editor.replaceFile' : 'editor.addFile')}
        </Button>
        {part.file && (
          <Button size="small" variant="ghost" onClick={() => onChange({ ...part, file: null })}>
            {t('editor.removeFile')}
          </Button>
        )}
      </div>
    </li>
  )
}
