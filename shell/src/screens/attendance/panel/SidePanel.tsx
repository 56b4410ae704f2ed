import {
  Avatar,
  Badge,
  Button,
  EmptyState,
  ErrorState,
  Skeleton,
  Icon,
  usePermission,
  VisuallyHidden,
} from '@recado/sdk/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  Bot,
  Files,
  History,
  ListPlus,
  MessagesSquare,
  SlidersHorizontal,
  Tag,
  UserRound,
  WalletCards,
} from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TimeAgo } from '../../../base/ui/TimeAgo.tsx'
import { slotContributions } from '../../../base/federation/contributions.ts'
import { useManifest } from '../../../data/workplace/workplace-context.ts'
import type { Contact, Ticket, TicketLogEntry } from '../../../base/contracts.ts'
import { useWrittenPhone } from '../../../base/i18n/use-written-phone.ts'
import { PluginPanel } from '../../../base/federation/index.ts'
import { usePluginTitles } from '../../../parts/navigation/navigation.tsx'
import { useLogText } from '../thread/SystemLine.tsx'
import { useAttributes } from '../../../data/attributes/use-attributes.ts'
import { usePreferences } from '../../../base/preferences/use-preferences.ts'
import { ArrangeDialog, type ArrangedPart } from '../../../parts/arranging/ArrangeDialog.tsx'
import { arranged, asItCame, movedOnto, pinnedOrNot, type Arrangement } from '../../../parts/arranging/arrangement.ts'
import { ContactSection } from './ContactSection.tsx'
import { PanelFold } from './PanelFold.tsx'
import { useContact } from '../../../data/contacts/use-contact.ts'
import { useDragOrder } from '../../../parts/arranging/use-drag-order.ts'

const sections = () => import('./PanelSections.tsx')
const TagsInPanel = lazy(() => sections().then((part) => ({ default: part.TagsInPanel })))
const TicketTagsInPanel = lazy(() => sections().then((part) => ({ default: part.TicketTagsInPanel })))
const WalletInPanel = lazy(() => sections().then((part) => ({ default: part.WalletInPanel })))
const EarlierTickets = lazy(() => sections().then((part) => ({ default: part.EarlierTickets })))
const FilesInPanel = lazy(() => import('./FilesInPanel.tsx').then((part) => ({ default: part.FilesInPanel })))
const TicketResponders = lazy(() =>
  import('./TicketResponders.tsx').then((part) => ({ default: part.TicketResponders })),
)
const TicketAttributes = lazy(() =>
  import('../attributes/AttributesInPanel.tsx').then((part) => ({ default: part.TicketAttributes })),
)
const later = (content: ReactNode) => <Suspense fallback={<Skeleton lines={2} />}>{content}</Suspense>

const closedKey = 'recado.panel.closed'
const keptClosed = (): string[] => (localStorage.getItem(closedKey) ?? '').split(' ').filter(Boolean)

interface PanelSection extends ArrangedPart {
  readonly icon: ReactNode
  readonly content: ReactNode
}

/**
 * Everything about the ticket that is not the conversation, as the user arranged it; which sections are open is
 * remembered.
 */
