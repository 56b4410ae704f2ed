import { Avatar, ChannelBadge, ColorDot, CountBadge, classNames } from '@recado/sdk/ui'
import { CornerUpLeft, Eye, Pin } from 'lucide-react'
import { memo, useSyncExternalStore, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkplace } from '../../../data/workplace/workplace-context.ts'
import type { SlaPolicy } from '../../../data/company/use-sla-thresholds.ts'
import { waitingSince, wordsOfMarkup, type Ticket } from '../../../base/contracts.ts'
import { useWrittenPhone } from '../../../base/i18n/use-written-phone.ts'
import { MessagePreview } from '../../../parts/messages/MessagePreview.tsx'
import { WaitingTime } from '../../../parts/waiting/WaitingTime.tsx'
import type { Density } from '../../../base/preferences/density.ts'
import { ColleagueDot } from '../colleagues/Colleagues.tsx'
import { SlaMark } from '../sla/SlaMark.tsx'
import { PriorityMark } from '../priority/PriorityMark.tsx'
import { SnoozeMark } from '../snooze/SnoozeMark.tsx'
import { useChannel } from '../use-channel.ts'
import { RelativeTime } from '../../../base/ui/RelativeTime.tsx'
import { WindowMark } from './WindowMark.tsx'

export interface TicketRowProps {
  ticket: Ticket
  density: Density
  slaThresholds: SlaPolicy | null
  /** Shown in the conversation pane. */
  open: boolean
  /** True for the row under the keyboard cursor. */
  marked: boolean
  /** `toWrite`: with the mouse, and not by keys. */
  onOpen(id: string, toWrite: boolean): void
}

/** One ticket. A link, so that it opens in a new tab too. */
export const TicketRow = memo(function TicketRow({
  ticket,
  density,
  slaThresholds,
  open,
  marked,
  onOpen,
}: TicketRowProps) {
  const { t } = useTranslation('attendance')
  const channel = useChannel(ticket.channel)
  const badge = channel && (
    <ChannelBadge
      color={channel.color}
      icon={channel.icon}
      label={channel.title}
      size={density === 'comfortable' ? 16 : 14}
    />
  )
  const written = useWrittenPhone()
  const unread = <CountBadge count={ticket.unreadMessages} label={t('list.unread', { count: ticket.unreadMessages })} />
  const closing = ticket.status !== 'closed' && typeof ticket.serviceWindowEndsAt === 'string' && (
    <WindowMark endsAt={ticket.serviceWindowEndsAt} />
  )
  const since = waitingSince(ticket)
  const time =
    since === null ? (
      <RelativeTime at={ticket.lastMessageAt ?? ticket.updatedAt} />
    ) : (
      <WaitingTime since={new Date(since).toISOString()} thresholds={slaThresholds} about={ticket} />
    )
  const name = (
    <span className={classNames('min-w-0 truncate', ticket.unreadMessages > 0 ? 'font-semibold' : 'font-medium')}>
      {written(ticket.name)}
    </span>
  )
  const click = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onOpen(ticket.id, event.detail > 0)
  }
  const tone = classNames(
    'flex size-full items-center gap-3 border-b border-line/60 px-3 text-left text-list text-ink ' +
      'outline-offset-[-2px] transition-colors',
    open ? 'bg-selected' : 'hover:bg-hover',
    marked && !open && 'bg-hover',
    marked && 'shadow-[inset_2px_0_0_var(--color-accent)]',
  )
  const link = {
    href: `#/atendimento/${ticket.id}`,
    onClick: click,
    className: tone,
    'aria-current': open ? ('true' as const) : undefined,
  }

  if (density === 'table') {
    return (
      <a {...link}>
        {badge}
        {name}
        <span className="min-w-0 flex-1 truncate text-ink-muted">
          <Preview ticket={ticket} />
        </span>
        <PriorityMark priority={ticket.priority} />
        {ticket.snooze && <SnoozeMark snooze={ticket.snooze} />}
        {closing}
        <SlaMark ticket={ticket} thresholds={slaThresholds} />
        <ColleagueDot ticketId={ticket.id} />
        {ticket.watched && <Watched />}
        {ticket.pinned && <Pinned />}
        {unread}
        {time}
      </a>
    )
  }
  return (
    <a {...link}>
      <Avatar
        name={ticket.name}
        src={ticket.profilePicUrl}
        size={density === 'comfortable' ? 40 : 32}
        badge={badge}
        decorative
      />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex items-baseline gap-2">
          {name}
          <span className="ml-auto flex shrink-0 items-center gap-1.5">
            <PriorityMark priority={ticket.priority} />
            {ticket.snooze && <SnoozeMark snooze={ticket.snooze} />}
            {closing}
            <SlaMark ticket={ticket} thresholds={slaThresholds} />
            <ColleagueDot ticketId={ticket.id} />
            {ticket.watched && <Watched />}
            {ticket.pinned && <Pinned />}
            {time}
          </span>
        </span>
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate text-ink-muted">
            <Preview ticket={ticket} />
          </span>
          {density === 'compact' &&
            ticket.tags.slice(0, 3).map((tag) => <ColorDot key={tag.id} color={tag.color} label={tag.tag} hideLabel />)}
          {unread}
        </span>
        {density === 'comfortable' && (ticket.queue || ticket.username || ticket.tags.length > 0) && (
          <span className="flex min-w-0 items-center gap-2 text-xs text-ink-muted">
            {ticket.queue && <span className="truncate">{ticket.queue}</span>}
            {ticket.queue && ticket.username && <span aria-hidden>·</span>}
            {ticket.username && <span className="truncate">{ticket.username}</span>}
            {ticket.tags.slice(0, 2).map((tag) => (
              <ColorDot key={tag.id} color={tag.color} label={tag.tag} />
            ))}
          </span>
        )}
      </span>
    </a>
  )
})

/** Typing, else an own draft, else the last message; an arrow when it was ours. */
function Preview({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('attendance')
  const { typing, drafts } = useWorkplace()
  const writers = useSyncExternalStore(typing.subscribe, () => typing.of(ticket.id))
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.of(ticket.id))
  const hasMarks = (useChannel(ticket.channel)?.capabilities.text.format ?? 'plain') !== 'plain'
  if (writers) return <span className="text-accent-text">{t('list.typing')}</span>
  if (draft)
    return (
      <>
        <span className="text-danger">{t('list.draft')}</span> {hasMarks ? wordsOfMarkup(draft) : draft}
      </>
    )
  // What came in with the past of a channel is no new message, and is shown all the same.
  if (ticket.lastMessageAt === null && ticket.lastMessage === '' && !ticket.lastContent)
    return <span className="italic">{t('list.noMessages')}</span>
  return (
    <>
      {ticket.lastMessageFromMe && (
        <CornerUpLeft size={13} className="mr-1 inline align-[-2px]" aria-label={t('list.sentByUs')} />
      )}
      <MessagePreview words={ticket.lastMessage} content={ticket.lastContent} />
    </>
  )
}

function Watched() {
  const { t } = useTranslation('attendance')
  return <Eye size={12} className="shrink-0 text-ink-muted" aria-label={t('list.watched')} />
}

function Pinned() {
  const { t } = useTranslation('attendance')
  return <Pin size={12} className="shrink-0 text-ink-muted" aria-label={t('list.pinned')} />
}
