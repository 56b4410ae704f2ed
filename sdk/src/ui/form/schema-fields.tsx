import type { FormField } from '@recado/contracts'
import { SchemaField } from './schema-field.tsx'
import type { SecretState } from './secret-state.ts'

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
  secretsSet?: Readonly<Record<string, SecretState>>
  /** Stored secrets that have to be typed again, because they would be sent elsewhere. */
  retype?: readonly string[]
  disabled?: boolean
  onChange(values: Record<string, unknown>): void
  /** Begins the ids of the fields, by which a form moves the focus to one. */
  id: string
}

/** The fields of a form from a schema; the caller keeps their values. */
export const SchemaFields = ({
  fields,
  values,
  issues,
  namespace,
  prefix,
  secretsSet = {},
  retype = [],
  disabled = false,
  onChange,
  id,
}: SchemaFieldsProps) =>
  fields.map((field) => (
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
  ))

/** Leads to the first field that has an issue. False where there is none. */
export function focusFirst(
  id: string,
  fields: readonly FormField[],
  issues: Readonly<Record<string, string>>,
): boolean {
  const first = fields.find((field) => issues[field.name])
  const place = first && document.getElementById(`${id}-${first.name}`)
  // The list of a combobox is preceded by buttons that remove choices.
  ;(
    place?.querySelector<HTMLElement>('[role=combobox]') ??
    place?.querySelector<HTMLElement>('input, textarea, select, button')
  )?.focus()
  return first !== undefined
}
