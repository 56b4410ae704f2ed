import { guessedValues, type Ticket } from '@recado/sdk'
import {
  TemplateForm,
  TemplateList,
  TemplatePicker,
  useWords,
  type SlotMap,
  type TemplateFormActs,
} from '@recado/sdk/ui'
import { useState } from 'react'
import { fieldsOf, headerKey, missingOf, partOf, textOf } from '../../templates/message.ts'
import type { MessengerTemplate } from '../../templates/template.ts'
import { Preview } from './preview.tsx'
import { useTemplates } from './use-templates.ts'

/** The approved templates of the conversation's page, in the composer. */
export default function MessengerTemplatePicker({ ticket, composer }: SlotMap['ticket.composer.actions']) {
  return (
    <TemplatePicker<MessengerTemplate>
      ticket={ticket}
      composer={composer}
      renderList={(onPick) => <List ticket={ticket} onPick={onPick} />}
      renderForm={(template, acts) => <Form template={template} ticket={ticket} {...acts} />}
    />
  )
}

function List({ ticket, onPick }: { ticket: Ticket; onPick(template: MessengerTemplate): void }) {
  const { t } = useWords()
  const [search, setSearch] = useState('')
  const list = useTemplates(ticket.channelId, true)
  const wanted = search.toLowerCase()
  const templates = (list.data ?? []).filter((template) =>
    [template.name, textOf(template, {})].some((words) => words.toLowerCase().includes(wanted)),
  )
  return (
    <TemplateList
      query={list}
      templates={templates.map((template) => ({
        id: template.id,
        name: template.name,
        language: template.language,
        text: textOf(template, {}),
        unfit: template.isSendable ? undefined : t('templates.picker.unfit'),
      }))}
      noneHelp={t('templates.picker.noneHelp')}
      onSearch={setSearch}
      onPick={(id) => {
        const picked = templates.find((template) => template.id === id)
        if (picked) onPick(picked)
      }}
    />
  )
}

function Form({
  template,
  ticket,
  onSend,
  ...acts
}: TemplateFormActs & { template: MessengerTemplate; ticket: Ticket }) {
  const { t } = useWords()
  return (
    <TemplateForm
      {...acts}
      name={template.name}
      ticket={ticket}
      fields={fieldsOf(template).map(({ key, place, variable, example }) => ({
        key,
        label: t(`templates.picker.${place}Value`, { variable: `{{${variable}}}` }),
        example,
        takesFacts: true,
      }))}
      guess={(facts) => ({
        ...Object.fromEntries(
          Object.entries(guessedValues(template.header?.text ?? '', facts)).map(([variable, value]) => [
            headerKey(variable),
            value,
          ]),
        ),
        ...guessedValues(template.body.text, facts),
      })}
      problems={(values) =>
        Object.fromEntries(missingOf(template, values).map((key) => [key, t('templates.picker.required')]))
      }
      renderPreview={(values) => <Preview text={textOf(template, values)} buttons={template.buttons} />}
      onSend={(values) => onSend(partOf(template, values))}
    />
  )
}
