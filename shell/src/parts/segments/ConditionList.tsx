import { Button, Field, IconButton, Select } from '@recado/sdk/ui'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AttributeField } from '../attributes/AttributeField.tsx'
import { useAttributes } from '../../data/attributes/use-attributes.ts'
import type { AttributeCondition, AttributeDefinition, AttributeOwner } from '../../base/contracts.ts'
import {
  draftsOf,
  needsValue,
  testsOf,
  wholeConditions,
  type ConditionDraft,
  type ConditionTest,
} from './condition-draft.ts'
import { conditionsMost } from '../../data/segments/read-conditions.ts'

/**
 * Conditions on the company's attributes of contacts or tickets; all of them have to hold. Draws nothing without
 * attributes.
 */
export function ConditionList({
  owner,
  legend,
  conditions,
  onChange,
}: {
  owner: AttributeOwner
  legend: string
  conditions: readonly AttributeCondition[]
  onChange(conditions: AttributeCondition[]): void
}) {
  const { t } = useTranslation('contacts')
  const definitions = useAttributes(owner)
  const [drafts, setDrafts] = useState(() => draftsOf(conditions))
  const take = (next: ConditionDraft[]) => {
    setDrafts(next)
    onChange(wholeConditions(next))
  }
  if (definitions.length === 0) return null
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="k-label pb-1">{legend}</legend>
      {drafts.map((draft) => (
        <Condition
          key={draft.line}
          draft={draft}
          definitions={definitions}
          onChange={(next) => take(drafts.map((one) => (one === draft ? next : one)))}
          onRemove={() => take(drafts.filter((one) => one !== draft))}
        />
      ))}
      {drafts.length < conditionsMost && (
        <Button
          size="small"
          className="self-start"
          icon={<Plus size={14} />}
          onClick={() =>
            take([
              ...drafts,
              {
                line: crypto.randomUUID(),
                key: definitions[0]!.key,
                test: testsOf[definitions[0]!.type][0]!,
                value: undefined,
              },
            ])
          }
        >
          {t('filter.addCondition')}
        </Button>
      )}
    </fieldset>
  )
}

function Condition({
  draft,
  definitions,
  onChange,
  onRemove,
}: {
  draft: ConditionDraft
  definitions: readonly AttributeDefinition[]
  onChange(draft: ConditionDraft): void
  onRemove(): void
}) {
  const { t } = useTranslation('contacts')
  const definition = definitions.find(({ key }) => key === draft.key)
  const type = definition?.type ?? 'text'
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line p-2">
      <div className="flex items-end gap-2">
        <Field label={t('filter.attribute')} hideLabel className="min-w-0 flex-1">
          <Select
            value={draft.key}
            onValueChange={(key) =>
              onChange({
                ...draft,
                key,
                test: testsOf[definitions.find((one) => one.key === key)!.type][0]!,
                value: undefined,
              })
            }
            options={[
              ...(definition ? [] : [{ value: draft.key, label: draft.key }]),
              ...definitions.map(({ key, label, isArchived }) => ({
                value: key,
                label: isArchived ? t('attribute.archived', { label }) : label,
              })),
            ]}
          />
        </Field>
        <Field label={t('filter.test')} hideLabel className="shrink-0">
          <Select
            value={draft.test}
            onValueChange={(test) => onChange({ ...draft, test: test as ConditionTest })}
            options={testsOf[type].map((test) => ({ value: test, label: t(`test.${test}`) }))}
          />
        </Field>
        <IconButton
          icon={<X size={15} />}
          label={t('filter.removeCondition', { label: definition?.label ?? draft.key })}
          onClick={onRemove}
        />
      </div>
      {definition && needsValue(draft.test) && (
        <AttributeField
          key={`${draft.key} ${draft.test}`}
          definition={asked(definition, t('filter.value'))}
          value={draft.value}
          onChange={(value) => onChange({ ...draft, value })}
        />
      )}
    </div>
  )
}

/** The field for one value to compare with: former options can be asked for too. */
const asked = (definition: AttributeDefinition, label: string): AttributeDefinition => ({
  ...definition,
  label,
  description: '',
  isArchived: false,
  type: definition.type === 'choices' ? 'choice' : definition.type === 'link' ? 'text' : definition.type,
  options: definition.options.map((option) => ({ ...option, isFormer: false })),
})
