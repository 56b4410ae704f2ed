import { Checkbox, Field } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { Section } from '../../base/forms/Section.tsx'
import type { RulesDraft } from './rules-draft.ts'

/** Whether customers always read who writes to them (S6-025). */
export function SignatureSection({ values, set, errors }: RulesDraft) {
  const { t } = useTranslation('rules')
  return (
    <Section title={t('signature.title')} description={t('signature.detail')}>
      <Field label={t('signature.label')} hideLabel help={t('signature.help')} error={errors['forceSignature']}>
        <Checkbox
          label={t('signature.label')}
          checked={values.forceSignature}
          onCheckedChange={(on) => set('forceSignature', on)}
        />
      </Field>
    </Section>
  )
}
