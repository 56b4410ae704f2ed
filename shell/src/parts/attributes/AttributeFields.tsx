import type { AttributeDefinition } from '../../base/contracts.ts'
import type { AttributeDraft } from './attribute-draft.ts'
import { AttributeField } from './AttributeField.tsx'

interface Props {
  definitions: readonly AttributeDefinition[]
  draft: AttributeDraft
  /** Words by key. */
  errors: Readonly<Record<string, string | undefined>>
  required?: boolean
  onChange(draft: AttributeDraft): void
}

/** Attributes as the fields of a form, in the company's order. */
export const AttributeFields = ({ definitions, draft, errors, required = false, onChange }: Props) => (
  <div className="flex min-w-0 flex-col gap-4">
    {definitions.map((definition) => (
      <AttributeField
        key={definition.id}
        definition={definition}
        value={draft[definition.key]}
        error={errors[definition.key]}
        required={required}
        onChange={(value) => onChange({ ...draft, [definition.key]: value })}
      />
    ))}
  </div>
)
