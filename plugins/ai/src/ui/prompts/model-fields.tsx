import { Field, Input, Select, useWords } from '@recado/sdk/ui'
import type { QueueId } from '@recado/sdk'
import { knownModels } from '../../models/known-models.ts'
import type { PromptDraft } from '../../prompts/prompt.ts'
import { KeyField } from './key-field.tsx'
import { useQueues } from './use-prompts.ts'

interface ModelFieldsProps {
  draft: PromptDraft
  hasApiKey: boolean
  issues: Readonly<Record<string, string>>
  limits: Readonly<Record<'tokens' | 'temperature', { readonly min: number; readonly max: number }>>
  onChange(change: Partial<PromptDraft>): void
}

const ownQueue = 'own'

/** Which model answers, by which key, how long and how freely, and where it hands over. */
export function ModelFields({ draft, hasApiKey, issues, limits, onChange }: ModelFieldsProps) {
  const { t } = useWords()
  const queues = useQueues().data ?? []
  const number = (name: 'maxTokens' | 'maxMessages' | 'maxTurns' | 'temperature', min: number, max: number) => (
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
        {Object.entries(knownModels).map(([id, { title }]) => (
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
      {number('maxTurns', 1, 200)}
      <Field label={t('form.queue.label')} help={t('form.queue.help')} error={issues['queueId']}>
        <Select
          value={draft.queueId ?? ownQueue}
          options={[
            { value: ownQueue, label: t('form.queue.own') },
            ...queues.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onValueChange={(value) => onChange({ queueId: value === ownQueue ? null : (value as QueueId) })}
        />
      </Field>
    </>
  )
}
