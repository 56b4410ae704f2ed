import { Avatar, Button, ChannelBadge, EmptyState, ErrorState, Skeleton } from '@recado/sdk/ui'
import { CornerUpLeft, Paperclip, Search } from 'lucide-react'
import { useEffect, useState, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isSearchable } from '../../../base/contracts.ts'
import { RelativeTime } from '../../../base/ui/RelativeTime.tsx'
import { useChannel } from '../use-channel.ts'
import { Excerpt } from './Excerpt.tsx'
import { useMessageSearch, type FoundTicket } from '../../../data/messages/use-message-search.ts'

const pageSize = 30
/** Hits of one conversation that are shown before somebody asks for more. */
const fewHits = 3
/** With fewer conversations than this on the screen the search goes on by itself. */
const enough = 6

/** Messages that hold the words of the list's search, by conversation; each opens its conversation where it stands. */
export function MessageResults({ text, onOpen }: { text: string; onOpen(ticketId: string, messageId: string): void }) {
  const { t } = useTranslation('attendance')
  const { query, results } = useMessageSearch({ text, limit: pageSize })
  const { hasNextPage, isFetchingNextPage, isPlaceholderData, isError, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isPlaceholderData && !isError && results.length < enough)
      void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isPlaceholderData, isError, fetchNextPage, results.length])
  if (!isSearchable(text))
    return (
      <EmptyState icon={<Search size={20} />} title={t('find.begin')}>
        {t('find.beginDetail')}
      </EmptyState>
    )
  if (isError && results.length === 0)
    return <ErrorState what={t('find.what')} error={query.error} onRetry={() => void query.refetch()} />
  const searching = query.isPending || (results.length === 0 && hasNextPage)
  if (searching) return <ResultsSkeleton />
  if (results.length === 0)
    return (
      <EmptyState icon={<Search size={20} />} title={t('find.noMatch', { term: text.trim() })}>
        {t('find.noMatchDetail')}
      </EmptyState>
    )
  return (
    <div aria-busy={isPlaceholderData}>
      <p role="status" className="sr-only">
        {t('find.found', { count: results.length })}
      </p>
      <ul aria-label={t('find.results')}>
        {results.map((found) => (
          <FoundConversation key={found.ticket.id} found={found} onOpen={onOpen} />
        ))}
      </ul>
      {hasNextPage && (
        <div className="p-3 text-center">
          <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('find.older')}
          </Button>
        </div>
      )}
    </div>
  )
}

function FoundConversation({
  found: { ticket, hits },
  onOpen,
}: {
  found: FoundTicket
  onOpen(ticketId: string, messageId: string): void
}) {
  const { t } = useTranslation('attendance')
  const channel = useChannel(ticket.channel)
  const [all, setAll] = useState(false)
  const open = (messageId: string) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onOpen(ticket.id, messageId)
  }
  return (
    <li className="border-b border-line/60 py-2">
      <div className="flex items-center gap-2 px-3 pb-1">
        <Avatar
          name={ticket.name}
          src={ticket.profilePicUrl}
          size={24}
          decorative
          badge={channel && <ChannelBadge color={channel.color} icon={channel.icon} label={channel.title} size={12} />}
        />
        <h3 className="min-w-0 flex-1 truncate text-list font-medium">{ticket.name}</h3>
        <span className="shrink-0 text-xs text-ink-muted">{t(`status.${ticket.status}`)}</span>
      </div>
      <ul>
        {(all ? hits : hits.slice(0, fewHits)).map((hit) => (
          <li key={hit.id}>
            <a
              href={`#/atendimento/${ticket.id}?mensagem=${hit.id}`}
              onClick={open(hit.id)}
              className="flex gap-2 px-3 py-1.5 pl-11 text-list text-ink outline-offset-[-2px] hover:bg-hover"
            >
              <span className="line-clamp-2 min-w-0 flex-1 [overflow-wrap:anywhere] text-ink-muted">
                {hit.fromMe && (
                  <CornerUpLeft size={13} className="mr-1 inline align-[-2px]" aria-label={t('list.sentByUs')} />
                )}
                {hit.isBeside && (
                  <Paperclip size={13} className="mr-1 inline align-[-2px]" aria-label={t('attachment.list')} />
                )}
                <Excerpt pieces={hit.excerpt} />
              </span>
              <RelativeTime at={hit.timestamp} />
            </a>
          </li>
        ))}
      </ul>
      {!all && hits.length > fewHits && (
        <Button size="small" variant="ghost" className="ml-9" onClick={() => setAll(true)}>
          {t('find.moreHere', { count: hits.length - fewHits })}
        </Button>
      )}
    </li>
  )
}

const ResultsSkeleton = () => (
  <div aria-hidden>
    {[70, 55, 80, 60].map((width, row) => (
      <div key={row} className="border-b border-line/60 px-3 py-3">
        <div className="flex items-center gap-2">
          <Skeleton width="1.5rem" height="1.5rem" className="rounded-full" />
          <Skeleton width={`${width / 2}%`} height="0.75rem" />
        </div>
        <div className="mt-2 pl-8">
          <Skeleton width={`${width}%`} height="0.75rem" />
        </div>
      </div>
    ))}
  </div>
)
