import { Avatar, Button, ChannelBadge, DropdownMenu, IconButton, MenuItem, MenuSeparator, type ButtonProps } from '@recado/sdk/ui'
import { AlarmClock, AlarmClockOff, ArrowLeft, Check, CheckCheck, EllipsisVertical, FileDown, Flag, Forward, Merge, PanelRight, Pin, PinOff, Play, RotateCcw, Search, Trash2, Undo2 } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../contracts.ts'
import { shortcuts, shortcutText } from '../frame/shortcuts.ts'
import { Colleagues } from './colleagues/Colleagues.tsx'
import type { TicketAct } from './ticket-acts.ts'
import type { Channel } from './use-channel.ts'
import { PriorityMark } from './priority/PriorityMark.tsx'
import { SlaMark } from './sla/SlaMark.tsx'

const icons: Record<TicketAct, ReactElement> = { start: <Play size={15} />, returnToQueue: <Undo2 size={15} />, resolve: <Check size={15} />, reopen: <RotateCcw size={15} /> }
const variants: Record<TicketAct, NonNullable<ButtonProps['variant']>> = { start: 'primary', returnToQueue: 'secondary', resolve: 'primary', reopen: 'secondary' }

export interface TicketHeaderProps {
  ticket: Ticket
  channel: Channel | undefined
  acts: readonly TicketAct[]
  busy: boolean
  panelOpen: boolean
  onAct(act: TicketAct): void
  /** Resolves and says nothing to the contact. */
  onResolveSilently(): void
  onBack(): void
  onPin(): void
  /** Absent for who reads along. */
  onPriority?: (() => void) | undefined
  /** Absent for what cannot be put off. */
  onSnooze?: (() => void) | undefined
  onWake(): void
  /** Absent for what cannot take another ticket in. */
  onJoin?: (() => void) | undefined
  /** Absent for what cannot be handed on. */
  onTransfer?: (() => void) | undefined
  /** Absent for who may not. */
  onDelete?: (() => void) | undefined
  /** Absent for who may not. */
  onExport?: (() => void) | undefined
  onSearch(): void
  onPanel(): void
  /** What plugins add. */
  extra?: ReactNode
}

/** Who it is, where they write from, and what can be done with the ticket now. */
export function TicketHeader({ ticket, channel, acts, busy, panelOpen, onAct, onResolveSilently, onBack, onPin, onPriority, onSnooze, onWake, onJoin, onTransfer, onDelete, onExport, onSearch, onPanel, extra }: TicketHeaderProps) {
  const { t } = useTranslation('attendance')
  return (
    <header className="flex h-14 shrink-0 items-center gap-3 border-b border-line bg-surface px-3 pane:px-4">
      <IconButton className="pane:hidden" icon={<ArrowLeft size={18} />} label={t('thread.backToList')} onClick={onBack} />
      <Avatar name={ticket.name} src={ticket.profilePicUrl} size={36} decorative badge={channel && <ChannelBadge color={channel.color} icon={channel.icon} label={channel.title} size={15} />} />
      <div className="min-w-0 flex-1 leading-tight">
        <h1 className="truncate text-thread font-semibold">{ticket.name}</h1>
        <p className="truncate text-xs text-ink-muted">
          <span>{ticket.whatsapp.name}</span>
          <span className="hidden pane:inline"> · <span className="tabular-nums">{t('header.protocol', { protocol: ticket.protocol })}</span></span>
          {ticket.username && <span className="hidden side:inline"> · {ticket.username}</span>}
        </p>
      </div>
      {onTransfer && <span className="hidden pane:inline-flex"><IconButton icon={<Forward size={18} />} label={t('act.transfer')} onClick={onTransfer} /></span>}
      <PriorityMark priority={ticket.priority} />
      <SlaMark ticket={ticket} />
      <Colleagues ticketId={ticket.id} />
      {extra}
      {acts.map((act) => act === 'returnToQueue'
        ? <span key={act} className="hidden pane:inline-flex"><IconButton icon={icons[act]} label={t(`act.${act}`)} disabled={busy} onClick={() => onAct(act)} /></span>
        : <Button key={act} variant={variants[act]} icon={icons[act]} busy={busy} onClick={() => onAct(act)} {...(act === 'resolve' ? { 'aria-keyshortcuts': shortcutText(shortcuts.resolve) } : {})} aria-label={t(`act.${act}`)}><span className="hidden pane:inline">{t(`act.${act}`)}</span></Button>)}
      <span className="hidden pane:inline-flex"><IconButton icon={<Search size={18} />} label={t('find.title')} shortcut={shortcutText(shortcuts.find)} onClick={onSearch} /></span>
      <IconButton icon={<PanelRight size={18} />} label={t('panel.toggle')} shortcut={shortcutText(shortcuts.panel)} aria-pressed={panelOpen} onClick={onPanel} />
      <DropdownMenu trigger={<IconButton icon={<EllipsisVertical size={18} />} label={t('shell:action.more')} />}>
        {acts.map((act) => <MenuItem key={act} icon={icons[act]} onSelect={() => onAct(act)}>{t(`act.${act}`)}</MenuItem>)}
        {acts.includes('resolve') && <MenuItem icon={<CheckCheck size={15} />} onSelect={onResolveSilently}>{t('act.resolveSilently')}</MenuItem>}
        {onJoin && <MenuItem icon={<Merge size={15} />} onSelect={onJoin}>{t('act.merge')}</MenuItem>}
        {onTransfer && <MenuItem icon={<Forward size={15} />} onSelect={onTransfer}>{t('act.transfer')}</MenuItem>}
        {onSnooze && <MenuItem icon={<AlarmClock size={15} />} shortcut={shortcutText(shortcuts.snooze)} onSelect={onSnooze}>{t('act.snooze')}</MenuItem>}
        {onSnooze && ticket.snooze && <MenuItem icon={<AlarmClockOff size={15} />} onSelect={onWake}>{t('act.wake')}</MenuItem>}
        {onPriority && <MenuItem icon={<Flag size={15} />} shortcut={shortcutText(shortcuts.priority)} onSelect={onPriority}>{t('act.priority')}</MenuItem>}
        <MenuItem icon={ticket.pinned ? <PinOff size={15} /> : <Pin size={15} />} onSelect={onPin}>{t(ticket.pinned ? 'act.unpin' : 'act.pin')}</MenuItem>
        <MenuItem icon={<Search size={15} />} onSelect={onSearch}>{t('find.title')}</MenuItem>
        {onExport && <MenuItem icon={<FileDown size={15} />} onSelect={onExport}>{t('act.export')}</MenuItem>}
        {onDelete && <MenuSeparator />}
        {onDelete && <MenuItem tone="danger" icon={<Trash2 size={15} />} onSelect={onDelete}>{t('act.delete')}</MenuItem>}
      </DropdownMenu>
    </header>
  )
}
