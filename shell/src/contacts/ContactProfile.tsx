import { DateField, Field, Input, Select } from '@recado/sdk/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { contactLengths } from '../contracts.ts'
import { maskDocument } from '../login/document-mask.ts'
import type { TextField } from './contact-draft.ts'
import type { ContactPartProps } from './ContactForm.tsx'

const genders = ['male', 'female', 'non-binary'] as const
const maritalStatuses = ['single', 'married', 'divorced', 'widowed', 'other'] as const

/** About the person and their company. */
export function ContactProfile({ draft, set, problems }: ContactPartProps) {
  const { t } = useTranslation('contacts')
  const [yesterday] = useState(() => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10))
  const line = (field: keyof typeof contactLengths & TextField, help?: string) => (
    <Field label={t(`field.${field}`)} help={help} error={problems[field]}>
      <Input
        value={draft[field]}
        maxLength={contactLengths[field]}
        autoComplete="off"
        onChange={(event) => set({ [field]: event.target.value })}
      />
    </Field>
  )
  const nothing = { value: '', label: t('field.unknown') }
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('field.document')} help={t('field.documentHelp')} error={problems['document']}>
        <Input
          value={draft.document}
          maxLength={18}
          autoComplete="off"
          onChange={(event) => set({ document: maskDocument(event.target.value) })}
        />
      </Field>
      <DateField
        label={t('field.birthdayDate')}
        error={problems['birthdayDate']}
        value={draft.birthdayDate}
        min="1900-01-01"
        max={yesterday}
        onValueChange={(birthdayDate) => set({ birthdayDate })}
      />
      <div className="grid gap-4 pane:grid-cols-2">
        <Field label={t('field.gender')} error={problems['gender']}>
          <Select
            value={draft.gender}
            onValueChange={(gender) => set({ gender })}
            options={[nothing, ...genders.map((value) => ({ value, label: t(`gender.${value}`) }))]}
          />
        </Field>
        <Field label={t('field.maritalStatus')} error={problems['maritalStatus']}>
          <Select
            value={draft.maritalStatus}
            onValueChange={(maritalStatus) => set({ maritalStatus })}
            options={[nothing, ...maritalStatuses.map((value) => ({ value, label: t(`maritalStatus.${value}`) }))]}
          />
        </Field>
      </div>
      {line('businessName')}
      {line('website', t('field.websiteHelp'))}
      <div className="grid gap-4 pane:grid-cols-2">
        {line('instagram')}
        {line('telegramId')}
      </div>
    </div>
  )
}
