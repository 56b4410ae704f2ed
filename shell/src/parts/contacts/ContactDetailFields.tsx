import { DateField, Field, Input, Select } from '@recado/sdk/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  contactDetailFields,
  contactDetails,
  type ContactDetailDescription,
  type ContactDetailField,
} from '../../base/contracts.ts'
import { useLocalized } from '../../base/i18n/use-localized.ts'
import { maskDocument } from '../../base/forms/document-mask.ts'
import type { ContactPartProps } from './contact-part.ts'

/** Characters of a CPF or CNPJ with its mask. */
const maskedDocumentLength = 18

/** The details of a contact that belong to one part of the form, drawn from their descriptions. */
export function ContactDetailFields({
  part,
  ...props
}: ContactPartProps & { part: ContactDetailDescription['form']['part'] }) {
  return (
    <div className="grid gap-4 pane:grid-cols-2">
      {contactDetailFields
        .filter((field) => contactDetails[field].form.part === part)
        .map((field) => (
          <div key={field} className={isHalf(contactDetails[field]) ? 'min-w-0' : 'min-w-0 pane:col-span-2'}>
            <DetailField field={field} {...props} />
          </div>
        ))}
    </div>
  )
}

const isHalf = (detail: ContactDetailDescription): boolean => detail.form.half === true

function DetailField({ field, draft, set, problems }: ContactPartProps & { field: ContactDetailField }) {
  const { t } = useTranslation('contacts')
  const localized = useLocalized()
  const [yesterday] = useState(() => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10))
  const detail: ContactDetailDescription = contactDetails[field]
  const value = draft[field]
  const label = localized(detail.label)
  const error = problems[field]
  const change = (changed: string | null): void => set({ [field]: changed })
  if (detail.type === 'day')
    return (
      <DateField
        label={label}
        error={error}
        value={value}
        min={detail.earliest}
        max={yesterday}
        onValueChange={change}
      />
    )
  return (
    <Field label={label} help={detail.help && localized(detail.help)} error={error}>
      {detail.type === 'choice' ? (
        <Select
          value={value ?? ''}
          onValueChange={change}
          options={[
            { value: '', label: t('field.unknown') },
            ...Object.entries(detail.options).map(([code, words]) => ({ value: code, label: localized(words) })),
          ]}
        />
      ) : (
        <Input
          value={value ?? ''}
          maxLength={detail.format === 'document' ? maskedDocumentLength : detail.maxLength}
          autoComplete="off"
          onChange={({ target }) => change(detail.format === 'document' ? maskDocument(target.value) : target.value)}
        />
      )}
    </Field>
  )
}
