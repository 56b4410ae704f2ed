import { Checkbox, Field, Select, Textarea, useApi, useNumberFormat } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../base/query-keys.ts'
import { useConnections } from '../../data/channels/use-connections.ts'
import { companySettings, type BirthdayGreetings } from '../../base/contracts.ts'
import { Section } from '../../base/forms/Section.tsx'
import type { RulesDraft } from './rules-draft.ts'

/** Congratulations on birthdays (S9-053 to S9-055), and how they went lately. */
export function BirthdaySection({ values, set, errors }: RulesDraft) {
  const { t } = useTranslation('rules')
  const { birthdayMessages, birthdayMessage, birthdayConnectionId } = values
  const connections = useConnections().data ?? []
  const isKnown = birthdayConnectionId === '' || connections.some(({ id }) => id === birthdayConnectionId)
  return (
    <Section title={t('birthday.title')} description={t('birthday.detail')}>
      <Field label={t('birthday.on')} hideLabel error={errors['birthdayMessages']}>
        <Checkbox
          label={t('birthday.on')}
          checked={birthdayMessages}
          onCheckedChange={(on) => set('birthdayMessages', on)}
        />
      </Field>
      {birthdayMessages && (
        <>
          <Field
            label={t('birthday.message')}
            help={t('birthday.messageHelp', { variables: '{{name}} {{fullName}} {{age}}' })}
            error={errors['birthdayMessage']}
          >
            <Textarea
              value={birthdayMessage}
              maxLength={companySettings.birthdayMessage.maxLength}
              onChange={(event) => set('birthdayMessage', event.target.value)}
            />
          </Field>
          <p role="status" className={birthdayMessage.trim() === '' ? 'text-list text-warning' : 'sr-only'}>
            {birthdayMessage.trim() === '' && t('birthday.empty')}
          </p>
          <Field label={t('birthday.channel')} help={t('birthday.channelHelp')} error={errors['birthdayConnectionId']}>
            <Select
              value={birthdayConnectionId}
              onValueChange={(id) => set('birthdayConnectionId', id)}
              options={[
                { value: '', label: t('birthday.default') },
                ...connections.map(({ id, name }) => ({ value: id, label: name })),
                ...(isKnown ? [] : [{ value: birthdayConnectionId, label: t('birthday.gone') }]),
              ]}
            />
          </Field>
          <GreetingCounts />
        </>
      )}
    </Section>
  )
}

/** Says nothing before anybody was to be congratulated. */
function GreetingCounts() {
  const { t } = useTranslation('rules')
  const api = useApi()
  const numbers = useNumberFormat()
  const { data } = useQuery({
    queryKey: keys.birthdayGreetings,
    queryFn: ({ signal }) => api.get<BirthdayGreetings>('/birthday-greetings', { signal }),
  })
  if (!data || data.sent + data.windowClosed + data.unreachable === 0) return null
  const { days, sent, windowClosed, unreachable } = data
  return (
    <p className="text-list text-ink-muted">
      {t('birthday.counts', {
        days,
        sent: numbers.whole(sent),
        windowClosed: numbers.whole(windowClosed),
        unreachable: numbers.whole(unreachable),
      })}
    </p>
  )
}
