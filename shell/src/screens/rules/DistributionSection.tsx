import { Checkbox, Field, Input, Select } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { distributions, type Distribution } from '../../base/contracts.ts'
import { numberOf } from '../../base/forms/typed-number.ts'
import { Section } from '../../base/forms/Section.tsx'
import type { RulesDraft } from './rules-draft.ts'

/** Rule of distribution of waiting tickets (S9-133…135, S6-026). */
export function DistributionSection({ values, set, errors }: RulesDraft) {
  const { t } = useTranslation('rules')
  return (
    <Section title={t('distribution.title')} description={t('distribution.detail')}>
      <div className="grid items-start gap-4 pane:grid-cols-2">
        <Field
          label={t('distribution.label')}
          help={t(`distribution.help.${values.autoDistribution}`)}
          error={errors['autoDistribution']}
        >
          <Select
            value={values.autoDistribution}
            options={distributions.map((mode) => ({ value: mode, label: t(`distribution.mode.${mode}`) }))}
            onValueChange={(mode) => set('autoDistribution', mode as Distribution)}
          />
        </Field>
        <Field label={t('capacity.label')} help={t('capacity.help')} error={errors['agentCapacity']}>
          <Input
            inputMode="numeric"
            className="max-w-40"
            value={values.agentCapacity}
            onChange={({ target }) => set('agentCapacity', numberOf(target.value))}
          />
        </Field>
      </div>
      <Field label={t('wallet.label')} hideLabel help={t('wallet.help')} error={errors['walletRouting']}>
        <Checkbox
          label={t('wallet.label')}
          checked={values.walletRouting}
          onCheckedChange={(on) => set('walletRouting', on)}
        />
      </Field>
    </Section>
  )
}
