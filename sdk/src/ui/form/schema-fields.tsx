import type { FormField } from '@recado/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccordionSection } from '../kit/layout.tsx'
import { kitNamespace } from '../kit/words.ts'
import { SchemaField } from './schema-field.tsx'
import type { SecretState } from './secret-state.ts'

type SecretStates = Readonly<Record<string, SecretState>>

/**
 * Fields of a form, and the place of their texts: `<prefix>.<name>.label`, `.help`, `.options.<option>` in this
 * namespace.
 */
export interface SchemaFieldsProps {
  fields: readonly FormField[]
  values: Readonly<Record<string, unknown>>
  /** Sentences at their fields, by the fields' names. */
  issues: Readonly<Record<string, string>>
  namespace: string
  prefix: string
  secretsSet?: SecretStates
  /** Stored secrets that have to be typed again, because they would be sent elsewhere. */
  retype?: readonly string[]
  disabled?: boolean
  onChange(values: Record<string, unknown>): void
  /** Begins the ids of the fields, by which a form moves the focus to one. */
  id: string
}

/** The fields that are needed with what was chosen in others. */
const shownOf = (fields: readonly FormField[], values: SchemaFieldsProps['values']): FormField[] =>
  fields.filter(({ shownFor = {} }) =>
    Object.entries(shownFor).every(([name, wanted]) => {
      const chosen = values[name] ?? fields.find((field) => field.name === name)?.default
      return typeof chosen === 'string' && wanted.includes(chosen)
    }),
  )

/**
 * The fields of a form from a schema that are needed with what was chosen, the advanced ones in a fold; the caller
 * keeps their values.
 */
export function SchemaFields({
  fields: all,
  values,
  issues,
  namespace,
  prefix,
  secretsSet = {},
  retype = [],
  disabled = false,
  onChange,
  id,
}: SchemaFieldsProps) {
  const { t } = useTranslation(kitNamespace)
  const fields = shownOf(all, values)
  const advanced = fields.filter((field) => field.advanced)
  const [isOpen] = useState(() => advanced.some((field) => isFilledIn(field, values[field.name], secretsSet)))
  const draw = (field: FormField) => (
    <div key={field.name} id={`${id}-${field.name}`}>
      <SchemaField
        field={field}
        value={values[field.name]}
        error={issues[field.name]}
        disabled={disabled}
        namespace={namespace}
        prefix={prefix}
        secret={secretsSet[field.name] ?? false}
        retype={retype.includes(field.name)}
        onChange={(value) => onChange({ ...values, [field.name]: value })}
      />
    </div>
  )
  return (
    <>
      {fields.filter((field) => !field.advanced).map(draw)}
      {advanced.length > 0 && (
        <AccordionSection title={t('advanced')} open={isOpen} className="k-form-fold">
          <div className="k-block">{advanced.map(draw)}</div>
        </AccordionSection>
      )}
    </>
  )
}

/** Whether somebody set a field to something else than it has by itself. */
function isFilledIn({ name, type, default: initial }: FormField, value: unknown, secretsSet: SecretStates): boolean {
  const state = secretsSet[name]
  if (type === 'secret') return typeof state === 'object' ? state.set : state === true
  if (value === undefined || value === null || value === '' || value === false) return initial === true
  if (!Array.isArray(value)) return value !== initial
  const usual: readonly unknown[] = Array.isArray(initial) ? initial : []
  return value.length !== usual.length || value.some((each, at) => each !== usual[at])
}

/** Leads to the first field that has an issue. False where there is none. */
export function focusFirst(
  id: string,
  fields: readonly FormField[],
  issues: Readonly<Record<string, string>>,
): boolean {
  const first = fields.find((field) => issues[field.name])
  const place = first && document.getElementById(`${id}-${first.name}`)
  const fold = place?.closest('details')
  if (fold) fold.open = true
  // The list of a combobox is preceded by buttons that remove choices.
  ;(
    place?.querySelector<HTMLElement>('[role=combobox]') ??
    place?.querySelector<HTMLElement>('input, textarea, select, button')
  )?.focus()
  return first !== undefined
}
