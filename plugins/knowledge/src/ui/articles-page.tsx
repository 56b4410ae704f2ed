import {
  Badge,
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  Icon,
  IconButton,
  Input,
  NoPermission,
  PageHeader,
  Select,
  Skeleton,
  toast,
  usePermission,
  useWords,
} from '@recado/sdk/ui'
import { useDeferredValue, useState } from 'react'
import type { ArticleLine } from '../articles/article.ts'
import { ArticleDialog } from './article-dialog.tsx'
import { HelpCenterLine } from './help-center/help-center-line.tsx'
import { ImportFiles } from './import-files.tsx'
import { ImportWebsite } from './website/import-website.tsx'
import { MeaningLine } from './meaning-line.tsx'
import { useArticles, useDeleteArticle } from './use-articles.ts'

const allCategories = '*'

/** `/conhecimento`: the company's articles, read by everybody and written by who may. */
export default function ArticlesPage() {
  return usePermission('use') ? <Articles /> : <NoPermission />
}

function Articles() {
  const { t } = useWords()
  const mayWrite = usePermission('manage')
  const [title, setTitle] = useState('')
  const [category, setCategory] = useState<string>()
  const list = useArticles(useDeferredValue(title).trim(), category)
  const remove = useDeleteArticle()
  const [open, setOpen] = useState<ArticleLine | 'new'>()
  const [doomed, setDoomed] = useState<ArticleLine>()
  const articles = list.data?.pages.flatMap((page) => page.articles) ?? []
  const categories = list.data?.pages[0]?.categories ?? []
  const isFiltered = title.trim() !== '' || category !== undefined
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-4 px-4 py-6 md:px-8 md:py-8">
      <PageHeader
        className="mb-0"
        title={t('articles.title')}
        description={t('articles.description')}
        actions={
          mayWrite && (
            <div className="flex flex-wrap gap-2">
              <ImportFiles />
              <ImportWebsite />
              <Button variant="primary" icon={<Icon name="plus" size={16} />} onClick={() => setOpen('new')}>
                {t('articles.create')}
              </Button>
            </div>
          )
        }
      />
      <HelpCenterLine />
      {mayWrite && <MeaningLine />}
      <div className="flex flex-wrap gap-2">
        <Input
          type="search"
          className="min-w-0 flex-1 basis-60"
          aria-label={t('articles.find')}
          placeholder={t('articles.find')}
          value={title}
          maxLength={200}
          onChange={({ target }) => setTitle(target.value)}
        />
        {categories.length > 0 && (
          <Select
            aria-label={t('articles.category')}
            value={category ?? allCategories}
            options={[
              { value: allCategories, label: t('articles.allCategories') },
              ...categories.map((value) => ({ value, label: value })),
            ]}
            onValueChange={(value) => setCategory(value === allCategories ? undefined : value)}
          />
        )}
      </div>
      {list.isPending && <Skeleton height="8rem" className="rounded-lg" />}
      {list.isError && <ErrorState what={t('articles.what')} error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && articles.length === 0 && (
        <EmptyState icon={<Icon name="book-open" />} title={t(isFiltered ? 'articles.noneFound' : 'articles.none')}>
          {isFiltered ? undefined : t('articles.noneDetail')}
        </EmptyState>
      )}
      {articles.length > 0 && (
        <ul aria-label={t('articles.title')} className="flex flex-col gap-2">
          {articles.map((article) => (
            <Line
              key={article.id}
              article={article}
              mayWrite={mayWrite}
              onOpen={() => setOpen(article)}
              onDelete={() => setDoomed(article)}
            />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button className="self-center" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('articles.more')}
        </Button>
      )}
      {open && <ArticleDialog article={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />}
      {doomed && (
        <ConfirmDialog
          open
          title={t('articles.deleteTitle', { title: doomed.title })}
          description={t('articles.deleteDetail')}
          confirmLabel={t('articles.deleteConfirm')}
          tone="danger"
          onOpenChange={(isOpen) => {
            if (!isOpen) setDoomed(undefined)
          }}
          onConfirm={async () => {
            await remove.mutateAsync(doomed.id)
            toast.success(t('articles.deleted', { title: doomed.title }))
          }}
        />
      )}
    </div>
  )
}

interface LineProps {
  article: ArticleLine
  mayWrite: boolean
  onOpen(): void
  onDelete(): void
}

function Line({ article: { title, category, audience, isPublished, savedAt }, mayWrite, onOpen, onDelete }: LineProps) {
  const { t, i18n } = useWords()
  return (
    <li className="flex items-center gap-2 rounded-lg border border-line bg-surface p-3">
      <button type="button" className="min-w-0 flex-1 cursor-pointer text-left" onClick={onOpen}>
        <span className="flex flex-wrap items-center gap-2 text-list font-medium break-words">
          {title}
          {!isPublished && <Badge>{t('articles.draft')}</Badge>}
          {audience === 'customers' && <Badge>{t('audience.customers')}</Badge>}
        </span>
        <span className="text-xs text-ink-muted">
          {[category, new Date(savedAt).toLocaleDateString(i18n.language)].filter(Boolean).join(' · ')}
        </span>
      </button>
      {mayWrite && (
        <IconButton
          icon={<Icon name="trash-2" size={16} />}
          label={t('articles.delete', { title })}
          onClick={onDelete}
        />
      )}
    </li>
  )
}
