import { Field, Input, Select, useWords } from '@recado/sdk/ui'
import { useAttributes } from '../use-attributes.ts'
import type { Draft } from './draft.ts'

const owners = ['contact', 'ticket'] as const

/** The date from which a rule counts, and how far from it it begins. */
export function DateFields({
  draft,
  error,
  onChange,
}: {
  draft: Draft
  error: string | undefined
  onChange(change: Partial<Draft>): void
}) {
  const { t } = useWords()
  const definitions = useAttributes(draft.of)
  const dates = (definitions.data ?? []).filter(({ type, isArchived }) => type === 'date' && !isArchived)
  return (
    <>
      <Field label={t('trigger.of')}>
        <Select
          value={draft.of}
          options={owners.map((value) => ({ value, label: t(`trigger.ofs.${value}`) }))}
          onValueChange={(chosen) => onChange({ of: owners.find((one) => one === chosen)!, attribute: '' })}
        />
      </Field>
      <Field
        label={t('trigger.attribute')}
        error={error}
        help={definitions.isSuccess && dates.length === 0 ? t('trigger.noAttribute') : undefined}
        required
      >
        <Select
          value={draft.attribute}
          options={[
            ...(draft.attribute === '' ? [{ value: '', label: '–' }] : []),
            ...dates.map(({ key, label }) => ({ value: key, label })),
          ]}
          onValueChange={(attribute) => onChange({ attribute })}
        />
      </Field>
      <Field label={t('trigger.days')} help={t('trigger.daysHelp')} required>
        <Input
          inputMode="numeric"
          value={draft.days}
          maxLength={4}
          autoComplete="off"
          onChange={({ target }) => onChange({ days: target.value })}
        />
      </Field>
      <Field label={t('trigger.time')} required>
        <Input type="time" value={draft.time} onChange={({ target }) => onChange({ time: target.value })} />
      </Field>
    </>
  )
}
