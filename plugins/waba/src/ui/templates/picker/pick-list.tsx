import type { Ticket } from '@recado/sdk'
import { TemplateList, useWords } from '@recado/sdk/ui'
import { useDeferredValue, useState } from 'react'
import { isSendable, textOf } from '../../../templates/message-fields.ts'
import type { Template } from '../../../templates/template.ts'
import { useTemplates } from '../use-templates.ts'

/** Number of rows; another letter narrows them. */
const shownAtOnce = 30

/** The approved templates of the conversation's number. */
export function PickList({ ticket, onPick }: { ticket: Ticket; onPick(template: Template): void }) {
  const { t } = useWords()
  const [search, setSearch] = useState('')
  const searchParam = useDeferredValue(search)
  const list = useTemplates({ searchParam, connectionId: ticket.channelId, status: 'APPROVED' }, shownAtOnce)
  const templates = list.data?.pages.flatMap((page) => page.templates) ?? []
  return (
    <TemplateList
      query={list}
      templates={templates.map((template) => ({
        id: template.id,
        name: template.name,
        language: template.language,
        text: textOf(template, {}),
        note: template.category === null ? undefined : t(`templates.category.${template.category}`),
        unfit: isSendable(template) ? undefined : t('templates.picker.unsupported'),
      }))}
      more={list.hasNextPage ? { isBusy: list.isFetchingNextPage, load: () => void list.fetchNextPage() } : undefined}
      noneHelp={t('templates.picker.noneHelp')}
      onSearch={setSearch}
      onPick={(id) => {
        const picked = templates.find((template) => template.id === id)
        if (picked) onPick(picked)
      }}
    />
  )
}
