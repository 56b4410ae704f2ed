import type { Ticket } from '@recado/sdk'
import { TemplateForm, useWords, type TemplateFormActs } from '@recado/sdk/ui'
import { useState } from 'react'
import {
  fieldProblems,
  fieldsOf,
  fileOf,
  partOf,
  prefill,
  type MessageField,
} from '../../../templates/message-fields.ts'
import type { Template } from '../../../templates/template.ts'
import { written } from '../editor/problem-text.ts'
import { Preview } from '../preview.tsx'
import { HeaderFileField, type HeaderChoice } from './header-file-field.tsx'

export interface FillFormProps extends TemplateFormActs {
  template: Template
  ticket: Ticket
}

/** The values of one message, the file of its header, and what the customer will read. */
export function FillForm({ template, ticket, onSend, ...acts }: FillFormProps) {
  const { t } = useWords()
  const labelOf = useLabel()
  const fields = fieldsOf(template)
  const format = fileOf(template)
  const [file, setFile] = useState<HeaderChoice>({ id: format && template.headerMediaId, url: template.headerMediaUrl })
  return (
    <TemplateForm
      {...acts}
      name={template.name}
      ticket={ticket}
      fields={fields.map((field) => ({
        key: field.key,
        label: labelOf(field),
        example: field.example,
        takesFacts: field.kind === 'header' || field.kind === 'body',
        isOptional: isOptional(field),
        isNumber: field.kind === 'place' && !isOptional(field),
      }))}
      guess={(facts) => prefill(template, facts)}
      problems={(values) =>
        Object.fromEntries(
          Object.entries(fieldProblems(fields, values)).map(([key, problem]) => [
            key,
            t(`templates.picker.${problem}`),
          ]),
        )
      }
      isReady={format === null || file.id !== null}
      renderAbove={(isDemanded) =>
        format !== null && (
          <HeaderFileField
            format={format}
            template={template}
            choice={file}
            isMissing={isDemanded && file.id === null}
            onChoose={setFile}
          />
        )
      }
      renderPreview={(values) => (
        <Preview {...template} headerValues={ofHeader(values)} bodyValues={values} headerUrl={file.url} />
      )}
      onSend={(values) => onSend(partOf(template, values, file.url))}
    />
  )
}

const isOptional = (field: MessageField): boolean =>
  field.kind === 'place' && (field.part === 'name' || field.part === 'address')

const headerPrefix = 'header.'
const ofHeader = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([key]) => key.startsWith(headerPrefix))
      .map(([key, value]) => [key.slice(headerPrefix.length), value]),
  )

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
