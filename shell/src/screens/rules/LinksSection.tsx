import { Checkbox, Field } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { Section } from '../../base/forms/Section.tsx'
import type { RulesDraft } from './rules-draft.ts'

/** Whether the server fetches what pages behind links say about themselves. */
export function LinksSection({ values, set, errors }: RulesDraft) {
  const { t } = useTranslation('rules')
  return (
    <Section title={t('links.title')} description={t('links.detail')}>
      <Field label={t('links.label')} hideLabel help={t('links.help')} error={errors['linkPreviews']}>
        <Checkbox
          label={t('links.label')}
          checked={values.linkPreviews}
          onCheckedChange={(on) => set('linkPreviews', on)}
        />
      </Field>
    </Section>
  )
}
