import { useWords } from '@recado/sdk/ui'
import { validations } from '../../../graph/graph.ts'
import { maxPatternLength } from '../../../graph/limits.ts'
import type { FieldsOf } from './fields-of.ts'
import { AttributeFields } from './attribute-fields.tsx'
import { ChoiceField, LineField, NumberField, TextField } from './fields.tsx'
import { AttemptFields } from './menu-fields.tsx'

const farNumber = 1_000_000_000

/** A free question, what its answer has to be, and where it is kept. */
export function QuestionFields({ data, onChange }: FieldsOf<'question'>) {
  const { t } = useWords()
  const set = (change: Partial<typeof data>): void => onChange({ ...data, ...change })
  const { validation } = data
  return (
    <>
      <TextField
        label={t('form.text')}
        help={t('form.variables')}
        value={data.text}
        onChange={(text) => set({ text })}
      />
      <ChoiceField
        label={t('form.validation')}
        value={validation.kind}
        options={validations}
        words="validation"
        onChange={(kind) => set({ validation: { ...validation, kind } })}
      />
      {validation.kind === 'pattern' && (
        <LineField
          label={t('form.pattern')}
          max={maxPatternLength}
          value={validation.pattern}
          onChange={(pattern) => set({ validation: { ...validation, pattern } })}
        />
      )}
      {validation.kind === 'number' && (
        <>
          <NumberField
            label={t('form.min')}
            step="any"
            value={validation.min}
            min={-farNumber}
            max={farNumber}
            onChange={(min) => set({ validation: { ...validation, min } })}
          />
          <NumberField
            label={t('form.max')}
            step="any"
            value={validation.max}
            min={-farNumber}
            max={farNumber}
            onChange={(max) => set({ validation: { ...validation, max } })}
          />
        </>
      )}
      <LineField
        label={t('form.variable')}
        help={t('form.variableHelp')}
        max={40}
        value={data.variable}
        onChange={(variable) => set({ variable })}
      />
      <AttributeFields value={data.attribute} isOptional onChange={(attribute) => set({ attribute })} />
      <AttemptFields data={data} onChange={set} />
    </>
  )
}
