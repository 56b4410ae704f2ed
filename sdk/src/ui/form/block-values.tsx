import type { FormField } from '@recado/contracts'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BlockFormProps } from './block-form.tsx'
import { ChoiceName } from './choice-control.tsx'
import { ReferenceName } from './reference-control.tsx'

/** Characters of a text that are shown of it. */
const mostShown = 80
const shortened = (text: string): string => (text.length > mostShown ? `${text.slice(0, mostShown).trimEnd()}…` : text)
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0)

/**
 * Input of a block in a line: choices and references by name, texts in quotes, anything else with its label. Empty
 * without input.
 */
export function BlockValues({
  fields,
  values,
  namespace,
  prefix,
  before,
}: Pick<BlockFormProps, 'fields' | 'values' | 'namespace' | 'prefix'> & {
  /** Leads to them, where there are any: `: `. */ before?: string
}) {
  const { t } = useTranslation(namespace)
  const word = (field: FormField, name: string, fallback: string): string =>
    t(`${prefix}.${field.name}.${name}`, { defaultValue: fallback })
  const written = (field: FormField, value: unknown): ReactNode => {
    const several = Array.isArray(value) ? value.map(String) : [String(value)]
    switch (field.type) {
      case 'boolean':
        return word(field, 'label', field.name)
      case 'enum':
      case 'enumArray':
        return several.map((option) => word(field, `options.${option}`, option)).join(', ')
      case 'choice':
        return <ChoiceName path={field.choices!} namespace={namespace} value={several[0]!} />
      case 'reference':
      case 'referenceArray':
        return several.map((id, at) => (
          <Fragment key={id}>
            {at > 0 && ', '}
            <ReferenceName of={field.refersTo!} id={id} />
          </Fragment>
        ))
      case 'secret':
        return '•••'
      case 'text':
      case 'stringArray':
        return several.map((text) => `“${shortened(text)}”`).join(', ')
      default:
        return `${word(field, 'label', field.name)}: ${shortened(several[0]!)}`
    }
  }
  const shown = fields.filter((field) => !isEmpty(values[field.name]))
  if (shown.length === 0) return null
  return (
    <span className="k-block-values">
      {before}
      {shown.map((field, at) => (
        <Fragment key={field.name}>
          {at > 0 && ' · '}
          {written(field, values[field.name])}
        </Fragment>
      ))}
    </span>
  )
}
