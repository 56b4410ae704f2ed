import { Field, Input, Select, useSettled, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import { maxValueLength } from '../../../graph/limits.ts'
import type { TemplateOffer } from '../../../flows/flow.ts'
import { useTemplates } from '../../use-flows.ts'
import type { FieldsOf } from './fields-of.ts'
import { LineField } from './fields.tsx'

type Offered = TemplateOffer['templates'][number]
type TemplateField = Offered['fields'][number]

/** Letters that are typed in this time, in milliseconds, are searched for together. */
const restMs = 300

const keyOf = ({ name, language }: Pick<Offered, 'name' | 'language'>): string => `${language} ${name}`

/** An approved template, with what is filled into it. */
export function TemplateFields({ data, onChange }: FieldsOf<'template'>) {
  const { t } = useWords()
  const [search, setSearch] = useState('')
  const searched = useSettled(search.trim(), restMs)
  const list = useTemplates(searched)
  const found = list.data ?? []
  const isChosen = data.template !== ''
  const chosenKey = isChosen ? keyOf({ name: data.template, language: data.language }) : ''
  const own = useTemplates(data.template, isChosen).data
  const chosen = (own ?? []).find((template) => keyOf(template) === chosenKey)
  const others = found.filter((template) => keyOf(template) !== chosenKey)
  const choose = (key: string): void => {
    const template = others.find((one) => keyOf(one) === key)
    if (!template) return onChange({ template: '', language: '', text: '', values: {} })
    const { name, language, text, fields } = template
    // What was filled in under a name that the other template has too is kept.
    const kept = fields.flatMap(({ key: field }) => (data.values[field] ? [[field, data.values[field]] as const] : []))
    onChange({ template: name, language, text, values: Object.fromEntries(kept) })
  }
  return (
    <>
      <Field label={t('form.templateSearch')}>
        <Input
          type="search"
          value={search}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setSearch(event.target.value)}
        />
      </Field>
      <Field
        label={t('form.template')}
        help={list.isSuccess && found.length === 0 ? t('form.noTemplate') : t('form.templateHelp')}
      >
        <Select
          value={chosenKey}
          options={[
            { value: '', label: '–' },
            ...(isChosen ? [{ value: chosenKey, label: `${data.template} (${data.language})` }] : []),
            ...others.map((one) => ({ value: keyOf(one), label: `${one.name} (${one.language})` })),
          ]}
          onValueChange={(key) => {
            if (key !== chosenKey) choose(key)
          }}
        />
      </Field>
      {isChosen && (
        <>
          {own && !chosen && <p className="text-list text-danger">{t('fault.unapproved', { name: data.template })}</p>}
          {data.text !== '' && (
            <p className="rounded-md border border-line p-2 text-list break-words whitespace-pre-wrap" dir="auto">
              {data.text}
            </p>
          )}
          {chosen && (
            <p className="text-xs text-ink-muted">
              {t('form.templateConnections', { names: chosen.connections.join(', ') })}
            </p>
          )}
          {(chosen?.fields ?? []).map((field) => (
            <ValueField
              key={field.key}
              field={field}
              value={data.values[field.key] ?? ''}
              onChange={(value) => onChange({ ...data, values: { ...data.values, [field.key]: value } })}
            />
          ))}
          {chosen && chosen.fields.length > 0 && <p className="text-xs text-ink-muted">{t('form.variables')}</p>}
        </>
      )}
    </>
  )
}

function ValueField({
  field: { place, label, example },
  value,
  onChange,
}: {
  field: TemplateField
  value: string
  onChange(value: string): void
}) {
  const { t } = useWords()
  const named = place === 'location' ? t(`form.templateLocation.${label}`, { defaultValue: label }) : label
  return (
    <LineField
      label={t(`form.templateValue.${place}`, { name: named })}
      {...(example !== '' && { help: t('form.templateExample', { example }) })}
      max={maxValueLength}
      value={value}
      onChange={onChange}
    />
  )
}
