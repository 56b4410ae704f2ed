import type { Ticket } from '@recado/sdk'
import { Badge, Button, EmptyState, ErrorState, Field, Icon, Input, Skeleton, useWords } from '@recado/sdk/ui'
import { useDeferredValue, useState } from 'react'
import { isSendable, textOf } from '../../../templates/message-fields.ts'
import type { Template } from '../../../templates/template.ts'
import { languageName } from '../language-name.ts'
import { useTemplates } from '../use-templates.ts'

/** Number of rows; another letter narrows them. */
const shownAtOnce = 30

/** The approved templates of the conversation's number. Arrows are not needed: each is a button, in reading order. */
export function PickList({ ticket, onPick }: { ticket: Ticket; onPick(template: Template): void }) {
  const { t, i18n } = useWords()
  const [search, setSearch] = useState('')
  const searchParam = useDeferredValue(search.trim())
  const list = useTemplates({ searchParam, connectionId: ticket.channelId, status: 'APPROVED' }, shownAtOnce)
  const templates = list.data?.pages.flatMap((page) => page.templates) ?? []
  return (
    <div className="flex flex-col gap-3">
      <Field label={t('templates.page.search')} hideLabel>
        <Input
          type="search"
          autoFocus
          placeholder={t('templates.page.search')}
          maxLength={100}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </Field>
      {list.isPending && <Skeleton lines={4} />}
      {list.isError && (
        <ErrorState what={t('templates.picker.list')} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess &&
        templates.length === 0 &&
        (searchParam === '' ? (
          <EmptyState icon={<Icon name="file-text" />} title={t('templates.picker.none')}>
            {t('templates.picker.noneHelp')}
          </EmptyState>
        ) : (
          <EmptyState icon={<Icon name="file-text" />} title={t('templates.picker.notFound')} />
        ))}
      <ul aria-label={t('templates.picker.list')} className="flex flex-col gap-1">
        {templates.map((template) => (
          <li key={template.id}>
            <button
              type="button"
              disabled={!isSendable(template)}
              className="flex w-full flex-col gap-1 rounded-md px-3 py-2 text-left hover:bg-hover disabled:opacity-60"
              onClick={() => onPick(template)}
            >
              <span className="flex flex-wrap items-center gap-2">
                <span className="font-medium break-all">{template.name}</span>
                <Badge>{languageName(template.language, i18n.language)}</Badge>
                {template.category !== null && (
                  <span className="text-xs text-ink-muted">{t(`templates.category.${template.category}`)}</span>
                )}
              </span>
              <span className="line-clamp-2 whitespace-pre-line break-words text-sm text-ink-muted" dir="auto">
                {isSendable(template) ? textOf(template, {}) : t('templates.picker.unsupported')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button className="self-center" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('templates.page.more')}
        </Button>
      )}
    </div>
  )
}
