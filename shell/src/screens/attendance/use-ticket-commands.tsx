import { usePermission } from '@recado/sdk/ui'
import {
  AlarmClock,
  AlarmClockOff,
  Check,
  CheckCheck,
  Eye,
  EyeOff,
  FileDown,
  Flag,
  Forward,
  Mail,
  Merge,
  PanelRight,
  Pin,
  PinOff,
  Play,
  RotateCcw,
  Search,
  Tag,
  Trash2,
  Undo2,
} from 'lucide-react'
import { useMemo, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../base/contracts.ts'
import type { Command } from '../../base/shortcuts/commands.ts'
import { canBeUnread } from './bulk/bulk-acts.ts'
import { actsOf, type TicketAct } from './ticket-acts.ts'
import type { TicketDialog } from './TicketDialogs.tsx'
import { useExportPdf } from './use-export-pdf.ts'
import type { TicketChange } from '../../data/tickets/use-ticket.ts'

export const actIcons: Record<TicketAct, ReactElement> = {
  start: <Play size={15} />,
  returnToQueue: <Undo2 size={15} />,
  resolve: <Check size={15} />,
  reopen: <RotateCcw size={15} />,
}

export interface TicketCommandsDeps {
  readonly ticket: Ticket
  /** Read along with: nothing that others would notice. */
  readonly isWatching: boolean
  act(name: TicketAct): void
  change(what: TicketChange): void
  resolveSilently(): void
  /** Marks as unread and leaves: on the screen it would be read at once. */
  leaveUnread(): void
  ask(dialog: TicketDialog): void
  find(): void
  togglePanel(): void
}

/**
 * Everything that this user can do with the open ticket, once: for the ⋯ menu, the palette and the keys. Pass stable
 * functions.
 */
export function useTicketCommands({
  ticket,
  isWatching,
  act,
  change,
  resolveSilently,
  leaveUnread,
  ask,
  find,
  togglePanel,
}: TicketCommandsDeps): readonly Command[] {
  const { t } = useTranslation('attendance')
  const mayWrite = usePermission('tickets.write')
  const mayDelete = usePermission('tickets.delete')
  const exportPdf = useExportPdf(ticket)
  const { status, pinned, watched } = ticket
  const isSnoozed = ticket.snooze !== null
  const isRead = canBeUnread(ticket)
  return useMemo((): Command[] => {
    const takesPart = mayWrite && !isWatching
    const isLive = status === 'open' || status === 'pending'
    const offered = (holds: boolean, command: Command): Command[] => (holds ? [command] : [])
    return [
      ...(takesPart ? actsOf(status) : []).map((name) => ({
        id: name,
        label: t(`act.${name}`),
        icon: actIcons[name],
        run: () => act(name),
      })),
      ...offered(takesPart && status === 'open', {
        id: 'resolveSilently',
        label: t('act.resolveSilently'),
        icon: <CheckCheck size={15} />,
        run: resolveSilently,
      }),
      ...offered(takesPart && isLive, {
        id: 'join',
        label: t('act.merge'),
        icon: <Merge size={15} />,
        run: () => ask('join'),
      }),
      ...offered(takesPart && status !== 'closed', {
        id: 'transfer',
        label: t('act.transfer'),
        icon: <Forward size={15} />,
        run: () => ask('transfer'),
      }),
      ...offered(takesPart && status === 'open', {
        id: 'snooze',
        label: t('act.snooze'),
        icon: <AlarmClock size={15} />,
        run: () => ask('snooze'),
      }),
      ...offered(takesPart && status === 'open' && isSnoozed, {
        id: 'wake',
        label: t('act.wake'),
        icon: <AlarmClockOff size={15} />,
        run: () => change({ snooze: null }),
      }),
      ...offered(takesPart && isRead, {
        id: 'leaveUnread',
        label: t('act.leaveUnread'),
        icon: <Mail size={15} />,
        run: leaveUnread,
      }),
      ...offered(takesPart, {
        id: 'priority',
        label: t('act.priority'),
        icon: <Flag size={15} />,
        run: () => ask('priority'),
      }),
      ...offered(takesPart, { id: 'tag', label: t('act.tag'), icon: <Tag size={15} />, run: () => ask('tag') }),
      ...offered(mayWrite, {
        id: 'pin',
        label: t(pinned ? 'act.unpin' : 'act.pin'),
        icon: pinned ? <PinOff size={15} /> : <Pin size={15} />,
        run: () => change({ pinned: !pinned }),
      }),
      ...offered(mayWrite, {
        id: 'watch',
        label: t(watched ? 'act.unwatch' : 'act.watch'),
        icon: watched ? <EyeOff size={15} /> : <Eye size={15} />,
        run: () => change({ watched: !watched }),
      }),
      { id: 'find', label: t('find.title'), icon: <Search size={15} />, run: find },
      { id: 'panel', label: t('panel.toggle'), icon: <PanelRight size={15} />, run: togglePanel },
      ...(exportPdf
        ? [{ id: 'exportPdf' as const, label: t('act.export'), icon: <FileDown size={15} />, run: exportPdf }]
        : []),
      ...offered(!isWatching && mayDelete, {
        id: 'deleteTicket',
        label: t('act.delete'),
        icon: <Trash2 size={15} />,
        tone: 'danger',
        run: () => ask('delete'),
      }),
    ]
  }, [
    status,
    pinned,
    watched,
    isSnoozed,
    isRead,
    isWatching,
    mayWrite,
    mayDelete,
    exportPdf,
    act,
    change,
    resolveSilently,
    leaveUnread,
    ask,
    find,
    togglePanel,
    t,
  ])
}
