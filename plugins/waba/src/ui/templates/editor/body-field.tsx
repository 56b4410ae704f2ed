import { variablesIn } from '@recado/sdk'
import { Button, Field, Textarea, useWords } from '@recado/sdk/ui'
import { useRef } from 'react'
import { limits } from '../../../templates/template-limits.ts'
import { Counter } from './counter.tsx'
import { Examples } from './examples.tsx'
import { useProblemText, written } from './problem-text.ts'
import type { EditorState } from './use-editor.ts'

/** The text, its variables as they are typed, and a button that puts the next one at the caret. */
export function BodyField({ editor, disabled }: { editor: EditorState; disabled: boolean }) {
  const { t } = useWords()
  const problemText = useProblemText()
  const field = useRef<HTMLTextAreaElement>(null)
  const {
    content: { body, parameterFormat },
    change,
    problemAt,
  } = editor
  const variables = variablesIn(body)
  const insert = () => {
    const next =
      parameterFormat === 'NAMED'
        ? `${t('templates.editor.variableName')}${variables.length === 0 ? '' : `_${variables.length + 1}`}`
        : String(variables.length + 1)
    const { selectionStart = body.length, selectionEnd = body.length } = field.current ?? {}
    change({ body: body.slice(0, selectionStart) + written(next) + body.slice(selectionEnd) })
    requestAnimationFrame(() => {
      const caret = selectionStart + written(next).length
      field.current?.focus()
      field.current?.setSelectionRange(caret, caret)
    })
  }
  return (
    <>
      <Field
        label={t('templates.field.body')}
        help={
          <span className="flex flex-wrap justify-between gap-2">
            <span>{t('templates.help.body')}</span>
            <Counter text={body} limit={limits.body} />
          </span>
        }
        error={problemText(problemAt('body'))}
        required
      >
        <Textarea
          ref={field}
          rows={6}
          value={body}
          disabled={disabled}
          onChange={(event) => change({ body: event.target.value })}
        />
      </Field>
      {!disabled && (
        <Button size="small" className="self-start" onClick={insert}>
          {t('templates.editor.addVariable')}
        </Button>
      )}
      <Examples part="body" editor={editor} disabled={disabled} />
      {variables.length > 0 && <p className="text-xs text-ink-muted">{t('templates.help.examples')}</p>}
    </>
  )
}
