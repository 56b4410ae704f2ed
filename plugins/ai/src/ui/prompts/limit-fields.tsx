import { BlockForm, Field, Input, issuesBelow, Select, Textarea, useWords } from '@recado/sdk/ui'
import type { FormField, QueueId } from '@recado/sdk'
import { longestMinutes, type PromptDraft } from '../../prompts/prompt.ts'
import { useQueues, useUsage } from './use-prompts.ts'

interface LimitFieldsProps {
  draft: PromptDraft
  issues: Readonly<Record<string, string>>
  onChange(change: Partial<PromptDraft>): void
}

const ownQueue = 'own'
const rule = (name: keyof PromptDraft['handOver']): FormField => ({ name, type: 'boolean', required: false })
const rules = [rule('person'), rule('anger'), rule('unsure'), rule('needsSource'), rule('scope'), rule('vip')]
const vipFields: readonly FormField[] = [
  { name: 'vipTags', type: 'referenceArray', refersTo: 'tag', required: false },
  { name: 'vipAttribute', type: 'reference', refersTo: 'contactAttribute', required: false },
  { name: 'vipValue', type: 'string', required: false, maxLength: 200 },
]

/** How far an agent goes, when people get the conversation, and where. */
export function LimitFields({ draft, issues, onChange }: LimitFieldsProps) {
  const { t } = useWords()
  const queues = useQueues().data ?? []
  const currency = useUsage().data?.prices?.currency
  const number = (name: 'maxTurns' | 'maxMinutes' | 'maxCost', max: number) => (
    <Field
      label={name === 'maxCost' && currency ? `${t('form.maxCost.label')} (${currency})` : t(`form.${name}.label`)}
      help={t(`form.${name}.help`, { min: 1, max })}
      error={issues[name]}
    >
      <Input
        type="number"
        inputMode="decimal"
        min={name === 'maxCost' ? 0 : 1}
        max={max}
        step={name === 'maxCost' ? 'any' : 1}
        value={draft[name] === null || Number.isNaN(draft[name]) ? '' : draft[name]}
        onChange={({ target }) =>
          onChange({ [name]: target.value === '' && name !== 'maxTurns' ? null : target.valueAsNumber })
        }
      />
    </Field>
  )
  return (
    <>
      {number('maxTurns', 200)}
      {number('maxMinutes', longestMinutes)}
      {number('maxCost', 1_000_000)}
      <h3 className="text-list font-medium">{t('form.handOver.title')}</h3>
      <p className="text-list text-ink-muted">{t('form.handOver.description')}</p>
      <BlockForm
        fields={draft.handOver.vip ? [...rules, ...vipFields] : rules}
        namespace="plugin.ai"
        prefix="form.handOver"
        values={draft.handOver}
        issues={issuesBelow(issues, 'handOver')}
        onChange={(handOver) => onChange({ handOver: handOver as PromptDraft['handOver'] })}
      />
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
      <Field label={t('form.handOverText.label')} help={t('form.handOverText.help')} error={issues['handOverText']}>
        <Textarea
          rows={2}
          maxLength={1_000}
          value={draft.handOverText}
          onChange={({ target }) => onChange({ handOverText: target.value })}
        />
      </Field>
    </>
  )
}
