import { Checkbox, DateField, Field, Input, Select } from '@recado/sdk/ui'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attributeTextMost, type AttributeDefinition, type AttributeValue } from '../../base/contracts.ts'

export interface AttributeFieldProps {
  definition: AttributeDefinition
  /** Null while what is typed is no value. */
  value: AttributeValue | null | undefined
  error?: string | undefined
  required?: boolean
  onChange(value: AttributeValue | null | undefined): void
}

/** The one input that fits the type of an attribute. */
export function AttributeField({ definition, value, error, required = false, onChange }: AttributeFieldProps) {
  const { t } = useTranslation('contacts')
  const { label, type, description } = definition
  const field = {
    label: definition.isArchived ? t('attribute.archived', { label }) : label,
    help: description || undefined,
    error,
    required,
  }
  const none = { value: '', label: t('attribute.none') }
  switch (type) {
    case 'date':
      return (
        <DateField
          {...field}
          value={value === null ? null : typeof value === 'string' ? value : ''}
          onValueChange={(day) => onChange(day === '' ? undefined : day)}
        />
      )
    case 'number':
      return <NumberInput field={field} value={value} onChange={onChange} />
    case 'boolean':
      return (
        <Field {...field}>
          <Select
            value={typeof value === 'boolean' ? String(value) : ''}
            onValueChange={(chosen) => onChange(chosen === '' ? undefined : chosen === 'true')}
            options={[none, { value: 'true', label: t('attribute.yes') }, { value: 'false', label: t('attribute.no') }]}
          />
        </Field>
      )
    case 'choice':
      return (
        <Field {...field}>
          <Select
            value={typeof value === 'string' ? value : ''}
            onValueChange={(chosen) => onChange(chosen === '' ? undefined : chosen)}
            options={[
              none,
              ...offered(definition, value).map((option) => ({
                value: option.id,
                label: option.isFormer ? t('attribute.former', { label: option.label }) : option.label,
              })),
            ]}
          />
        </Field>
      )
    case 'choices':
      return (
        <Choices definition={definition} field={field} value={Array.isArray(value) ? value : []} onChange={onChange} />
      )
    case 'text':
    case 'link': {
      const isLink = type === 'link'
      return (
        <Field {...field}>
          <Input
            {...(isLink && { type: 'url', inputMode: 'url' })}
            value={typeof value === 'string' ? value : ''}
            maxLength={attributeTextMost}
            autoComplete="off"
            onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
          />
        </Field>
      )
    }
  }
}

/** Options that can be chosen, and former options that are chosen already. */
const offered = ({ options }: AttributeDefinition, value: AttributeValue | null | undefined) =>
  options.filter(({ id, isFormer }) => !isFormer || (Array.isArray(value) ? value.includes(id) : value === id))

interface FieldWords {
  label: string
  help: string | undefined
  error: string | undefined
  required: boolean
}

/** Digits as they are typed, with a comma or a point. */
function NumberInput({
  field,
  value,
  onChange,
}: {
  field: FieldWords
  value: AttributeValue | null | undefined
  onChange(value: number | null | undefined): void
}) {
  const { i18n } = useTranslation()
  const [text, setText] = useState(() =>
    typeof value === 'number'
      ? value.toLocaleString(i18n.language, { useGrouping: false, maximumFractionDigits: 20 })
      : '',
  )
  const take = (typed: string) => {
    setText(typed)
    const plain = typed.trim().replace(',', '.')
    onChange(plain === '' ? undefined : /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null)
  }
  return (
    <Field {...field}>
      <Input
        inputMode="decimal"
        value={text}
        maxLength={40}
        autoComplete="off"
        onChange={(event) => take(event.target.value)}
      />
    </Field>
  )
}

function Choices({
  definition,
  field,
  value,
  onChange,
}: {
  definition: AttributeDefinition
  field: FieldWords
  value: readonly string[]
  onChange(value: string[] | undefined): void
}) {
  const { t } = useTranslation('contacts')
  const id = useId()
  const [first] = useState(value)
  const turn = (option: string, on: boolean) => {
    const next = definition.options.map((one) => one.id).filter((one) => (one === option ? on : value.includes(one)))
    onChange(next.length === 0 ? undefined : next)
  }
  return (
    <fieldset
      className="k-field min-w-0"
      aria-describedby={
        [field.help && `${id}-help`, field.error && `${id}-error`].filter(Boolean).join(' ') || undefined
      }
      aria-invalid={field.error ? true : undefined}
      tabIndex={field.error ? -1 : undefined}
    >
      <legend className="k-label pb-1">
        {field.label}
        {field.required && (
          <span className="k-required" aria-hidden>
            {' '}
            *
          </span>
        )}
      </legend>
      <div className="scroll-thin flex max-h-52 flex-col gap-1 overflow-y-auto p-0.5">
        {offered(definition, [...first]).map((option) => (
          <Checkbox
            key={option.id}
            checked={value.includes(option.id)}
            onCheckedChange={(on) => turn(option.id, on)}
            label={option.isFormer ? t('attribute.former', { label: option.label }) : option.label}
          />
        ))}
      </div>
      {field.help && (
        <p id={`${id}-help`} className="k-help">
          {field.help}
        </p>
      )}
      {field.error && (
        <p id={`${id}-error`} className="k-field-error">
          {field.error}
        </p>
      )}
    </fieldset>
  )
}
