import { Button, ErrorState, Skeleton, toast, useApi, useWords } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ArticleDraft } from '../articles/article.ts'
import { useVersions } from './use-articles.ts'

interface VersionsProps {
  articleId: string
  current: number
  onTake(text: Pick<ArticleDraft, 'title' | 'body'>): void
}

/** How the article was saved before. An earlier text is taken into the form, and kept only when it is saved. */
export function Versions(props: VersionsProps) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  return isOpen ? (
    <List {...props} />
  ) : (
    <Button size="small" variant="ghost" className="self-start" onClick={() => setOpen(true)}>
      {t('versions.show')}
    </Button>
  )
}

function List({ articleId, current, onTake }: VersionsProps) {
  const { t, i18n } = useWords()
  const api = useApi()
  const versions = useVersions(articleId)
  const take = useMutation({
    mutationFn: (revision: number) =>
      api.get<Pick<ArticleDraft, 'title' | 'body'>>(`articles/${articleId}/versions/${revision}`),
    onSuccess: (text) => {
      onTake(text)
      toast.info(t('versions.taken'))
    },
    onError: (error) => void toast.error(error),
  })
  if (versions.isPending) return <Skeleton lines={2} />
  if (versions.isError)
    return <ErrorState what={t('versions.title')} error={versions.error} onRetry={() => void versions.refetch()} />
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-list font-medium">{t('versions.title')}</h3>
      <ul className="flex flex-col divide-y divide-line text-list">
        {versions.data.versions
          .filter(({ revision }) => revision !== current)
          .map(({ revision, savedAt, savedBy }) => (
            <li key={revision} className="flex flex-wrap items-center gap-2 py-1.5">
              <span className="min-w-0 flex-1">
                {new Date(savedAt).toLocaleString(i18n.language, { dateStyle: 'short', timeStyle: 'short' })}
                {savedBy && ` · ${savedBy}`}
              </span>
              <Button
                size="small"
                busy={take.isPending && take.variables === revision}
                aria-label={t('versions.takeOf', { revision })}
                onClick={() => take.mutate(revision)}
              >
                {t('versions.take')}
              </Button>
            </li>
          ))}
      </ul>
    </section>
  )
}
