import { Checkbox, Field, Input, Select, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import { languages } from '../../articles/article.ts'
import type { FoundPages } from '../../website/find-pages.ts'
import type { WebsiteChoice } from './use-import-website.ts'

interface PageChoiceProps {
  found: FoundPages
  chosen: ReadonlySet<string>
  onChoose(chosen: ReadonlySet<string>): void
  choice: WebsiteChoice
  onChoice(choice: WebsiteChoice): void
}

/** An address as people read it, without what all pages of a site have in common. */
function readable(address: string): string {
  const { host, pathname, search } = new URL(address)
  try {
    return host + decodeURI(pathname + search)
  } catch {
    return host + pathname + search
  }
}

/** Which of the pages are wanted, and what their articles have in common. */
export function PageChoice({ found, chosen, onChoose, choice, onChoice }: PageChoiceProps) {
  const { t, i18n } = useWords()
  const [filter, setFilter] = useState('')
  const words = filter.trim().toLowerCase()
  const shown = found.pages
    .map((page) => ({ ...page, text: readable(page.address) }))
    .filter(({ text }) => text.toLowerCase().includes(words))
  const names = new Intl.DisplayNames([i18n.language], { type: 'language' })
  const choose = (addresses: readonly string[], isChosen: boolean): void => {
    const changed = new Set(chosen)
    for (const address of addresses)
      if (isChosen) changed.add(address)
      else changed.delete(address)
    onChoose(new Set(found.pages.map(({ address }) => address).filter((address) => changed.has(address))))
  }
  if (found.pages.length === 0) return <p className="text-list">{t('website.noneAllowed')}</p>
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {found.isCut && <p className="text-list text-ink-muted">{t('website.cut')}</p>}
      {found.forbidden > 0 && (
        <p className="text-list text-ink-muted">{t('website.forbidden', { count: found.forbidden })}</p>
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <Field label={t('articles.category')} help={t('website.categoryHelp')}>
          <Input
            value={choice.category}
            maxLength={60}
            autoComplete="off"
            onChange={({ target }) => onChoice({ ...choice, category: target.value })}
          />
        </Field>
        <Field label={t('editor.language')} help={t('editor.languageHelp')}>
          <Select
            value={choice.language ?? ''}
            options={[
              { value: '', label: t('website.languageOwn') },
              ...languages.map((value) => ({ value, label: names.of(value) ?? value })),
            ]}
            onValueChange={(language) => onChoice({ ...choice, language: language || undefined })}
          />
        </Field>
      </div>
      <Input
        type="search"
        aria-label={t('website.filter')}
        placeholder={t('website.filter')}
        value={filter}
        onChange={({ target }) => setFilter(target.value)}
      />
      {shown.length === 0 ? (
        <p className="text-list text-ink-muted">{t('website.noneFit')}</p>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Checkbox
              label={t('website.all')}
              checked={shown.every(({ address }) => chosen.has(address))}
              onCheckedChange={(isChosen) =>
                choose(
                  shown.map(({ address }) => address),
                  isChosen,
                )
              }
            />
            <span role="status" className="text-xs text-ink-muted">
              {t('website.selected', { count: chosen.size })}
            </span>
          </div>
          <ul aria-label={t('website.pages')} className="flex flex-col gap-1 rounded-md border border-line p-2">
            {shown.map(({ address, text, lastModified }) => (
              <li key={address} className="flex min-w-0 items-center justify-between gap-2">
                <Checkbox
                  className="min-w-0 break-all"
                  label={text}
                  checked={chosen.has(address)}
                  onCheckedChange={(isChosen) => choose([address], isChosen)}
                />
                {lastModified !== undefined && (
                  <span className="shrink-0 text-xs text-ink-muted">
                    {new Date(lastModified).toLocaleDateString(i18n.language, { timeZone: 'UTC' })}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
