import { calledName, type Ticket } from '@recado/contracts'
import { useId, useState, type FormEvent } from 'react'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Field, Input } from '../kit/field.tsx'
import { DropdownMenu, MenuItem } from '../kit/menu.tsx'
import { useViewer } from '../plugin/context.tsx'
import { factNames, type TemplateFacts } from '../../template-facts.ts'
import type { TemplateFormField, TemplateFormProps } from './template-props.ts'
import { usePickerWords } from './words.ts'

/** The form itself, which comes when the first one is drawn. */
export default function Form({
  name,
  ticket,
  fields,
  guess,
  problems,
  isReady = true,
  renderAbove,
  renderPreview,
  onBack,
  onClose,
  onSend,
}: TemplateFormProps) {
  const t = usePickerWords()
  const form = useId()
  const facts = useFacts(ticket)
  const [values, setValues] = useState(() => guess(facts))
  const [isDemanded, setDemanded] = useState(false)
  const found = problems(values)
  const send = (event: FormEvent) => {
    event.preventDefault()
    // A form in a portal is still a child of the composer's for React.
    event.stopPropagation()
    setDemanded(true)
    if (Object.keys(found).length === 0 && isReady) onSend(values)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      shape="wide"
      title={name}
      description={t('fill')}
      footer={
        <>
          <Button onClick={onBack}>{t('back')}</Button>
          <Button type="submit" form={form} variant="primary">
            {t('send')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="grid gap-6 md:grid-cols-2" onSubmit={send}>
        <div className="flex min-w-0 flex-col gap-4">
          {renderAbove?.(isDemanded)}
          {fields.map((field) => (
            <ValueField
              key={field.key}
              field={field}
              value={values[field.key] ?? ''}
              problem={isDemanded ? found[field.key] : undefined}
              facts={facts}
              onChange={(value) => setValues((before) => ({ ...before, [field.key]: value }))}
            />
          ))}
        </div>
        {renderPreview(values)}
      </form>
    </Dialog>
  )
}

function useFacts(ticket: Ticket): TemplateFacts {
  const { name: agent } = useViewer()
  const fullName = calledName(ticket.name)
  return { firstName: fullName.split(/\s+/u, 1)[0]!, fullName, protocol: ticket.protocol, agent }
}

interface ValueFieldProps {
  field: TemplateFormField
  value: string
  problem: string | undefined
  facts: TemplateFacts
  onChange(value: string): void
}

function ValueField({ field, value, problem, facts, onChange }: ValueFieldProps) {
  const t = usePickerWords()
  const { label, example, isOptional = false, isNumber = false, takesFacts } = field
  return (
    <div className="flex items-start gap-2">
      <Field
        className="flex-1"
        label={label}
        help={example === '' ? undefined : t('example', { example })}
        error={problem}
        required={!isOptional}
      >
        <Input
          value={value}
          maxLength={1_024}
          inputMode={isNumber ? 'decimal' : 'text'}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      {takesFacts && (
        <DropdownMenu
          trigger={
            <Button size="small" variant="ghost" className="mt-6" aria-label={t('insertInto', { field: label })}>
              {t('insert')}
            </Button>
          }
        >
          {factNames
            .filter((name) => facts[name] !== '')
            .map((name) => (
              <MenuItem key={name} onSelect={() => onChange(facts[name])}>
                {t(`fact.${name}`)}: {facts[name]}
              </MenuItem>
            ))}
        </DropdownMenu>
      )}
    </div>
  )
}
