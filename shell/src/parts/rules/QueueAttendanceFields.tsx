import { Field, Select } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { distributions, type Distribution, type QueueRules } from '../../base/contracts.ts'
import { InactivitySelect } from './InactivitySelect.tsx'

/** The part of a queue's form that says how its tickets are attended. */
export function QueueAttendanceFields({
  values,
  errors,
  onChange,
}: {
  values: QueueRules
  errors: Readonly<Record<string, string>>
  onChange(change: Partial<QueueRules>): void
}) {
  const { t } = useTranslation('rules')
  return (
    <div className="grid items-start gap-4 pane:grid-cols-2">
      <Field label={t('distribution.label')} error={errors['distribution']}>
        <Select
          value={values.distribution ?? ''}
          options={[
            { value: '', label: t('asCompany') },
            ...distributions.map((mode) => ({ value: mode, label: t(`distribution.mode.${mode}`) })),
          ]}
          onValueChange={(mode) => onChange({ distribution: mode === '' ? null : (mode as Distribution) })}
        />
      </Field>
      <InactivitySelect
        inherits
        label={t('returnToQueue.label')}
        error={errors['returnToQueueMinutes']}
        value={values.returnToQueueMinutes}
        onChange={(returnToQueueMinutes) => onChange({ returnToQueueMinutes })}
      />
      <InactivitySelect
        inherits
        label={t('autoClose.label')}
        error={errors['autoCloseMinutes']}
        value={values.autoCloseMinutes}
        onChange={(autoCloseMinutes) => onChange({ autoCloseMinutes })}
      />
    </div>
  )
}
