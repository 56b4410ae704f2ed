import { Field, Input, useWords } from '@recado/sdk/ui'
import { answersTexts, knownModels } from '../../models/known-models.ts'
import type { PromptDraft } from '../../prompts/prompt.ts'
import { KeyField } from './key-field.tsx'

interface ModelFieldsProps {
  draft: PromptDraft
  hasApiKey: boolean
  issues: Readonly<Record<string, string>>
  limits: Readonly<Record<'tokens' | 'temperature', { readonly min: number; readonly max: number }>>
  onChange(change: Partial<PromptDraft>): void
}

/** Which model answers, by which key, how long and how freely. */
export function ModelFields({ draft, hasApiKey, issues, limits, onChange }: ModelFieldsProps) {
  const { t } = useWords()
  const number = (name: 'maxTokens' | 'maxMessages' | 'temperature', min: number, max: number) => (
    <Field label={t(`form.${name}.label`)} help={t(`form.${name}.help`, { min, max })} error={issues[name]}>
      <Input
        type="number"
        inputMode="decimal"
        min={min}
        max={max}
        step={name === 'temperature' ? 0.1 : 1}
        value={Number.isNaN(draft[name]) ? '' : draft[name]}
        onChange={({ target }) => onChange({ [name]: target.valueAsNumber })}
      />
    </Field>
  )
  return (
    <>
      <Field label={t('form.model.label')} help={t('form.model.help')} error={issues['model']}>
        <Input
          value={draft.model ?? ''}
          list="ai-models"
          maxLength={100}
          autoComplete="off"
          placeholder={t('form.model.company')}
          onChange={({ target }) => onChange({ model: target.value === '' ? null : target.value })}
        />
      </Field>
      <datalist id="ai-models">
        {Object.entries(knownModels)
          .filter(([id]) => answersTexts(id))
          .map(([id, { title }]) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
      </datalist>
      <KeyField
        label={t('form.apiKey.label')}
        help={t('form.apiKey.help')}
        value={draft.apiKey}
        isKept={hasApiKey}
        error={issues['apiKey']}
        onChange={(apiKey) => onChange({ apiKey })}
      />
      {number('maxTokens', limits.tokens.min, limits.tokens.max)}
      {number('maxMessages', 1, 100)}
      {number('temperature', limits.temperature.min, limits.temperature.max)}
    </>
  )
}
