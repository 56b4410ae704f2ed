import { Badge, Button, ChannelBadge, EmptyState, ErrorState, Skeleton } from '@recado/sdk/ui'
import { Link } from '@tanstack/react-router'
import { MessagesSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ContactRecord, Ticket } from '../../../base/contracts.ts'
import { RelativeTime } from '../../../base/ui/RelativeTime.tsx'
import { useChannelTypes, type ChannelType } from '../../../data/channels/use-channel-type.ts'
import { useContactTickets } from '../../../data/contacts/use-contacts.ts'
import { MessagePreview } from '../../../parts/messages/MessagePreview.tsx'

const pageSize = 20

/** The conversations with a contact over all channels, as far as the user may see them, the last one first. */
export function ContactTimeline({ contact }: { contact: ContactRecord }) {
  const { t } = useTranslation('contacts')
  const channels = useChannelTypes()
  const query = useContactTickets(contact.id, pageSize)
  const tickets = query.data?.pages.flatMap((page) => page.tickets) ?? []
  if (query.isPending) return <Skeleton lines={4} height="4rem" />
  if (query.isError && tickets.length === 0)
    return <ErrorState what={t('page.part.atendimentos')} error={query.error} onRetry={() => void query.refetch()} />
  if (tickets.length === 0)
    return (
      <EmptyState icon={<MessagesSquare size={22} />} title={t('page.noTickets')}>
        {t('page.noTicketsDetail')}
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-3">
      <ol aria-label={t('page.part.atendimentos')} className="flex flex-col gap-2">
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <Talk ticket={ticket} channel={channels.find(({ info }) => info.type === ticket.channel)} />
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <Button className="self-center" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </div>
  )
}

function Talk({ ticket, channel }: { ticket: Ticket; channel: ChannelType | undefined }) {
  const { t } = useTranslation(['contacts', 'attendance'])
  return (
    <Link
      to="/atendimento/$ticketId"
      params={{ ticketId: ticket.id }}
      className="flex min-w-0 flex-col gap-1.5 rounded-lg border border-line bg-surface p-3 text-list hover:bg-hover"
    >
      <span className="flex min-w-0 items-center gap-2">
        {channel && (
          <ChannelBadge
            color={channel.info.badge.color}
            icon={channel.info.badge.icon}
            label={channel.title}
            size={18}
          />
        )}
        <span className="min-w-0 truncate font-medium">{ticket.whatsapp.name}</span>
        <Badge tone={ticket.status === 'open' ? 'accent' : ticket.status === 'pending' ? 'warning' : 'neutral'}>
          {t(`attendance:status.${ticket.status}`)}
        </Badge>
        <span className="ml-auto shrink-0">
          <RelativeTime at={ticket.lastMessageAt ?? ticket.updatedAt} />
        </span>
      </span>
      <span className="line-clamp-2 wrap-anywhere">
        {ticket.lastMessage === '' && !ticket.lastContent ? (
          <em>{t('attendance:list.noMessages')}</em>
        ) : (
          <MessagePreview words={ticket.lastMessage} content={ticket.lastContent} />
        )}
      </span>
      <span className="flex min-w-0 flex-wrap gap-x-1.5 text-xs text-ink-muted">
        <span>{ticket.queue ?? t('page.withoutQueue')}</span>
        <span aria-hidden>·</span>
        <span>{ticket.username ?? t('page.unassigned')}</span>
        <span aria-hidden>·</span>
        <span className="tabular-nums">{t('attendance:header.protocol', { protocol: ticket.protocol })}</span>
      </span>
    </Link>
  )
}
