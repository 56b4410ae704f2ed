import type { FormField } from '@recado/contracts'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BlockFormProps } from './block-form.tsx'
import { ReferenceName } from './reference-control.tsx'

/** Characters of a text that are shown of it. */
const mostShown = 80
const shortened = (text: string): string => (text.length > mostShown ? `${text.slice(0, mostShown).trimEnd()}…` : text)
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)

/** What was entered into a block, in a line: choices and references by name, texts in quotes, numbers with what they are. Nothing where nothing was entered. */
export function BlockValues({ fields, values, namespace, prefix }: Pick<BlockFormProps, 'fields' | 'values' | 'namespace' | 'prefix'>) {
  const { t } = useTranslation(namespace)
  const word = (field: FormField, name: string, fallback: string): string => t(`${prefix}.${field.name}.${name}`, { defaultValue: fallback })
  const written = (field: FormField, value: unknown): ReactNode => {
    const several = Array.isArray(value) ? value.map(String) : [String(value)]
    switch (field.type) {
      case 'boolean': return word(field, 'label', field.name)
      case 'enum': case 'enumArray': return several.map((option) => word(field, `options.${option}`, option)).join(', ')
      case 'reference': case 'referenceArray': return several.map((id, at) => <Fragment key={id}>{at > 0 && ', '}<ReferenceName of={field.refersTo!} id={id} /></Fragment>)
      case 'number': case 'integer': return `${word(field, 'label', field.name)}: ${several[0]!}`
      case 'secret': return '•••'
      default: return several.map((text) => `“${shortened(text)}”`).join(', ')
    }
  }
  const shown = fields.filter((field) => !isEmpty(values[field.name]))
  return <span className="k-block-values">{shown.map((field, at) => <Fragment key={field.name}>{at > 0 && ' · '}{written(field, values[field.name])}</Fragment>)}</span>
}