export function SidePanel({
  ticket,
  contact: known,
  logs,
}: {
  ticket: Ticket
  contact: Contact | undefined
  logs: UseQueryResult<TicketLogEntry[]>
}) {
  const { t } = useTranslation(['attendance', 'contacts'])
  const mayOpen = usePermission('contacts.read')
  const contact = useContact(ticket.contactId, known)
  const manifest = useManifest()
  const titles = usePluginTitles(manifest)
  const hasDetails = useAttributes('ticket').some(
    ({ key, isArchived }) => !isArchived || ticket.attributes?.[key] !== undefined,
  )
  // Where nothing answers by itself there is nothing to explain.
  const isAnswered =
    ticket.withBot || logs.data?.some(({ type, plugin }) => type === 'chatBot' || plugin !== null) === true
  const [closed, setClosed] = useState(keptClosed)
  const [{ panel: arrangement = asItCame }, setPreferences] = usePreferences()
  const [arranging, setArranging] = useState(false)
  const [said, setSaid] = useState('')
  const arrange = ({ order, hidden, pinned = [] }: Arrangement) =>
    setPreferences({ panel: { order: [...order], hidden: [...hidden], pinned: [...pinned] } })
  const toggle = (key: string, open: boolean) =>
    setClosed((before) => {
      const next = open ? before.filter((one) => one !== key) : [...new Set([...before, key])]
      localStorage.setItem(closedKey, next.join(' '))
      return next
    })
  const section = (key: string, title: string, icon: ReactNode, content: ReactNode): PanelSection => ({
    key,
    title,
    icon,
    content,
  })
  const plugins = slotContributions(manifest, 'ticket.sidebar', ticket.channel)
  const parts: PanelSection[] = [
    section(
      'contact',
      t('panel.contact'),
      <UserRound size={15} aria-hidden />,
      contact ? <ContactSection contact={contact} ticket={ticket} /> : <Skeleton lines={3} />,
    ),
    ...(hasDetails
      ? [
          section(
            'details',
            t('panel.details'),
            <ListPlus size={15} aria-hidden />,
            later(<TicketAttributes ticket={ticket} />),
          ),
        ]
      : []),
    section(
      'tags',
      t('panel.tags'),
      <Tag size={15} aria-hidden />,
      <div className="flex flex-col gap-3">
        <Tags title={t('panel.ticketTags')}>
          <TicketTagsInPanel ticket={ticket} />
        </Tags>
        {contact && !ticket.isGroup && (
          <Tags title={t('panel.contactTags')}>
            <TagsInPanel contact={contact} />
          </Tags>
        )}
      </div>,
    ),
    ...(contact && !ticket.isGroup
      ? [
          section(
            'wallet',
            t('panel.wallet'),
            <WalletCards size={15} aria-hidden />,
            later(<WalletInPanel contact={contact} />),
          ),
        ]
      : []),
    ...(contact
      ? [
          section(
            'earlier',
            t('panel.earlier'),
            <MessagesSquare size={15} aria-hidden />,
            later(<EarlierTickets contactId={contact.id} ticketId={ticket.id} />),
          ),
        ]
      : []),
    section(
      'files',
      t('contacts:files.title'),
      <Files size={15} aria-hidden />,
      later(<FilesInPanel ticket={ticket} />),
    ),
    ...plugins.map(({ key, plugin, part }) =>
      section(
        key,
        titles({ ...plugin, ...manifest.plugins.find((one) => one.id === plugin.id)! }, part.titleKey),
        <Icon name={part.icon ?? 'puzzle'} size={15} />,
        <PluginPanel plugin={plugin} panel={part.panel} slot="ticket.sidebar" props={{ ticket }} />,
      ),
    ),
    ...(isAnswered
      ? [
          section(
            'responders',
            t('responders.title'),
            <Bot size={15} aria-hidden />,
            later(<TicketResponders ticket={ticket} />),
          ),
        ]
      : []),
    section(
      'logs',
      t('panel.logs'),
      <History size={15} aria-hidden />,
      logs.isError ? (
        <ErrorState what={t('panel.logs')} error={logs.error} onRetry={() => void logs.refetch()} />
      ) : logs.data ? (
        <LogList entries={logs.data} />
      ) : (
        <Skeleton lines={4} />
      ),
    ),
  ]
  const keys = parts.map(({ key }) => key)
  const shownOf = (one: Arrangement) => arranged(keys, one).filter((key) => !one.hidden.includes(key))
  const move = (key: string, next: Arrangement) => {
    arrange(next)
    setSaid(
      t('shell:arrange.moved', {
        name: parts.find((part) => part.key === key)!.title,
        place: shownOf(next).indexOf(key) + 1,
        count: shownOf(next).length,
      }),
    )
  }
  const written = useWrittenPhone()
  const drag = useDragOrder((key, onto) => move(key, movedOnto(keys, arrangement, key, onto)))
  return (
    <div className="flex flex-col">
      <div className="flex flex-col items-center gap-2 px-4 pt-5 pb-4 text-center">
        <Avatar name={ticket.name} src={ticket.profilePicUrl} size={64} decorative />
        <p className="max-w-full truncate text-thread font-semibold">
          {mayOpen ? (
            <Link
              to="/contatos/$contactId"
              params={{ contactId: ticket.contactId }}
              title={t('contacts:page.open', { name: ticket.name })}
              className="hover:underline"
            >
              {written(ticket.name)}
            </Link>
          ) : (
            written(ticket.name)
          )}
        </p>
        <p className="flex flex-wrap justify-center gap-1.5">
          <Badge tone={ticket.status === 'open' ? 'accent' : ticket.status === 'pending' ? 'warning' : 'neutral'}>
            {t(`status.${ticket.status}`)}
          </Badge>
          {ticket.queue && <Badge>{ticket.queue}</Badge>}
        </p>
      </div>
      {shownOf(arrangement).map((key) => {
        const isPinned = arrangement.pinned?.includes(key) ?? false
        return (
          <PanelFold
            key={key}
            section={parts.find((part) => part.key === key)!}
            isOpen={isPinned || !closed.includes(key)}
            isPinned={isPinned}
            drag={drag}
            onToggle={(open) => toggle(key, open)}
            onPin={(pinned) => move(key, pinnedOrNot(arrangement, key, pinned))}
          />
        )
      })}
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      <Button
        className="mx-3 my-3 self-start"
        size="small"
        variant="ghost"
        icon={<SlidersHorizontal size={14} />}
        onClick={() => setArranging(true)}
      >
        {t('panel.arrange')}
      </Button>
      {arranging && (
        <ArrangeDialog
          title={t('panel.arrange')}
          pins
          parts={parts}
          arrangement={arrangement}
          onChange={arrange}
          onClose={() => setArranging(false)}
        />
      )}
    </div>
  )
}

const Tags = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h4 className="k-label mb-1.5">{title}</h4>
    {later(children)}
  </section>
)

/** What happened to the ticket, latest first. That somebody opened it is kept and changes nothing: it is left out. */
function LogList({ entries: all }: { entries: readonly TicketLogEntry[] }) {
  const { t } = useTranslation('attendance')
  const text = useLogText()
  const entries = all.filter(({ type }) => type !== 'access')
  if (entries.length === 0) return <EmptyState title={t('panel.noLogs')} />
  return (
    <ol className="flex flex-col gap-2.5 border-l border-line pl-3 text-list">
      {entries
        .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id))
        .map((entry) => (
          <li
            key={entry.id}
            className={
              'relative leading-tight before:absolute before:top-1.5 before:-left-[calc(0.75rem+3px)] ' +
              'before:size-1.5 before:rounded-full before:bg-line-strong'
            }
          >
            <span className="block">{text(entry)}</span>
            {entry.note && <q className="my-1 block text-ink-muted whitespace-pre-wrap wrap-anywhere">{entry.note}</q>}
            <TimeAgo at={entry.createdAt} className="text-xs text-ink-muted tabular-nums" />
          </li>
        ))}
    </ol>
  )
}
