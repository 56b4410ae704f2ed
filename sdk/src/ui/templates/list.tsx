import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../kit/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '../kit/feedback.tsx'
import { Field, Input } from '../kit/field.tsx'
import { Icon } from '../kit/icon.tsx'
import { Badge } from '../kit/marks.tsx'
import { languageName } from '../../language-name.ts'
import type { TemplateListProps } from './template-props.ts'
import { usePickerWords } from './words.ts'

/** The list itself, which comes when the first one is drawn. Each template is a button, in reading order. */
export default function List({ query, templates, more, noneHelp, onSearch, onPick }: TemplateListProps) {
  const t = usePickerWords()
  const { i18n } = useTranslation()
  const [search, setSearch] = useState('')
  return (
    <div className="flex flex-col gap-3">
      <Field label={t('search')} hideLabel>
        <Input
          type="search"
          autoFocus
          placeholder={t('search')}
          maxLength={100}
          value={search}
          onChange={({ target: { value } }) => {
            setSearch(value)
            onSearch(value.trim())
          }}
        />
      </Field>
      {query.isPending && <Skeleton lines={4} />}
      {query.isError && <ErrorState what={t('list')} error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess &&
        templates.length === 0 &&
        (search.trim() === '' ? (
          <EmptyState icon={<Icon name="file-text" />} title={t('none')}>
            {noneHelp}
          </EmptyState>
        ) : (
          <EmptyState icon={<Icon name="file-text" />} title={t('notFound')} />
        ))}
      <ul aria-label={t('list')} className="flex flex-col gap-1">
        {templates.map(({ id, name, language, text, note, unfit }) => (
          <li key={id}>
            <button
              type="button"
              disabled={unfit !== undefined}
              className="flex w-full flex-col gap-1 rounded-md px-3 py-2 text-left hover:bg-hover disabled:opacity-60"
              onClick={() => onPick(id)}
            >
              <span className="flex flex-wrap items-center gap-2">
                <span className="font-medium break-all">{name}</span>
                <Badge>{languageName(language, i18n.language)}</Badge>
                {note !== undefined && <span className="text-xs text-ink-muted">{note}</span>}
              </span>
              <span className="line-clamp-2 whitespace-pre-line break-words text-sm text-ink-muted" dir="auto">
                {unfit ?? text}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {more && (
        <Button className="self-center" busy={more.isBusy} onClick={more.load}>
          {t('more')}
        </Button>
      )}
    </div>
  )
}
