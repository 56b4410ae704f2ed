import type { FormField } from '@recado/sdk'
import { SchemaFields } from '@recado/sdk/ui'
import { useId } from 'react'

interface FilterFieldsProps {
  fields: readonly FormField[]
  values: Readonly<Record<string, unknown>>
  issues?: Readonly<Record<string, string>>
  onChange(values: Record<string, unknown>): void
}

const noIssues = {}

/** Filters of a report that are fields of a form. */
export function FilterFields({ fields, values, issues = noIssues, onChange }: FilterFieldsProps) {
  const id = useId()
  return (
    <SchemaFields
      id={id}
      fields={fields}
      values={values}
      issues={issues}
      namespace="plugin.reports"
      prefix="filters"
      onChange={onChange}
    />
  )
}

/** The ids or options that a field has. */
export const chosenIn = (values: Readonly<Record<string, unknown>>, name: string): readonly string[] => {
  const value = values[name]
  return Array.isArray(value) ? value.map(String) : []
}
