import { Icon, useWords } from '@recado/sdk/ui'
import { Link } from '@tanstack/react-router'
import type { Quote } from '../../messages/message.ts'
import { useTimes } from '../use-times.ts'

/** A quoted conversation, one click away; for who may not see it, only that there is one. */
export function QuoteCard({ quote }: { quote: Quote }) {
  const { t } = useWords()
  const times = useTimes()
  if (quote.kind === 'hidden')
    return (
      <p
        className={
          'my-1 flex items-center gap-2 rounded-md border border-dashed border-line-strong px-2.5 py-1.5 text-sm ' +
          'text-ink-muted'
        }
      >
        <Icon name="lock" size={14} />
        {t('quote.hidden')}
      </p>
    )
  return (
    <Link
      to={'/atendimento/$ticketId' as '/'}
      params={{ ticketId: quote.ticketId } as never}
      className={
        'my-1 block rounded-md border border-line border-l-4 border-l-accent bg-surface px-2.5 py-1.5 text-ink ' +
        'hover:bg-hover'
      }
    >
      <span className="flex items-center gap-1.5 text-sm font-medium">
        <Icon name="messages-square" size={14} />
        <span className="min-w-0 flex-1 truncate">{t('quote.ticket', { name: quote.contact })}</span>
        <span className="text-xs text-ink-muted">#{quote.protocol}</span>
      </span>
      {quote.message && (
        <span className="mt-0.5 block text-sm">
          <span className="line-clamp-3 break-words">{quote.message.body || t('quote.file')}</span>
          <span className="text-xs text-ink-muted">
            {quote.message.fromMe ? t('quote.company') : quote.contact} · {times.full(quote.message.at)}
          </span>
        </span>
      )}
    </Link>
  )
}
