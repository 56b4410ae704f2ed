import { IconButton, Input } from '@recado/sdk/ui'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSearchable } from '../../../base/contracts.ts'
import { useMessageSearch } from '../../../data/messages/use-message-search.ts'

const pageSize = 100
/** Quiet after typing until a search. Milliseconds. */
const typingPause = 250

/** Words in one conversation: from the newest message that holds them to older ones and back. */
export function ThreadSearch({
  ticketId,
  onJump,
  onClose,
}: {
  ticketId: string
  onJump(messageId: string): void
  onClose(): void
}) {
  const { t } = useTranslation('attendance')
  const [typed, setTyped] = useState('')
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  useEffect(() => {
    const due = setTimeout(() => {
      setText(typed.trim())
      setAt(0)
    }, typingPause)
    return () => clearTimeout(due)
  }, [typed])
  const { query, results } = useMessageSearch({ text, ticketId, limit: pageSize })
  const hits = useMemo(
    () => (query.isPlaceholderData || !isSearchable(text) ? [] : results.flatMap((found) => found.hits)),
    [query.isPlaceholderData, text, results],
  )
  const current = hits[at]?.id
  const latest = useRef(onJump)
  useEffect(() => {
    latest.current = onJump
  })
  useEffect(() => {
    if (current !== undefined) latest.current(current)
  }, [current])
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && hits.length > 0 && at >= hits.length - 5) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, hits.length, at])
  const move = (by: number) => setAt((now) => Math.min(Math.max(0, hits.length - 1), Math.max(0, now + by)))
  const total = hasNextPage ? `${hits.length}+` : String(hits.length)
  const state = !isSearchable(text)
    ? ''
    : query.isError
      ? t('find.failed')
      : query.isFetching && hits.length === 0
        ? t('find.searching')
        : hits.length === 0
          ? t('find.nothing')
          : t('find.position', { at: at + 1, total })
  return (
    <div
      role="search"
      aria-label={t('find.title')}
      className="flex h-12 shrink-0 items-center gap-1.5 border-b border-line bg-surface px-3 pane:px-4"
    >
      <Input
        autoFocus
        type="search"
        className="min-w-0 flex-1 [&::-webkit-search-cancel-button]:hidden"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        placeholder={t('find.placeholder')}
        aria-label={t('find.placeholder')}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation()
            onClose()
          }
          if (event.key === 'Enter') {
            event.preventDefault()
            move(event.shiftKey ? -1 : 1)
          }
        }}
      />
      <span role="status" className="shrink-0 text-xs text-ink-muted tabular-nums">
        {state}
      </span>
      <IconButton
        icon={<ArrowUp size={16} />}
        label={t('find.previous')}
        disabled={at >= hits.length - 1}
        onClick={() => move(1)}
      />
      <IconButton icon={<ArrowDown size={16} />} label={t('find.next')} disabled={at <= 0} onClick={() => move(-1)} />
      <IconButton icon={<X size={16} />} label={t('find.close')} onClick={onClose} />
    </div>
  )
}
