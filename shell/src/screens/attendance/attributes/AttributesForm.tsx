import { ApiError, useFieldErrors } from '@recado/sdk/ui'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSheet, useFormSheet } from '../../../base/forms/FormSheet.tsx'
import type { AttributeDefinition, AttributeValue, AttributeValues } from '../../../base/contracts.ts'
import {
  changedAttributes,
  missingAttributes,
  wrongAttributes,
  type AttributeDraft,
} from '../../../parts/attributes/attribute-draft.ts'
import { AttributeFields } from '../../../parts/attributes/AttributeFields.tsx'

interface Props {
  title: string
  action: string
  /** Stands above the fields. */
  detail?: string
  definitions: readonly AttributeDefinition[]
  values: AttributeValues
  /** Every field has to be filled in. */
  required?: boolean
  send(change: Record<string, AttributeValue | null>): Promise<unknown>
  onClose(): void
}

/** Values of a contact or a ticket in a sheet. A refusal is at its field, and what was typed stays. */
export function AttributesForm({ title, action, detail, definitions, values, required = false, send, onClose }: Props) {
  const { t } = useTranslation('contacts')
  const sheet = useFormSheet(onClose)
  const refused = useFieldErrors()(sheet.problem)
  const [draft, setDraft] = useState<AttributeDraft>(values)
  const [tried, setTried] = useState(false)
  const fields = useRef<HTMLDivElement>(null)
  const wrong = tried ? wrongAttributes(draft) : []
  const missing =
    tried && required
      ? missingAttributes(
          draft,
          definitions.map(({ key }) => key),
        )
      : []
  const errors = Object.fromEntries(
    definitions.map(({ key }) => [
      key,
      missing.includes(key) && draft[key] !== null
        ? t('shell:login.required')
        : wrong.includes(key)
          ? t('problem.attribute')
          : refused[`attributes.${key}`],
    ]),
  )
  const told = ApiError.is(sheet.problem) && definitions.some(({ key }) => refused[`attributes.${key}`] !== undefined)
  const focusFirst = () =>
    requestAnimationFrame(() => fields.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  useEffect(() => {
    if (told) focusFirst()
  }, [told])
  const submit = () => {
    setTried(true)
    if (
      wrongAttributes(draft).length > 0 ||
      (required &&
        missingAttributes(
          draft,
          definitions.map(({ key }) => key),
        ).length > 0)
    )
      return void focusFirst()
    const change = changedAttributes(values, draft)
    if (Object.keys(change).length === 0 && !required) return onClose()
    void sheet.send(() => send(change))
  }
  return (
    <FormSheet sheet={sheet} title={title} action={action} told={told} onSubmit={submit} onClose={onClose}>
      {detail && <p className="text-list text-ink-muted">{detail}</p>}
      <div ref={fields}>
        <AttributeFields
          definitions={definitions}
          draft={draft}
          errors={errors}
          required={required}
          onChange={(next) => {
            setDraft(next)
            sheet.forget()
          }}
        />
      </div>
    </FormSheet>
  )
}
