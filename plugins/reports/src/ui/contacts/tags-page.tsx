import type { FormField } from '@recado/sdk'
import { NoPermission, usePermission, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import { chosenIn, FilterFields } from '../parts/filter-fields.tsx'
import { ContactReportPage } from './contact-report-page.tsx'

const fields: readonly FormField[] = [{ name: 'tagIds', type: 'referenceArray', refersTo: 'tag', required: true }]

/** `/relatorios/contatos-por-etiquetas` (S2-064); one tag at least (S5-100). */
export default function TagsPage() {
  return usePermission('read') ? <ContactsByTags /> : <NoPermission />
}

function ContactsByTags() {
  const { t } = useWords()
  const [values, setValues] = useState<Record<string, unknown>>({})
  const tagIds = chosenIn(values, 'tagIds')
  return (
    <ContactReportPage
      name="tags"
      path="contacts-by-tags"
      icon="tag"
      query={{ tagIds }}
      missing={tagIds.length === 0 ? t('errors.ERR_REPORT_NEEDS_TAG') : undefined}
      onClear={() => setValues({})}
      filters={<FilterFields fields={fields} values={values} onChange={setValues} />}
    />
  )
}
