import type { FormField } from '@recado/contracts'
import { Plus, X } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../kit/button.tsx'
import { Checkbox, Field, Input, Select, Textarea } from '../kit/field.tsx'
import { useKitWords } from '../kit/words.ts'
import { CheckboxesControl } from './checkboxes-control.tsx'
import { ChoiceControl } from './choice-control.tsx'
import { ReferenceControl } from './reference-control.tsx'
import type { SecretState } from './secret-state.ts'

interface SchemaFieldProps {
  field: FormField
  value: unknown
  error: string | undefined
  disabled: boolean
  namespace: string
  prefix: string
  secret: SecretState
  /** The stored secret would be sent elsewhere: it has to be typed again. */
  retype: boolean
  onChange(value: unknown): void
}

/** One field of a form from a schema. */
export function SchemaField({
  field,
  value,
  error,
  disabled,
  namespace,
  prefix,
  secret,
  retype,
  onChange,
}: SchemaFieldProps) {
  const { t } = useTranslation(namespace)
  const kit = useKitWords()
  const word = (name: string, fallback: string): string =>
    t(`${prefix}.${field.name}.${name}`, { defaultValue: fallback })
  const label = word('label', field.name)
  const isUntyped = retype && (value === undefined || value === '')
  const asksAgain = isUntyped && error === undefined
  const help = asksAgain ? (
    <>
      <strong>{kit('invalid.addressChanged')}.</strong> {word('help', '')}
    </>
  ) : (
    word('help', '')
  )
  if (field.type === 'boolean') {
    return (
      <Field label={label} hideLabel help={help} error={error}>
        <Checkbox label={label} checked={value === true} disabled={disabled} onCheckedChange={onChange} />
      </Field>
    )
  }
  return (
    <Field label={label} help={help} error={error} required={field.required}>
      <Control
        field={field}
        value={value}
        disabled={disabled}
        secret={secret}
        retype={retype}
        label={label}
        namespace={namespace}
        optionLabel={(option) => word(`options.${option}`, option)}
        onChange={onChange}
      />
    </Field>
  )
}

interface ControlProps extends Pick<
  SchemaFieldProps,
  'field' | 'value' | 'disabled' | 'namespace' | 'secret' | 'retype' | 'onChange'
> {
  label: string
  optionLabel(option: string): string
}

function Control({ field, value, disabled, namespace, secret, retype, label, optionLabel, onChange }: ControlProps) {
  const text = value === undefined || value === null ? '' : String(value)
  switch (field.type) {
    case 'secret':
      return <SecretControl {...{ field, value, secret, retype, disabled, onChange }} />
    case 'text':
      return <Textarea value={text} disabled={disabled} onChange={(event) => onChange(event.target.value)} />
    case 'number':
    case 'integer':
      return (
        <Input
          inputMode={field.type === 'integer' ? 'numeric' : 'decimal'}
          value={text}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value.replace(',', '.'))}
        />
      )
    case 'enum': {
      const options = (field.options ?? []).map((option) => ({ value: option, label: optionLabel(option) }))
      return (
        <Select
          value={text}
          disabled={disabled}
          options={
            (field.required || typeof field.default === 'string') && text !== ''
              ? options
              : [{ value: '', label: '–' }, ...options]
          }
          onValueChange={onChange}
        />
      )
    }
    case 'choice':
      return (
        <ChoiceControl
          path={field.choices!}
          namespace={namespace}
          value={text}
          required={field.required}
          disabled={disabled}
          onChange={onChange}
        />
      )
    case 'enumArray':
      return (
        <CheckboxesControl
          label={label}
          options={field.options ?? []}
          optionLabel={optionLabel}
          value={listOf(value)}
          disabled={disabled}
          onChange={onChange}
        />
      )
    case 'stringArray':
      return <ListControl value={listOf(value)} disabled={disabled} onChange={onChange} />
    case 'reference':
      return (
        <ReferenceControl
          of={field.refersTo!}
          label={label}
          value={text === '' ? [] : [text]}
          several={false}
          required={field.required}
          disabled={disabled}
          onChange={([chosen = '']) => onChange(chosen)}
        />
      )
    case 'referenceArray':
      return (
        <ReferenceControl
          of={field.refersTo!}
          label={label}
          value={listOf(value)}
          several
          required={field.required}
          disabled={disabled}
          onChange={onChange}
        />
      )
    case 'color':
      return (
        <span className="k-color">
          <Input
            type="color"
            aria-label={label}
            id=""
            value={/^#[0-9a-fA-F]{6}$/.test(text) ? text : '#000000'}
            disabled={disabled}
            onChange={(event) => onChange(event.target.value)}
          />
          <Input
            value={text}
            disabled={disabled}
            maxLength={7}
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
          />
        </span>
      )
    default: {
      const type = field.type === 'url' || field.type === 'email' ? field.type : 'text'
      return <Input type={type} value={text} disabled={disabled} onChange={(event) => onChange(event.target.value)} />
    }
  }
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

type SecretControlProps = Pick<ControlProps, 'field' | 'value' | 'secret' | 'retype' | 'disabled' | 'onChange'>

/** Write-only: shows whether a value is stored, takes a new one, and takes an optional one away. */
function SecretControl({ field, value, secret, retype, disabled, onChange }: SecretControlProps) {
  const t = useKitWords()
  const set = typeof secret === 'object' ? secret.set : secret
  const last4 = typeof secret === 'object' ? secret.last4 : null
  const mayErase = set && !field.required && !disabled
  const erase = mayErase && (
    <Button size="small" variant="ghost" onClick={() => onChange(null)}>
      {t('erase')}
    </Button>
  )
  const keep = (
    <Button size="small" onClick={() => onChange(undefined)}>
      {t('keep')}
    </Button>
  )
  if (set && value === null)
    return (
      <span className="k-secret">
        <span className="k-secret-state">{t('secretWillGo')}</span>
        {keep}
      </span>
    )
  if (set && value === undefined && !retype) {
    return (
      <span className="k-secret">
        <span className="k-secret-state">{last4 ? t('secretSet', { last4 }) : t('secretSetHidden')}</span>
        {!disabled && (
          <Button size="small" onClick={() => onChange('')}>
            {t('replace')}
          </Button>
        )}
        {erase}
      </span>
    )
  }
  return (
    <span className="k-secret">
      <Input
        type="password"
        autoComplete="off"
        spellCheck={false}
        value={typeof value === 'string' ? value : ''}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      />
      {set && !retype && keep}
      {retype && erase}
    </span>
  )
}

function ListControl({
  value,
  disabled,
  onChange,
}: {
  value: readonly string[]
  disabled: boolean
  onChange(value: readonly string[]): void
}) {
  const t = useKitWords()
  const [next, setNext] = useState('')
  const add = () => {
    const item = next.trim()
    if (item !== '' && !value.includes(item)) onChange([...value, item])
    setNext('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  return (
    <span className="k-list">
      {value.length > 0 && (
        <ul>
          {value.map((item) => (
            <li key={item} className="k-badge">
              {item}
              {!disabled && (
                <IconButton
                  size="small"
                  icon={<X size={12} />}
                  label={t('remove', { item })}
                  onClick={() => onChange(value.filter((one) => one !== item))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <span className="k-secret">
        <Input
          value={next}
          disabled={disabled}
          onChange={(event) => setNext(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton variant="secondary" icon={<Plus size={16} />} label={t('add')} disabled={disabled} onClick={add} />
      </span>
    </span>
  )
}
