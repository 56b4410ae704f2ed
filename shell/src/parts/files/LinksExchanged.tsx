import { Button, EmptyState, ErrorState, Skeleton } from '@recado/sdk/ui'
import { Link2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useExchangedLinks, type FileSource } from '../../data/contacts/use-exchanged-files.ts'
import { Origin } from './Origin.tsx'

/** Web links of conversations as rows: the site, the words around it, and the message it stands in. */
export function LinksExchanged({ source }: { source: FileSource }) {
  const { t } = useTranslation('contacts')
  const query = useExchangedLinks(source)
  const links = query.data?.pages.flatMap((page) => page.links) ?? []
  if (query.isPending) return <Skeleton lines={4} height="2.75rem" />
  if (query.isError && links.length === 0)
    return <ErrorState what={t('files.whatLinks')} error={query.error} onRetry={() => void query.refetch()} />
  if (links.length === 0 && !query.hasNextPage)
    return (
      <EmptyState icon={<Link2 size={22} />} title={t('files.none.links')}>
        {t('files.noneDetail')}
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-3">
      <ul
        aria-label={t('files.kind.links')}
        className="flex flex-col divide-y divide-line rounded-lg border border-line empty:hidden"
      >
        {links.map((link) => (
          <li key={`${link.messageId} ${link.href}`} className="flex min-w-0 items-start gap-3 p-2.5 text-list">
            <Link2 size={20} className="mt-0.5 shrink-0 text-ink-muted" aria-hidden />
            <span className="min-w-0 flex-1 leading-tight">
              <a
                href={link.href}
                target="_blank"
                rel="noopener noreferrer"
                className="line-clamp-2 font-medium text-accent-text wrap-anywhere hover:underline"
              >
                <bdi>{link.href.replace(/^https?:\/\//i, '')}</bdi>
              </a>
              {link.excerpt !== link.href && (
                <span className="mt-0.5 line-clamp-2 text-ink-muted wrap-anywhere">{link.excerpt}</span>
              )}
              <Origin from={link} />
            </span>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button className="self-center" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </div>
  )
}
