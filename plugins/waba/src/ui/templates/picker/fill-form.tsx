import { calledName, type Ticket } from '@recado/sdk'
import { Button, Dialog, DropdownMenu, Field, Input, MenuItem, useViewer, useWords } from '@recado/sdk/ui'
import { useId, useState, type FormEvent } from 'react'
import {
  factNames,
  fieldProblems,
  fieldsOf,
  fileOf,
  partOf,
  prefill,
  type MessageFacts,
  type MessageField,
  type TemplateMessagePart,
} from '../../../templates/message-fields.ts'
import type { Template } from '../../../templates/template.ts'
import { written } from '../editor/problem-text.ts'
import { Preview } from '../preview.tsx'
import { HeaderFileField, type HeaderChoice } from './header-file-field.tsx'

export interface FillFormProps {
  template: Template
  ticket: Ticket
  onBack(): void
  onClose(): void
  onSend(part: TemplateMessagePart): void
}

/** The values of one message, with what is known of the conversation filled in, and what the customer will read. */
export function FillForm({ template, ticket, onBack, onClose, onSend }: FillFormProps) {
  const { t } = useWords()
  const form = useId()
  const facts = useFacts(ticket)
  const fields = fieldsOf(template)
  const format = fileOf(template)
  const [values, setValues] = useState(() => prefill(template, facts))
  const [file, setFile] = useState<HeaderChoice>({ id: format && template.headerMediaId, url: template.headerMediaUrl })
  const [isDemanded, setDemanded] = useState(false)
  const problems = fieldProblems(fields, values)
  const set = (key: string, value: string) => setValues((before) => ({ ...before, [key]: value }))
  const send = (event: FormEvent) => {
    event.preventDefault()
    // A form in a portal is still a child of the composer's for React.
    event.stopPropagation()
    setDemanded(true)
    if (Object.keys(problems).length === 0 && (format === null || file.id !== null))
      onSend(partOf(template, values, file.url))
  }
  const strip = (prefix: string) =>
    Object.fromEntries(
      Object.entries(values)
        .filter(([key]) => key.startsWith(prefix))
        .map(([key, value]) => [key.slice(prefix.length), value]),
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      shape="wide"
      title={template.name}
      description={t('templates.picker.fill')}
      footer={
        <>
          <Button onClick={onBack}>{t('templates.picker.back')}</Button>
          <Button type="submit" form={form} variant="primary">
            {t('templates.picker.send')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="grid gap-6 md:grid-cols-2" onSubmit={send}>
        <div className="flex min-w-0 flex-col gap-4">
          {format !== null && (
            <HeaderFileField
              format={format}
              template={template}
              choice={file}
              isMissing={isDemanded && file.id === null}
              onChoose={setFile}
            />
          )}
          {fields.map((field) => (
            <ValueField
              key={field.key}
              field={field}
              value={values[field.key] ?? ''}
              problem={isDemanded ? problems[field.key] : undefined}
              facts={facts}
              onChange={(value) => set(field.key, value)}
            />
          ))}
        </div>
        <Preview {...template} headerValues={strip('header.')} bodyValues={values} headerUrl={file.url} />
      </form>
    </Dialog>
  )
}

function useFacts(ticket: Ticket): MessageFacts {
  const { name: agent } = useViewer()
  const fullName = calledName(ticket.name)
  return { firstName: fullName.split(/\s+/u, 1)[0]!, fullName, protocol: ticket.protocol, agent }
}

interface ValueFieldProps {
  field: MessageField
  value: string
  problem: 'required' | 'degrees' | undefined
  facts: MessageFacts
  onChange(value: string): void
}

function ValueField({ field, value, problem, facts, onChange }: ValueFieldProps) {
  const { t } = useWords()
  const label = useLabel()(field)
  const isOptional = field.kind === 'place' && (field.part === 'name' || field.part === 'address')
  return (
    <div className="flex items-start gap-2">
      <Field
        className="flex-1"
        label={label}
        help={field.example === '' ? undefined : t('templates.picker.example', { example: field.example })}
        error={problem && t(`templates.picker.${problem}`)}
        required={!isOptional}
      >
        <Input
          value={value}
          maxLength={1_024}
          inputMode={field.kind === 'place' && !isOptional ? 'decimal' : 'text'}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      {(field.kind === 'header' || field.kind === 'body') && (
        <DropdownMenu
          trigger={
            <Button
              size="small"
              variant="ghost"
              className="mt-6"
              aria-label={t('templates.picker.insertInto', { field: label })}
            >
              {t('templates.picker.insert')}
            </Button>
          }
        >
          {factNames
            .filter((name) => facts[name] !== '')
            .map((name) => (
              <MenuItem key={name} onSelect={() => onChange(facts[name])}>
                {t(`templates.fact.${name}`)}: {facts[name]}
              </MenuItem>
            ))}
        </DropdownMenu>
      )}
    </div>
  )
}

function useLabel(): (field: MessageField) => string {
  const { t } = useWords()
  const places = { latitude: 'latitude', longitude: 'longitude', name: 'placeName', address: 'placeAddress' } as const
  return (field) => {
    switch (field.kind) {
      case 'header':
        return t('templates.picker.headerValue', { variable: written(field.variable) })
      case 'body':
        return t('templates.picker.value', { variable: written(field.variable) })
      case 'url':
      case 'code':
        return t(`templates.picker.${field.kind}`, { text: field.text })
      case 'place':
        return t(`templates.picker.${places[field.part]}`)
    }
  }
}
