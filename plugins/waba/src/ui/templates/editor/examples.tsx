import { variablesIn } from '@recado/sdk'
import { Field, Input, useWords } from '@recado/sdk/ui'
import type { Examples as ExampleValues } from '../../../templates/template-kinds.ts'
import { limits } from '../../../templates/template-limits.ts'
import { useProblemText, written } from './problem-text.ts'
import type { EditorState } from './use-editor.ts'

/** A field for each variable of a text, as typed. The example of a removed one stays until it comes back. */
export function Examples({
  part,
  editor,
  disabled,
}: {
  part: 'header' | 'body'
  editor: EditorState
  disabled: boolean
}) {
  const { t } = useWords()
  const problemText = useProblemText()
  const { content, change, problemAt } = editor
  const [text, key] =
    part === 'header' ? [content.headerText, 'headerExamples' as const] : [content.body, 'bodyExamples' as const]
  const values: ExampleValues = content[key]
  return variablesIn(text)
    .filter((variable) => variable !== '')
    .map((variable) => (
      <Field
        key={variable}
        label={t(`templates.field.${part}Example`, { variable: written(variable) })}
        error={problemText(problemAt(`${key}.${variable}`))}
        required
      >
        <Input
          value={values[variable] ?? ''}
          maxLength={limits.example}
          disabled={disabled}
          onChange={(event) => change({ [key]: { ...values, [variable]: event.target.value } })}
        />
      </Field>
    ))
}
