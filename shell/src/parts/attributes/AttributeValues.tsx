import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttributeDefinition, AttributeValue, AttributeValues as Values } from '../../base/contracts.ts'

/** Values to be read, under their labels; attributes without a value are left out. */
export function AttributeValues({
  definitions,
  values,
}: {
  definitions: readonly AttributeDefinition[]
  values: Values
}) {
  const { t } = useTranslation('contacts')
  return (
    <dl className="grid grid-cols-[minmax(5rem,auto)_minmax(0,1fr)] gap-x-3 gap-y-2 text-list">
      {definitions
        .filter(({ key }) => values[key] !== undefined)
        .map((definition) => (
          <div key={definition.id} className="contents">
            <dt className="max-w-32 text-ink-muted wrap-anywhere">
              {definition.isArchived ? t('attribute.archived', { label: definition.label }) : definition.label}
            </dt>
            <dd className="min-w-0 wrap-anywhere whitespace-pre-wrap">
              <Written definition={definition} value={values[definition.key]!} />
            </dd>
          </div>
        ))}
    </dl>
  )
}

function Written({
  definition: { type, options },
  value,
}: {
  definition: AttributeDefinition
  value: AttributeValue
}): ReactNode {
  const { t, i18n } = useTranslation('contacts')
  const labelOf = (id: string): string => {
    const option = options.find((one) => one.id === id)
    return option === undefined ? id : option.isFormer ? t('attribute.former', { label: option.label }) : option.label
  }
  if (Array.isArray(value)) return value.map(labelOf).join(', ')
  if (typeof value === 'boolean') return t(value ? 'attribute.yes' : 'attribute.no')
  if (typeof value === 'number')
    return (
      <span className="tabular-nums">
        {new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 20 }).format(value)}
      </span>
    )
  switch (type) {
    case 'choice':
      return labelOf(value)
    case 'date':
      return (
        <time dateTime={value} className="tabular-nums">
          {new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(value))}
        </time>
      )
    case 'link':
      return (
        <a
          href={value}
          target="_blank"
          rel="noreferrer"
          className="inline-flex max-w-full items-center gap-1 text-accent underline"
        >
          <span className="truncate">{value.replace(/^https?:\/\//, '')}</span>
          <ExternalLink size={13} aria-hidden className="shrink-0" />
        </a>
      )
    default:
      return value
  }
}
