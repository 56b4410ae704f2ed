import {
  Avatar,
  Button,
  ChannelBadge,
  DropdownMenu,
  Icon,
  IconButton,
  MenuItem,
  MenuSeparator,
  type ButtonProps,
} from '@recado/sdk/ui'
import { ArrowLeft, EllipsisVertical, Forward, PanelRight, Search } from 'lucide-react'
import { Fragment, memo, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../base/contracts.ts'
import { useWrittenPhone } from '../../base/i18n/use-written-phone.ts'
import type { Command } from '../../base/shortcuts/commands.ts'
import { useKeysHints } from '../../base/shortcuts/bindings-context.ts'
import { Colleagues } from './colleagues/Colleagues.tsx'
import { HeaderActions, useHeaderCommands } from './HeaderActions.tsx'
import { ticketActs, type TicketAct } from './ticket-acts.ts'
import { actIcons } from './use-ticket-commands.tsx'
import type { Channel } from './use-channel.ts'
import { PriorityMark } from './priority/PriorityMark.tsx'
import { useSlaThresholds } from '../../data/company/use-sla-thresholds.ts'
import { SlaMark } from './sla/SlaMark.tsx'

const variants: Record<TicketAct, NonNullable<ButtonProps['variant']>> = {
  start: 'primary',
  returnToQueue: 'secondary',
  resolve: 'primary',
  reopen: 'secondary',
}

export interface TicketHeaderProps {
  ticket: Ticket
  channel: Channel | undefined
  /** All that can be done: the ⋯ menu has it all, and buttons what is done most. */
  commands: readonly Command[]
  busy: boolean
  panelOpen: boolean
  /** Others do not notice the reader: plugins add nothing. */
  isWatching: boolean
  onBack(): void
}

const isAct = (id: string): id is TicketAct => Object.hasOwn(ticketActs, id)

/**
 * Class of content that the header shows if it has enough space, whatever the window's size: the pane is narrow beside
 * an open panel and on an enlarged page too.
 */
const roomy = 'hidden @min-[40rem]:inline-flex'
/** The acts of every conversation have their words on a telephone too. */
const wordy = { often: 'hidden @min-[22rem]:inline', seldom: 'hidden @min-[28rem]:inline' } as const
const less = 'hidden @min-[34rem]:inline-flex'

/** Contact, channel, and the current acts of the ticket. In a narrow pane the name alone leads to the details. */
export const TicketHeader = memo(function TicketHeader({
  ticket,
  channel,
  commands,
  busy,
  panelOpen,
  isWatching,
  onBack,
}: TicketHeaderProps) {
  const { t } = useTranslation('attendance')
  const written = useWrittenPhone()
  const hint = useKeysHints()
  const [added, offer] = useHeaderCommands(ticket)
  const panel = commands.find(({ id }) => id === 'panel')
  const button = (id: Command['id'], icon: ReactElement, className = roomy, pressed?: boolean) =>
    commands
      .filter((command) => command.id === id)
      .map(({ label, run }) => (
        <span key={id} className={className}>
          <IconButton
            icon={icon}
            label={label}
            {...hint(id)}
            {...(pressed !== undefined && { 'aria-pressed': pressed })}
            onClick={run}
          />
        </span>
      ))
  return (
    <header className="@container flex h-14 shrink-0 items-center gap-3 border-b border-line bg-surface px-3 pane:px-4">
      <IconButton
        className="pane:hidden"
        icon={<ArrowLeft size={18} />}
        label={t('thread.backToList')}
        onClick={onBack}
      />
      <Avatar
        name={ticket.name}
        src={ticket.profilePicUrl}
        size={36}
        decorative
        badge={channel && <ChannelBadge color={channel.color} icon={channel.icon} label={channel.title} size={15} />}
      />
      <div className="min-w-0 flex-1 leading-tight">
        <h1 className="truncate text-thread font-semibold">
          <button
            type="button"
            className="max-w-full cursor-pointer truncate rounded-sm align-bottom"
            title={panel?.label}
            aria-expanded={panelOpen}
            onClick={panel?.run}
          >
            {written(ticket.name)}
          </button>
        </h1>
        <p className="truncate text-xs text-ink-muted">
          <span>{ticket.whatsapp.name}</span>
          <span className="hidden @min-[28rem]:inline">
            {' '}
            · <span className="tabular-nums">{t('header.protocol', { protocol: ticket.protocol })}</span>
          </span>
          {ticket.username && <span className="hidden @min-[40rem]:inline"> · {ticket.username}</span>}
        </p>
      </div>
      {button('transfer', <Forward size={18} />)}
      <PriorityMark priority={ticket.priority} />
      <span className="hidden @min-[28rem]:contents">
        <SlaMark ticket={ticket} thresholds={useSlaThresholds()} />
      </span>
      <Colleagues ticketId={ticket.id} />
      {!isWatching && (
        <div className="hidden @min-[28rem]:contents">
          <HeaderActions ticket={ticket} onFirst={offer} />
        </div>
      )}
      {commands.map(({ id, label, run }) =>
        !isAct(id) ? null : id === 'returnToQueue' ? (
          <span key={id} className={roomy}>
            <IconButton icon={actIcons[id]} label={label} {...hint(id)} disabled={busy} onClick={run} />
          </span>
        ) : (
          <Button
            key={id}
            variant={variants[id]}
            icon={actIcons[id]}
            busy={busy}
            onClick={run}
            aria-keyshortcuts={hint(id)['aria-keyshortcuts']}
            aria-label={label}
          >
            <span className={id === 'reopen' ? wordy.seldom : wordy.often}>{label}</span>
          </Button>
        ),
      )}
      {button('find', <Search size={18} />, less)}
      {button('panel', <PanelRight size={18} />, less, panelOpen)}
      <DropdownMenu trigger={<IconButton icon={<EllipsisVertical size={18} />} label={t('shell:action.more')} />}>
        {commands
          .filter(({ id }) => id !== 'panel')
          .map(({ id, label, icon, tone, run }) => (
            <Fragment key={id}>
              {tone === 'danger' && <MenuSeparator />}
              <MenuItem icon={icon} {...hint(id)} {...(tone && { tone })} onSelect={run}>
                {label}
              </MenuItem>
            </Fragment>
          ))}
        {added.length > 0 && <MenuSeparator />}
        {added.map(({ key, icon, label, run }) => (
          <MenuItem key={key} icon={<Icon name={icon ?? 'puzzle'} size={16} />} onSelect={run}>
            {label}
          </MenuItem>
        ))}
      </DropdownMenu>
    </header>
  )
})
