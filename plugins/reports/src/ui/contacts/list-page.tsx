import type { FormField } from '@recado/sdk'
import { NoPermission, usePermission, useWords } from '@recado/sdk/ui'
import { useDeferredValue, useState } from 'react'
import { chosenIn, FilterFields } from '../parts/filter-fields.tsx'
import { ContactReportPage } from './contact-report-page.tsx'

const words: readonly FormField[] = [
  { name: 'searchParam', type: 'string', required: false, maxLength: 100 },
  {
    name: 'order',
    type: 'enum',
    required: false,
    options: ['name', '-name', '-createdAt', 'createdAt'],
    default: 'name',
  },
]
const objects: readonly FormField[] = [
  { name: 'tagIds', type: 'referenceArray', refersTo: 'tag', required: false },
  { name: 'walletUserIds', type: 'referenceArray', refersTo: 'user', required: false },
]
const numbers: readonly FormField[] = [
  { name: 'newForDays', type: 'integer', required: false, min: 1, max: 3_650 },
  { name: 'silentForDays', type: 'integer', required: false, min: 1, max: 3_650 },
]
const switches: readonly FormField[] = [{ name: 'withoutTicket', type: 'boolean', required: false }]
const nothing = { order: 'name' }

/** `/relatorios/lista-contatos` (S2-063). */
export default function ListPage() {
  return usePermission('read') ? <ContactList /> : <NoPermission />
}

const isDays = (text: string): boolean =>
  text === '' || /^([1-9]\d{0,2}|[12]\d{3}|3[0-5]\d\d|36[0-4]\d|3650)$/.test(text)

function ContactList() {
  const { t } = useWords()
  const [values, setValues] = useState<Record<string, unknown>>(nothing)
  const text = (name: string): string => String(values[name] ?? '').trim()
  const searchParam = useDeferredValue(text('searchParam'))
  const issues = Object.fromEntries(
    ['newForDays', 'silentForDays'].flatMap((name) => (isDays(text(name)) ? [] : [[name, t('needs.days')]])),
  )
  const days = (name: string): string => (isDays(text(name)) ? text(name) : '')
  const fields = { values, onChange: setValues, issues }
  return (
    <ContactReportPage
      name="list"
      path="contacts"
      icon="contact"
      query={{
        // One letter finds too much: it is left for a second one.
        searchParam: searchParam.length < 2 ? '' : searchParam,
        order: text('order') || 'name',
        tagIds: chosenIn(values, 'tagIds'),
        walletUserIds: chosenIn(values, 'walletUserIds'),
        newForDays: days('newForDays'),
        silentForDays: days('silentForDays'),
        ...(values['withoutTicket'] === true && { withoutTicket: true }),
      }}
      onClear={() => setValues(nothing)}
      filters={
        <>
          <div className="grid gap-4 md:grid-cols-2">
            <FilterFields fields={words} {...fields} />
            <FilterFields fields={objects} {...fields} />
            <FilterFields fields={numbers} {...fields} />
          </div>
          <FilterFields fields={switches} {...fields} />
        </>
      }
    />
  )
}
