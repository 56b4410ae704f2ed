import { Button, Field, Icon, IconButton, Input, SchemaFields, Select, Textarea, useWords } from '@recado/sdk/ui'
import { useId, type ReactNode } from 'react'
import { maxTextLength } from '../../../graph/limits.ts'
import type { Destination } from '../../../graph/graph.ts'

/* Controls that several blocks share. */

const namespace = 'plugin.flows'

interface TextFieldProps {
  label: string
  value: string
  max?: number
  rows?: number
  help?: string
  onChange(value: string): void
}

/** Several lines, with the variables of flows. */
export const TextField = ({ label, value, max = maxTextLength, rows = 4, help, onChange }: TextFieldProps) => (
  <Field label={label} {...(help !== undefined && { help })}>
    <Textarea rows={rows} value={value} maxLength={max} onChange={(event) => onChange(event.target.value)} />
  </Field>
)

export const LineField = ({ label, value, max = 200, help, onChange }: Omit<TextFieldProps, 'rows'>) => (
  <Field label={label} {...(help !== undefined && { help })}>
    <Input value={value} maxLength={max} autoComplete="off" onChange={(event) => onChange(event.target.value)} />
  </Field>
)

interface NumberFieldProps {
  label: string
  value: number | null
  min: number
  max: number
  /** `any`: not only whole numbers. */
  step?: 'any'
  help?: string
  onChange(value: number | null): void
}

/** A number within limits; what is no such number is not taken over. */
export const NumberField = ({ label, value, min, max, step, help, onChange }: NumberFieldProps) => (
  <Field label={label} {...(help !== undefined && { help })}>
    <Input
      type="number"
      min={min}
      max={max}
      {...(step && { step })}
      value={value ?? ''}
      onChange={(event) => {
        const typed = event.target.value === '' ? null : Number(event.target.value)
        const isFine = typed === null || (typed >= min && typed <= max && (step === 'any' || Number.isInteger(typed)))
        if (isFine) onChange(typed)
      }}
    />
  </Field>
)

interface ChoiceFieldProps<T extends string> {
  label: string
  value: T
  options: readonly T[]
  words: string
  onChange(value: T): void
}

export function ChoiceField<T extends string>({ label, value, options, words, onChange }: ChoiceFieldProps<T>) {
  const { t } = useWords()
  return (
    <Field label={label}>
      <Select
        value={value}
        options={options.map((option) => ({ value: option, label: t(`${words}.${option as string}` as string) }))}
        onValueChange={(chosen) => onChange(chosen as T)}
      />
    </Field>
  )
}

interface ReferenceFieldProps {
  name: string
  refersTo: 'queue' | 'user' | 'tag' | 'contactAttribute' | 'ticketAttribute'
  value: string | null
  onChange(value: string | null): void
}

/** One of the company's queues, people, attributes: chosen by name. */
export function ReferenceField({ name, refersTo, value, onChange }: ReferenceFieldProps) {
  const id = useId()
  return (
    <SchemaFields
      id={id}
      namespace={namespace}
      prefix="reference"
      fields={[{ name, type: 'reference', required: false, refersTo }]}
      values={{ [name]: value ?? '' }}
      issues={{}}
      onChange={(values) => onChange(typeof values[name] === 'string' && values[name] !== '' ? values[name] : null)}
    />
  )
}

export function TagsField({ value, onChange }: { value: readonly string[]; onChange(value: string[]): void }) {
  const id = useId()
  return (
    <SchemaFields
      id={id}
      namespace={namespace}
      prefix="reference"
      fields={[{ name: 'tags', type: 'referenceArray', required: false, refersTo: 'tag' }]}
      values={{ tags: value }}
      issues={{}}
      onChange={({ tags }) => onChange(Array.isArray(tags) ? tags.map(String) : [])}
    />
  )
}

interface DestinationFieldProps {
  label: string
  value: Destination
  onChange(value: Destination): void
}

export function DestinationField({ label, value, onChange }: DestinationFieldProps) {
  return (
    <>
      <ChoiceField
        label={label}
        value={value.to}
        options={['people', 'queue', 'user'] as const}
        words="destination"
        onChange={(to) => onChange({ ...value, to })}
      />
      {value.to !== 'people' && (
        <ReferenceField
          name="queue"
          refersTo="queue"
          value={value.queueId}
          onChange={(queueId) => onChange({ ...value, queueId })}
        />
      )}
      {value.to === 'user' && (
        <ReferenceField
          name="user"
          refersTo="user"
          value={value.userId}
          onChange={(userId) => onChange({ ...value, userId })}
        />
      )}
    </>
  )
}

interface ListFieldProps<T> {
  title: string
  items: readonly T[]
  max: number
  addLabel: string
  keyOf(item: T, at: number): string
  create(): T
  onChange(items: T[]): void
  children(item: T, change: (item: T) => void, at: number): ReactNode
}

/** Several of the same, in their order: added at the end, changed, taken out. */
export function ListField<T>({ title, items, max, addLabel, keyOf, create, onChange, children }: ListFieldProps<T>) {
  const { t } = useWords()
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="text-list font-semibold">{title}</h3>
      <ol className="flex flex-col gap-2">
        {items.map((item, at) => (
          <li key={keyOf(item, at)} className="flex flex-col gap-2 rounded-md border border-line p-2">
            {children(item, (changed) => onChange(items.with(at, changed)), at)}
            <IconButton
              className="self-end"
              size="small"
              icon={<Icon name="trash-2" size={14} />}
              label={t('form.removeItem', { number: at + 1 })}
              onClick={() => onChange(items.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ol>
      <Button
        size="small"
        className="self-start"
        icon={<Icon name="plus" size={14} />}
        disabled={items.length >= max}
        onClick={() => onChange([...items, create()])}
      >
        {addLabel}
      </Button>
    </section>
  )
}

/** Words, separated by commas. */
export const WordsField = ({
  label,
  value,
  help,
  onChange,
}: {
  label: string
  value: readonly string[]
  help?: string
  onChange(value: string[]): void
}) => (
  <Field label={label} {...(help !== undefined && { help })}>
    <Input
      defaultValue={value.join(', ')}
      autoComplete="off"
      onBlur={(event) =>
        onChange(
          event.target.value
            .split(',')
            .map((word) => word.trim())
            .filter(Boolean)
            .slice(0, 20),
        )
      }
    />
  </Field>
)
