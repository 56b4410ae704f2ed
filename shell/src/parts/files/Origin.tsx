import { Link } from '@tanstack/react-router'
import { MessageSquareText } from 'lucide-react'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { perLocale } from '../../base/i18n/per-locale.ts'
import type { ExchangedFile } from '../../base/contracts.ts'
import { LeaveGallery } from './leave-gallery.ts'

const dayOf = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))

/** Who sent a file or a link and when, leading to its message. */
export function Origin({
  from: { ticketId, messageId, timestamp, fromMe, username },
}: {
  from: Pick<ExchangedFile, 'ticketId' | 'messageId' | 'timestamp' | 'fromMe' | 'username'>
}) {
  const { t, i18n } = useTranslation('contacts')
  const leave = use(LeaveGallery)
  const day = dayOf(i18n.language).format(new Date(timestamp))
  const who = fromMe ? (username ?? t('files.byUs')) : t('files.byContact')
  return (
    <Link
      to="/atendimento/$ticketId"
      params={{ ticketId }}
      onClick={leave}
      search={{ mensagem: messageId } as never}
      aria-label={t('files.inConversation', { who, day })}
      className="flex min-h-6 min-w-0 items-center gap-1 text-xs text-ink-muted hover:text-ink hover:underline"
    >
      <MessageSquareText size={12} className="shrink-0" aria-hidden />
      <span className="truncate">
        {who} · <time dateTime={timestamp}>{day}</time>
      </span>
    </Link>
  )
}
