import { Checkbox, Field, Textarea } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { companySettings, returnsBeforeClosing } from '../../base/contracts.ts'
import { Section } from '../../base/forms/Section.tsx'
import { InactivitySelect } from '../../parts/rules/InactivitySelect.tsx'
import type { RulesDraft } from './rules-draft.ts'

/** When tickets close or go back to their queue by themselves (S4-034, S4-035). */
export function InactivitySection({ values, set, errors }: RulesDraft) {
  const { t } = useTranslation('rules')
  const { autoCloseMinutes, returnToQueueMinutes } = values
  const neverReturns = returnToQueueMinutes > 0 && !returnsBeforeClosing(returnToQueueMinutes, autoCloseMinutes)
  return (
    <Section title={t('inactivity.title')} description={t('inactivity.detail')}>
      <div className="grid items-start gap-4 pane:grid-cols-2">
        <InactivitySelect
          label={t('returnToQueue.label')}
          help={t('returnToQueue.help')}
          error={errors['returnToQueueMinutes']}
          value={returnToQueueMinutes}
          onChange={(minutes) => set('returnToQueueMinutes', minutes ?? 0)}
        />
        <InactivitySelect
          label={t('autoClose.label')}
          help={t('autoClose.help')}
          error={errors['autoCloseMinutes']}
          value={autoCloseMinutes}
          onChange={(minutes) => set('autoCloseMinutes', minutes ?? 0)}
        />
      </div>
      <p role="status" className={neverReturns ? 'text-list text-warning' : 'sr-only'}>
        {neverReturns && t('returnToQueue.never')}
      </p>
      {autoCloseMinutes > 0 && (
        <>
          <Field label={t('spares.label')} hideLabel help={t('spares.help')} error={errors['autoCloseSparesWaiting']}>
            <Checkbox
              label={t('spares.label')}
              checked={values.autoCloseSparesWaiting}
              onCheckedChange={(on) => set('autoCloseSparesWaiting', on)}
            />
          </Field>
          <Field
            label={t('closeMessage.label')}
            help={t('closeMessage.help', { variables: '{{name}} {{fullName}} {{agent}} {{protocol}}' })}
            error={errors['autoCloseMessage']}
          >
            <Textarea
              value={values.autoCloseMessage}
              maxLength={companySettings.autoCloseMessage.maxLength}
              onChange={(event) => set('autoCloseMessage', event.target.value)}
            />
          </Field>
        </>
      )}
    </Section>
  )
}
