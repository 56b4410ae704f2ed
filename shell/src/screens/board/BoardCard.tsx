import { Button, ErrorState, Skeleton } from '@recado/sdk/ui'
import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../base/ui/RelativeTime.tsx'
import { waitingSince, type Ticket } from '../../base/contracts.ts'
import { useSlaThresholds } from '../../data/company/use-sla-thresholds.ts'
import { WaitingTime } from '../../parts/waiting/WaitingTime.tsx'
import { MessagePreview } from '../../parts/messages/MessagePreview.tsx'
import { useCardTickets, type CardOf } from './use-ticket-board.ts'

export interface BoardCardProps {
  name: string
  /** Beside the name. */
  mark: ReactNode
  counts: readonly (readonly [label: string, count: number])[]
  times: readonly (readonly [label: string, time: ReactNode])[]
  of: CardOf
}

/** Counts of a user or a queue; opened, with the tickets behind them. */
export function BoardCard({ name, mark, counts, times, of }: BoardCardProps) {
  const { t } = useTranslation('tickets')
  const [isOpen, setOpen] = useState(false)
  const region = useId()
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <h3 className="flex min-w-0 items-center gap-2.5 font-medium">
        {mark}
        <span className="truncate">{name}</span>
      </h3>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-list">
        {counts.map(([label, count]) => (
          <div key={label}>
            <dt className="text-xs text-ink-muted">{label}</dt>
            <dd className="text-lg leading-6 font-semibold tabular-nums">{count}</dd>
          </div>
        ))}
        {times.map(([label, time]) => (
          <div key={label}>
            <dt className="text-xs text-ink-muted">{label}</dt>
            <dd>{time ?? t('board.never')}</dd>
          </div>
        ))}
      </dl>
      <Button
        className="-ml-2 self-start"
        size="small"
        variant="ghost"
        icon={<ChevronDown size={14} className={isOpen ? 'rotate-180' : ''} />}
        aria-expanded={isOpen}
        aria-controls={region}
        aria-label={`${t(isOpen ? 'board.hide' : 'board.show')}: ${name}`}
        onClick={() => setOpen(!isOpen)}
      >
        {t(isOpen ? 'board.hide' : 'board.show')}
      </Button>
      <div id={region} hidden={!isOpen}>
        {isOpen && <CardTickets name={name} of={of} />}
      </div>
    </li>
  )
}

function CardTickets({ name, of }: { name: string; of: CardOf }) {
  const { t } = useTranslation('tickets')
  const query = useCardTickets(of)
  if (query.isPending) return <Skeleton lines={3} />
  if (query.isError)
    return <ErrorState what={t('board.of', { name })} error={query.error} onRetry={() => void query.refetch()} />
  const tickets = query.data.pages.flatMap((page) => page.tickets)
  if (tickets.length === 0) return <p className="text-list text-ink-muted">{t('board.empty')}</p>
  return (
    <>
      <ul aria-label={t('board.of', { name })} className="flex flex-col divide-y divide-line border-t border-line">
        {tickets.map((ticket) => (
          <TicketLine key={ticket.id} ticket={ticket} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button size="small" variant="ghost" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('board.more')}
        </Button>
      )}
    </>
  )
}

function LineTime({ ticket }: { ticket: Ticket }) {
  const thresholds = useSlaThresholds()
  const since = waitingSince(ticket)
  return since === null ? (
    <RelativeTime at={ticket.lastMessageAt ?? ticket.createdAt} />
  ) : (
    <WaitingTime since={new Date(since).toISOString()} thresholds={thresholds} about={ticket} />
  )
}

/** Leads to the ticket without opening it. */
function TicketLine({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('tickets')
  return (
    <li>
      <Link
        to="/atendimento/$ticketId/acompanhar"
        params={{ ticketId: ticket.id }}
        title={t('board.watch', { name: ticket.name })}
        className="flex items-center gap-2 rounded-md px-1 py-2 text-list hover:bg-hover"
      >
        <span className="min-w-0 flex-1 leading-tight">
          <span className="block truncate font-medium">{ticket.name}</span>
          <span className="block truncate text-xs text-ink-muted">
            {ticket.lastMessageAt !== null && (
              <MessagePreview words={ticket.lastMessage} content={ticket.lastContent} />
            )}
          </span>
        </span>
        <span className="shrink-0 text-xs text-ink-muted">
          <LineTime ticket={ticket} />
        </span>
      </Link>
    </li>
  )
}
