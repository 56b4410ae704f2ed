import { Button, Dialog, ErrorState, Skeleton, usePermission, useWords } from '@recado/sdk/ui'
import type { ArticleLine } from '../articles/article.ts'
import { ArticleEditor } from './article-editor.tsx'
import { useArticle } from './use-articles.ts'

/** An article: written by who may, else read. */
export function ArticleDialog({ article, onClose }: { article: ArticleLine | undefined; onClose(): void }) {
  const { t } = useWords()
  const mayWrite = usePermission('manage')
  const read = useArticle(article?.id)
  if (article === undefined) return <ArticleEditor article={undefined} onClose={onClose} />
  if (mayWrite && read.data && !read.isPlaceholderData) return <ArticleEditor article={read.data} onClose={onClose} />
  return (
    <Dialog
      open
      shape="wide"
      title={article.title}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={<Button onClick={onClose}>{t('editor.close')}</Button>}
    >
      {read.isPending && <Skeleton lines={6} />}
      {read.isError && <ErrorState what={article.title} error={read.error} onRetry={() => void read.refetch()} />}
      {read.data && <div className="text-list break-words whitespace-pre-wrap">{read.data.body}</div>}
    </Dialog>
  )
}
