import { useWords } from '@recado/sdk/ui'
import type { AttributeTarget } from '../../../graph/graph.ts'
import { ChoiceField, ReferenceField } from './fields.tsx'

interface AttributeFieldsProps {
  value: AttributeTarget | null
  /** It may be kept nowhere. */
  isOptional?: boolean
  onChange(value: AttributeTarget | null): void
}

/** An attribute of the contact or of the ticket, by its name. */
export function AttributeFields({ value, isOptional = false, onChange }: AttributeFieldsProps) {
  const { t } = useWords()
  const of = value?.of ?? 'none'
  return (
    <>
      <ChoiceField
        label={t('form.attribute')}
        value={of}
        options={isOptional ? (['none', 'contact', 'ticket'] as const) : (['contact', 'ticket'] as const)}
        words="attributeOf"
        onChange={(chosen) => onChange(chosen === 'none' ? null : { of: chosen, key: '' })}
      />
      {value && (
        <ReferenceField
          name="attribute"
          refersTo={value.of === 'contact' ? 'contactAttribute' : 'ticketAttribute'}
          value={value.key === '' ? null : value.key}
          onChange={(key) => onChange({ ...value, key: key ?? '' })}
        />
      )}
    </>
  )
}
