import { ApiError, Checkbox, Field, Input, Select, useErrorText, useFieldErrors } from '@recado/sdk/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSheet, useFormSheet } from '../../base/forms/FormSheet.tsx'
import {
  type AttributeDefinition,
  attributeKeyPattern,
  type AttributeOwner,
  type AttributeType,
  attributeTypes,
  descriptionLengths,
  nameLengths,
} from '../../base/contracts.ts'
import { OptionsEditor, wrongOptions, type OptionDraft } from './OptionsEditor.tsx'
import { updateOf, useAttributeActs } from '../../data/attributes/use-attributes.ts'

interface Draft {
  label: string
  key: string
  type: AttributeType
  description: string
  requiredToResolve: boolean
  options: OptionDraft[]
}

const draftOf = (definition: AttributeDefinition | undefined): Draft => ({
  label: '',
  key: '',
  type: 'text',
  description: '',
  requiredToResolve: false,
  ...definition,
  options: definition
    ? updateOf(definition).options.map((option) => ({ ...option, line: option.id! }))
    : [{ line: 'first', label: '' }],
})

/** Defines an attribute, or changes what may change of one: key and type stay, because values hang on them. */
export function AttributeForm({
  owner,
  definition,
  onClose,
}: {
  owner: AttributeOwner
  definition?: AttributeDefinition
  onClose(): void
}) {
  const { t } = useTranslation('attributes')
  const sheet = useFormSheet(onClose)
  const textOf = useErrorText()
  const { create, change } = useAttributeActs()
  const [draft, setDraft] = useState(() => draftOf(definition))
  const [tried, setTried] = useState(false)
  const refused = useFieldErrors()(sheet.problem)
  const set = (part: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...part }))
    sheet.forget()
  }
  const choosing = draft.type === 'choice' || draft.type === 'choices'
  const wrong = {
    label: draft.label.trim() === '' ? t('shell:login.required') : undefined,
    key: draft.key.trim() !== '' && !attributeKeyPattern.test(draft.key.trim()) ? t('problem.key') : undefined,
    options: !choosing
      ? undefined
      : draft.options.every(({ label }) => label.trim() === '')
        ? t('problem.options')
        : wrongOptions(draft.options)
          ? t('problem.option')
          : undefined,
  }
  const keyTaken = ApiError.is(sheet.problem) && sheet.problem.code === 'ERR_ATTRIBUTE_KEY_EXISTS'
  const told = keyTaken || ['label', 'key', 'options', 'description'].some((field) => refused[field] !== undefined)
  const submit = () => {
    setTried(true)
    if (Object.values(wrong).some((words) => words !== undefined)) return
    const { label, description, requiredToResolve } = draft
    const options = choosing
      ? draft.options
          .filter((option) => option.label.trim() !== '')
          .map(({ id, label: name }) => ({ ...(id !== undefined && { id }), label: name.trim() }))
      : []
    const input = { label: label.trim(), description: description.trim(), requiredToResolve, options }
    void sheet.send(() =>
      definition
        ? change.mutateAsync({ ...input, id: definition.id, isArchived: definition.isArchived })
        : create.mutateAsync({
            ...input,
            owner,
            type: draft.type,
            ...(draft.key.trim() !== '' && { key: draft.key.trim() }),
          }),
    )
  }
  const former = definition?.options.filter(({ isFormer }) => isFormer) ?? []
  return (
    <FormSheet
      sheet={sheet}
      title={definition ? t('editTitle', { name: definition.label }) : t('add')}
      action={t('shell:action.save')}
      told={told}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('field.label')} required error={(tried ? wrong.label : undefined) ?? refused['label']}>
        <Input
          value={draft.label}
          maxLength={nameLengths.attribute}
          autoFocus
          autoComplete="off"
          onChange={(event) => set({ label: event.target.value })}
        />
      </Field>
      <Field label={t('field.type')} help={definition ? undefined : t('field.typeHelp')}>
        <Select
          value={draft.type}
          disabled={definition !== undefined}
          onValueChange={(type) => set({ type: type as AttributeType })}
          options={attributeTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
        />
      </Field>
      {choosing && (
        <OptionsEditor
          options={draft.options}
          error={(tried ? wrong.options : undefined) ?? refused['options']}
          onChange={(options) => set({ options })}
        />
      )}
      {former.length > 0 && (
        <p className="text-list text-ink-muted">
          {t('option.former', { labels: former.map(({ label }) => label).join(', ') })}
        </p>
      )}
      <Field label={t('field.description')} error={refused['description']}>
        <Input
          value={draft.description}
          maxLength={descriptionLengths.attribute}
          autoComplete="off"
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
      {owner === 'ticket' && (
        <div>
          <Checkbox
            checked={draft.requiredToResolve}
            onCheckedChange={(requiredToResolve) => set({ requiredToResolve })}
            label={t('field.required')}
          />
          <p className="k-help">{t('field.requiredHelp')}</p>
        </div>
      )}
      <Field
        label={t('field.key')}
        help={t('field.keyHelp')}
        error={(tried ? wrong.key : undefined) ?? (keyTaken ? textOf(sheet.problem) : refused['key'])}
      >
        <Input
          value={draft.key}
          disabled={definition !== undefined}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => set({ key: event.target.value })}
        />
      </Field>
    </FormSheet>
  )
}
