import { Checkbox, Field, Input } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { numberOf } from '../../base/forms/typed-number.ts'
import { Section } from '../../base/forms/Section.tsx'
import type { RulesDraft } from './rules-draft.ts'

/** Times after which a customer's wait is marked (S3-080, S4-128). */
export function SlaSection({ values: { slaColours, slaThresholds, slaOpeningHours }, set, errors }: RulesDraft) {
  const { t } = useTranslation('rules')
  const isWrong = Object.keys(errors).some((key) => key.startsWith('slaThresholds'))
  return (
    <Section title={t('sla.title')} description={t('sla.detail')}>
      <Field label={t('sla.label')} hideLabel error={errors['slaColours']}>
        <Checkbox label={t('sla.label')} checked={slaColours} onCheckedChange={(on) => set('slaColours', on)} />
      </Field>
      <div className="grid items-start gap-4 pane:grid-cols-3">
        {(['green', 'yellow', 'red'] as const).map((threshold) => (
          <Field
            key={threshold}
            label={t(`sla.${threshold}`)}
            error={isWrong && errors[`slaThresholds.${threshold}`] !== undefined ? t('sla.wrong') : undefined}
          >
            <Input
              inputMode="numeric"
              className="max-w-40"
              value={slaThresholds[threshold]}
              onChange={({ target }) => set('slaThresholds', { ...slaThresholds, [threshold]: numberOf(target.value) })}
            />
          </Field>
        ))}
      </div>
      <p className="text-list text-ink-muted">{t('sla.help')}</p>
      <Field label={t('sla.hours')} hideLabel help={t('sla.hoursHelp')} error={errors['slaOpeningHours']}>
        <Checkbox
          label={t('sla.hours')}
          checked={slaOpeningHours}
          onCheckedChange={(on) => set('slaOpeningHours', on)}
        />
      </Field>
      {errors['slaThresholds'] !== undefined && (
        <p role="alert" className="text-list text-danger">
          {t('sla.wrong')}
        </p>
      )}
    </Section>
  )
}
